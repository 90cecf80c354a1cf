/**
 * The classes that are compiled to WebAssembly too. Each keeps what its constructor is given in fields
 * of the same names, so that an object can be made again elsewhere from what it holds; what else is changed
 * in an object, such as a table, is not taken along.
 */
import { Course } from '../course.ts';
import { Wave } from '../environments/wave.ts';
import { SaturatedMean } from '../estimators/saturated-mean.ts';
import { DiscountedUcbRule } from '../indices/discounted-ucb.ts';
import { MossIndices } from '../indices/moss.ts';
import { RisingIndices } from '../indices/rising.ts';
import { UcbRule } from '../indices/ucb.ts';
import { Exp3Kernel } from '../kernels/exp3-kernel.ts';
import { Exp3SKernel } from '../kernels/exp3-s-kernel.ts';
import { IndexKernel } from '../kernels/index-kernel.ts';
import { KlIndexKernel } from '../kernels/kl-index-kernel.ts';
import { ThompsonKernel } from '../kernels/thompson-kernel.ts';
import { UniformKernel } from '../kernels/uniform-kernel.ts';
import { AllTime } from '../memory/all-time.ts';
import { Discounted } from '../memory/discounted.ts';
import { Resetting } from '../memory/resetting.ts';
import { Window } from '../memory/window.ts';
import { RewardMap } from '../reward-map.ts';
import { BernoulliRewards } from '../rewards/bernoulli.ts';
import { BetaRewards } from '../rewards/beta.ts';
import { GaussianRewards } from '../rewards/gaussian.ts';
import { ParetoRewards } from '../rewards/pareto.ts';
import { StudentRewards } from '../rewards/student-t.ts';
import { UniformRewards } from '../rewards/uniform.ts';
import { KineticTournament } from '../tournament/kinetic-tournament.ts';
import { LineScan, Scan } from '../tournament/scan.ts';
import { Tournament } from '../tournament/tournament.ts';

/** A class, where its text is below `src`, and the parameters of its constructor in order. */
export interface PortableClass {
  readonly name: string;
  readonly make: abstract new (...parameters: never[]) => object;
  readonly file: string;
  readonly parameters: readonly string[];
  /** The parameters whose types fill the class's type parameters, in order. */
  readonly generic: readonly string[];
}

function portable(
  // Spelled out, because bundlers shorten the names of classes.
  name: string,
  make: PortableClass['make'],
  file: string,
  parameters: readonly string[],
  generic: readonly string[] = [],
): PortableClass {
  return { name, make, file, parameters, generic };
}

/** Every class, parts first. */
export const portableClasses: readonly PortableClass[] = [
  portable('RewardMap', RewardMap, 'reward-map.ts', ['center', 'scale', 'clips']),
  portable('Wave', Wave, 'environments/wave.ts', [
    'center',
    'amplitude',
    'slotSines',
    'slotCosines',
    'armSines',
    'armCosines',
  ]),
  portable('Course', Course, 'course.ts', ['armCount', 'means', 'best', 'wave']),
  portable('AllTime', AllTime, 'memory/all-time.ts', ['cells']),
  portable('Discounted', Discounted, 'memory/discounted.ts', ['cells', 'discount']),
  portable('Resetting', Resetting, 'memory/resetting.ts', ['cells', 'period']),
  portable('Window', Window, 'memory/window.ts', ['cells', 'window']),
  portable(
    'SaturatedMean',
    SaturatedMean,
    'estimators/saturated-mean.ts',
    ['armCount', 'memory', 'powers', 'limits', 'levels'],
    ['memory'],
  ),
  portable('UcbRule', UcbRule, 'indices/ucb.ts', ['window', 'xi', 'b', 'horizon']),
  portable('DiscountedUcbRule', DiscountedUcbRule, 'indices/discounted-ucb.ts', ['window', 'xi']),
  portable('Scan', Scan, 'tournament/scan.ts', ['size']),
  portable('LineScan', LineScan, 'tournament/scan.ts', ['size']),
  portable('Tournament', Tournament, 'tournament/tournament.ts', ['size']),
  portable('KineticTournament', KineticTournament, 'tournament/kinetic-tournament.ts', ['size']),
  portable(
    'MossIndices',
    MossIndices,
    'indices/moss.ts',
    ['contest', 'memory', 'multiplier', 'floor'],
    ['contest'],
  ),
  portable(
    'RisingIndices',
    RisingIndices,
    'indices/rising.ts',
    ['contest', 'rule'],
    ['contest', 'rule'],
  ),
  portable(
    'IndexKernel',
    IndexKernel,
    'kernels/index-kernel.ts',
    ['armCount', 'estimator', 'indices'],
    ['estimator', 'indices'],
  ),
  portable(
    'KlIndexKernel',
    KlIndexKernel,
    'kernels/kl-index-kernel.ts',
    ['armCount', 'estimator', 'c'],
    ['estimator'],
  ),
  portable(
    'ThompsonKernel',
    ThompsonKernel,
    'kernels/thompson-kernel.ts',
    ['armCount', 'memory', 'coin'],
    ['memory'],
  ),
  portable('Exp3Kernel', Exp3Kernel, 'kernels/exp3-kernel.ts', [
    'armCount',
    'exploration',
    'period',
  ]),
  portable('Exp3SKernel', Exp3SKernel, 'kernels/exp3-s-kernel.ts', [
    'armCount',
    'exploration',
    'alpha',
  ]),
  portable('UniformKernel', UniformKernel, 'kernels/uniform-kernel.ts', ['armCount']),
  portable('BernoulliRewards', BernoulliRewards, 'rewards/bernoulli.ts', []),
  portable('BetaRewards', BetaRewards, 'rewards/beta.ts', ['concentration']),
  portable('GaussianRewards', GaussianRewards, 'rewards/gaussian.ts', ['sd']),
  portable('ParetoRewards', ParetoRewards, 'rewards/pareto.ts', ['xi', 'sigma']),
  portable('StudentRewards', StudentRewards, 'rewards/student-t.ts', ['degrees', 'scale']),
  portable('UniformRewards', UniformRewards, 'rewards/uniform.ts', ['width']),
];
