/**
 * The classes that are compiled to WebAssembly too. Each keeps what its constructor is given in fields
 * of the same names, so that an object can be made again elsewhere from what it holds; what else is changed
 * in an object, such as a table, is not taken along.
 */
import { Course } from '../course.ts';
import { Cusum } from '../detectors/cusum.ts';
import { BernoulliGlr } from '../detectors/glr.ts';
import { HalfDifference } from '../detectors/half-difference.ts';
import { MeanSplit } from '../detectors/mean-split.ts';
import { PageHinkley } from '../detectors/page-hinkley.ts';
import { Wave } from '../environments/wave.ts';
import { DiscountedSaturatedMean } from '../estimators/discounted-saturated-mean.ts';
import { SaturatedMean } from '../estimators/saturated-mean.ts';
import { KlBound, UcbBound } from '../indices/bounds.ts';
import { DiscountedUcbRule } from '../indices/discounted-ucb.ts';
import { FadingMossIndices } from '../indices/fading-moss.ts';
import { GrowingUcbRule } from '../indices/growing-ucb.ts';
import { TimeLevel, TotalLevel } from '../indices/kl-level.ts';
import { MossIndices } from '../indices/moss.ts';
import { RisingIndices } from '../indices/rising.ts';
import { UcbRule } from '../indices/ucb.ts';
import { AdSwitchKernel } from '../kernels/ad-switch-kernel.ts';
import { AdaptEveKernel } from '../kernels/adapt-eve-kernel.ts';
import { BanditOverBanditKernel } from '../kernels/bandit-over-bandit-kernel.ts';
import { ChangePointKernel } from '../kernels/change-point-kernel.ts';
import { DetectingKernel } from '../kernels/detecting-kernel.ts';
import { DseeKernel } from '../kernels/dsee-kernel.ts';
import { Exp3Kernel } from '../kernels/exp3-kernel.ts';
import { Exp3RKernel } from '../kernels/exp3-r-kernel.ts';
import { Exp3SKernel } from '../kernels/exp3-s-kernel.ts';
import { PeriodicExploration, UniformExploration } from '../kernels/exploration.ts';
import { IndexKernel } from '../kernels/index-kernel.ts';
import { KlIndexKernel } from '../kernels/kl-index-kernel.ts';
import { MasterKernel } from '../kernels/master-kernel.ts';
import { OracleKernel } from '../kernels/oracle-kernel.ts';
import { RestartingKernel } from '../kernels/restarting-kernel.ts';
import { ThompsonKernel } from '../kernels/thompson-kernel.ts';
import { UniformKernel } from '../kernels/uniform-kernel.ts';
import { AllTime } from '../memory/all-time.ts';
import { Discounted } from '../memory/discounted.ts';
import { GrowingWindow } from '../memory/growing-window.ts';
import { Resetting } from '../memory/resetting.ts';
import { Window } from '../memory/window.ts';
import { WindowGrowth } from '../memory/window-growth.ts';
import { RewardMap } from '../reward-map.ts';
import { BernoulliRewards } from '../rewards/bernoulli.ts';
import { BetaRewards } from '../rewards/beta.ts';
import { ExactRewards } from '../rewards/exact.ts';
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
  portable('Wave', Wave, 'environments/wave.ts', ['center', 'amplitude', 'period', 'armTurns']),
  portable('Course', Course, 'course.ts', ['armCount', 'means', 'best', 'wave']),
  portable('AllTime', AllTime, 'memory/all-time.ts', ['cells']),
  portable('Discounted', Discounted, 'memory/discounted.ts', ['cells', 'discount']),
  portable('Resetting', Resetting, 'memory/resetting.ts', ['cells', 'period']),
  portable('Window', Window, 'memory/window.ts', ['cells', 'window']),
  portable('WindowGrowth', WindowGrowth, 'memory/window-growth.ts', ['lambda', 'alpha', 'horizon']),
  portable('GrowingWindow', GrowingWindow, 'memory/growing-window.ts', ['cells', 'growth']),
  portable(
    'SaturatedMean',
    SaturatedMean,
    'estimators/saturated-mean.ts',
    ['armCount', 'memory', 'powers', 'limits', 'levels'],
    ['memory'],
  ),
  portable('UcbRule', UcbRule, 'indices/ucb.ts', ['window', 'xi', 'b', 'horizon']),
  portable('DiscountedUcbRule', DiscountedUcbRule, 'indices/discounted-ucb.ts', ['window', 'xi']),
  portable('GrowingUcbRule', GrowingUcbRule, 'indices/growing-ucb.ts', ['growth']),
  portable('TimeLevel', TimeLevel, 'indices/kl-level.ts', ['window', 'c']),
  portable('TotalLevel', TotalLevel, 'indices/kl-level.ts', []),
  portable('Scan', Scan, 'tournament/scan.ts', ['size']),
  portable('LineScan', LineScan, 'tournament/scan.ts', ['size']),
  portable('Tournament', Tournament, 'tournament/tournament.ts', ['size']),
  portable('KineticTournament', KineticTournament, 'tournament/kinetic-tournament.ts', ['size']),
  portable(
    'DiscountedSaturatedMean',
    DiscountedSaturatedMean,
    'estimators/discounted-saturated-mean.ts',
    ['armCount', 'memory', 'waiting', 'powers', 'limits', 'levels'],
    ['waiting'],
  ),
  portable('FadingMossIndices', FadingMossIndices, 'indices/fading-moss.ts', [
    'armCount',
    'memory',
    'multiplier',
    'floor',
  ]),
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
    ['armCount', 'estimator', 'rule'],
    ['estimator', 'rule'],
  ),
  portable('Cusum', Cusum, 'detectors/cusum.ts', ['armCount', 'samples', 'epsilon', 'threshold']),
  portable('PageHinkley', PageHinkley, 'detectors/page-hinkley.ts', [
    'armCount',
    'samples',
    'epsilon',
    'threshold',
  ]),
  portable('HalfDifference', HalfDifference, 'detectors/half-difference.ts', [
    'armCount',
    'half',
    'threshold',
  ]),
  portable('BernoulliGlr', BernoulliGlr, 'detectors/glr.ts', ['armCount', 'horizon', 'delta', 'c']),
  portable('MeanSplit', MeanSplit, 'detectors/mean-split.ts', ['armCount', 'horizon', 'delta']),
  portable('UcbBound', UcbBound, 'indices/bounds.ts', ['xi']),
  portable('KlBound', KlBound, 'indices/bounds.ts', []),
  portable('UniformExploration', UniformExploration, 'kernels/exploration.ts', ['alpha']),
  portable('PeriodicExploration', PeriodicExploration, 'kernels/exploration.ts', [
    'armCount',
    'rate',
    'growing',
    'roundsUp',
    'fromRestart',
  ]),
  portable(
    'DetectingKernel',
    DetectingKernel,
    'kernels/detecting-kernel.ts',
    ['armCount', 'detectors', 'bound', 'exploration', 'local', 'byCounts'],
    ['detectors', 'bound', 'exploration'],
  ),
  portable(
    'ThompsonKernel',
    ThompsonKernel,
    'kernels/thompson-kernel.ts',
    ['armCount', 'memory', 'coin', 'precision'],
    ['memory'],
  ),
  portable(
    'AdaptEveKernel',
    AdaptEveKernel,
    'kernels/adapt-eve-kernel.ts',
    ['armCount', 'detectors', 'trial'],
    ['detectors'],
  ),
  portable('Exp3Kernel', Exp3Kernel, 'kernels/exp3-kernel.ts', [
    'armCount',
    'exploration',
    'period',
  ]),
  portable('Exp3RKernel', Exp3RKernel, 'kernels/exp3-r-kernel.ts', [
    'armCount',
    'exploration',
    'required',
    'threshold',
  ]),
  portable('Exp3SKernel', Exp3SKernel, 'kernels/exp3-s-kernel.ts', [
    'armCount',
    'exploration',
    'alpha',
  ]),
  portable('AdSwitchKernel', AdSwitchKernel, 'kernels/ad-switch-kernel.ts', [
    'armCount',
    'horizon',
    'c1',
  ]),
  portable(
    'BanditOverBanditKernel',
    BanditOverBanditKernel,
    'kernels/bandit-over-bandit-kernel.ts',
    ['armCount', 'blockLength', 'windows', 'exploration', 'xi'],
  ),
  portable('MasterKernel', MasterKernel, 'kernels/master-kernel.ts', [
    'armCount',
    'horizon',
    'delta',
    'factor',
  ]),
  portable('DseeKernel', DseeKernel, 'kernels/dsee-kernel.ts', [
    'armCount',
    'g',
    'rho',
    'ell',
    'a',
    'b',
  ]),
  portable('ChangePointKernel', ChangePointKernel, 'kernels/change-point-kernel.ts', [
    'armCount',
    'hazard',
    'particles',
    'local',
  ]),
  portable('OracleKernel', OracleKernel, 'kernels/oracle-kernel.ts', ['course']),
  portable(
    'RestartingKernel',
    RestartingKernel,
    'kernels/restarting-kernel.ts',
    ['armCount', 'inner', 'breaks'],
    ['inner'],
  ),
  portable('UniformKernel', UniformKernel, 'kernels/uniform-kernel.ts', ['armCount']),
  portable('BernoulliRewards', BernoulliRewards, 'rewards/bernoulli.ts', []),
  portable('BetaRewards', BetaRewards, 'rewards/beta.ts', ['concentration']),
  portable('ExactRewards', ExactRewards, 'rewards/exact.ts', []),
  portable('GaussianRewards', GaussianRewards, 'rewards/gaussian.ts', ['sd']),
  portable('ParetoRewards', ParetoRewards, 'rewards/pareto.ts', ['xi', 'sigma']),
  portable('StudentRewards', StudentRewards, 'rewards/student-t.ts', ['degrees', 'scale']),
  portable('UniformRewards', UniformRewards, 'rewards/uniform.ts', ['width']),
];
