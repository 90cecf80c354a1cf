/**
 * The classes that are compiled to WebAssembly too. Each keeps what its constructor is given in fields
 * of the same names, so that an object can be made again elsewhere from what it holds; what else is changed
 * in an object, such as a table, is not taken along.
 */

import { Cusum } from '../portable/detectors/cusum.ts';
import { BernoulliGlr } from '../portable/detectors/glr.ts';
import { HalfDifference } from '../portable/detectors/half-difference.ts';
import { MeanSplit } from '../portable/detectors/mean-split.ts';
import { PageHinkley } from '../portable/detectors/page-hinkley.ts';
import { DiscountedSaturatedMean } from '../portable/estimators/discounted-saturated-mean.ts';
import { SaturatedMean } from '../portable/estimators/saturated-mean.ts';
import { KlBound, UcbBound } from '../portable/indices/bounds.ts';
import { DiscountedUcbRule } from '../portable/indices/discounted-ucb.ts';
import { FadingMossIndices } from '../portable/indices/fading-moss.ts';
import { GrowingUcbRule } from '../portable/indices/growing-ucb.ts';
import { TimeLevel, TotalLevel } from '../portable/indices/kl-level.ts';
import { MossIndices } from '../portable/indices/moss.ts';
import { RisingIndices } from '../portable/indices/rising.ts';
import { UcbRule } from '../portable/indices/ucb.ts';
import { AdSwitchKernel } from '../portable/kernels/ad-switch-kernel.ts';
import { AdaptEveKernel } from '../portable/kernels/adapt-eve-kernel.ts';
import { BanditOverBanditKernel } from '../portable/kernels/bandit-over-bandit-kernel.ts';
import { ChangePointKernel } from '../portable/kernels/change-point-kernel.ts';
import { DetectingKernel } from '../portable/kernels/detecting-kernel.ts';
import { DseeKernel } from '../portable/kernels/dsee-kernel.ts';
import { Exp3Kernel } from '../portable/kernels/exp3-kernel.ts';
import { Exp3RKernel } from '../portable/kernels/exp3-r-kernel.ts';
import { Exp3SKernel } from '../portable/kernels/exp3-s-kernel.ts';
import { PeriodicExploration, UniformExploration } from '../portable/kernels/exploration.ts';
import { IndexKernel } from '../portable/kernels/index-kernel.ts';
import { KlIndexKernel } from '../portable/kernels/kl-index-kernel.ts';
import { MasterKernel } from '../portable/kernels/master-kernel.ts';
import { OracleKernel } from '../portable/kernels/oracle-kernel.ts';
import { RestartingKernel } from '../portable/kernels/restarting-kernel.ts';
import { ThompsonKernel } from '../portable/kernels/thompson-kernel.ts';
import { UniformKernel } from '../portable/kernels/uniform-kernel.ts';
import { BernoulliRewards } from '../portable/laws/bernoulli.ts';
import { BetaRewards } from '../portable/laws/beta.ts';
import { ExactRewards } from '../portable/laws/exact.ts';
import { GaussianRewards } from '../portable/laws/gaussian.ts';
import { ParetoRewards } from '../portable/laws/pareto.ts';
import { StudentRewards } from '../portable/laws/student-t.ts';
import { UniformRewards } from '../portable/laws/uniform.ts';
import { Course } from '../portable/means/course.ts';
import { Wave } from '../portable/means/wave.ts';
import { AllTime } from '../portable/memory/all-time.ts';
import { Discounted } from '../portable/memory/discounted.ts';
import { GrowingWindow } from '../portable/memory/growing-window.ts';
import { Resetting } from '../portable/memory/resetting.ts';
import { Window } from '../portable/memory/window.ts';
import { WindowGrowth } from '../portable/memory/window-growth.ts';
import { RewardMap } from '../portable/play/reward-map.ts';
import { KineticTournament } from '../portable/tournament/kinetic-tournament.ts';
import { LineScan, Scan } from '../portable/tournament/scan.ts';
import { Tournament } from '../portable/tournament/tournament.ts';

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
  portable('RewardMap', RewardMap, 'portable/play/reward-map.ts', ['center', 'scale', 'clips']),
  portable('Wave', Wave, 'portable/means/wave.ts', ['center', 'amplitude', 'period', 'armTurns']),
  portable('Course', Course, 'portable/means/course.ts', ['armCount', 'means', 'best', 'wave']),
  portable('AllTime', AllTime, 'portable/memory/all-time.ts', ['cells']),
  portable('Discounted', Discounted, 'portable/memory/discounted.ts', ['cells', 'discount']),
  portable('Resetting', Resetting, 'portable/memory/resetting.ts', ['cells', 'period']),
  portable('Window', Window, 'portable/memory/window.ts', ['cells', 'window']),
  portable('WindowGrowth', WindowGrowth, 'portable/memory/window-growth.ts', [
    'lambda',
    'alpha',
    'horizon',
  ]),
  portable('GrowingWindow', GrowingWindow, 'portable/memory/growing-window.ts', [
    'cells',
    'growth',
  ]),
  portable(
    'SaturatedMean',
    SaturatedMean,
    'portable/estimators/saturated-mean.ts',
    ['armCount', 'memory', 'powers', 'limits', 'levels'],
    ['memory'],
  ),
  portable('UcbRule', UcbRule, 'portable/indices/ucb.ts', ['window', 'xi', 'b', 'horizon']),
  portable('DiscountedUcbRule', DiscountedUcbRule, 'portable/indices/discounted-ucb.ts', [
    'window',
    'xi',
  ]),
  portable('GrowingUcbRule', GrowingUcbRule, 'portable/indices/growing-ucb.ts', ['growth']),
  portable('TimeLevel', TimeLevel, 'portable/indices/kl-level.ts', ['window', 'c']),
  portable('TotalLevel', TotalLevel, 'portable/indices/kl-level.ts', []),
  portable('Scan', Scan, 'portable/tournament/scan.ts', ['size']),
  portable('LineScan', LineScan, 'portable/tournament/scan.ts', ['size']),
  portable('Tournament', Tournament, 'portable/tournament/tournament.ts', ['size']),
  portable('KineticTournament', KineticTournament, 'portable/tournament/kinetic-tournament.ts', [
    'size',
  ]),
  portable(
    'DiscountedSaturatedMean',
    DiscountedSaturatedMean,
    'portable/estimators/discounted-saturated-mean.ts',
    ['armCount', 'memory', 'waiting', 'powers', 'limits', 'levels'],
    ['waiting'],
  ),
  portable('FadingMossIndices', FadingMossIndices, 'portable/indices/fading-moss.ts', [
    'armCount',
    'memory',
    'multiplier',
    'floor',
  ]),
  portable(
    'MossIndices',
    MossIndices,
    'portable/indices/moss.ts',
    ['contest', 'memory', 'multiplier', 'floor'],
    ['contest'],
  ),
  portable(
    'RisingIndices',
    RisingIndices,
    'portable/indices/rising.ts',
    ['contest', 'rule'],
    ['contest', 'rule'],
  ),
  portable(
    'IndexKernel',
    IndexKernel,
    'portable/kernels/index-kernel.ts',
    ['armCount', 'estimator', 'indices'],
    ['estimator', 'indices'],
  ),
  portable(
    'KlIndexKernel',
    KlIndexKernel,
    'portable/kernels/kl-index-kernel.ts',
    ['armCount', 'estimator', 'rule'],
    ['estimator', 'rule'],
  ),
  portable('Cusum', Cusum, 'portable/detectors/cusum.ts', [
    'armCount',
    'samples',
    'epsilon',
    'threshold',
  ]),
  portable('PageHinkley', PageHinkley, 'portable/detectors/page-hinkley.ts', [
    'armCount',
    'samples',
    'epsilon',
    'threshold',
  ]),
  portable('HalfDifference', HalfDifference, 'portable/detectors/half-difference.ts', [
    'armCount',
    'half',
    'threshold',
  ]),
  portable('BernoulliGlr', BernoulliGlr, 'portable/detectors/glr.ts', [
    'armCount',
    'horizon',
    'delta',
    'c',
  ]),
  portable('MeanSplit', MeanSplit, 'portable/detectors/mean-split.ts', [
    'armCount',
    'horizon',
    'delta',
  ]),
  portable('UcbBound', UcbBound, 'portable/indices/bounds.ts', ['xi']),
  portable('KlBound', KlBound, 'portable/indices/bounds.ts', []),
  portable('UniformExploration', UniformExploration, 'portable/kernels/exploration.ts', ['alpha']),
  portable('PeriodicExploration', PeriodicExploration, 'portable/kernels/exploration.ts', [
    'armCount',
    'rate',
    'growing',
    'roundsUp',
    'fromRestart',
  ]),
  portable(
    'DetectingKernel',
    DetectingKernel,
    'portable/kernels/detecting-kernel.ts',
    ['armCount', 'detectors', 'bound', 'exploration', 'local', 'byCounts'],
    ['detectors', 'bound', 'exploration'],
  ),
  portable(
    'ThompsonKernel',
    ThompsonKernel,
    'portable/kernels/thompson-kernel.ts',
    ['armCount', 'memory', 'coin', 'precision'],
    ['memory'],
  ),
  portable(
    'AdaptEveKernel',
    AdaptEveKernel,
    'portable/kernels/adapt-eve-kernel.ts',
    ['armCount', 'detectors', 'trial'],
    ['detectors'],
  ),
  portable('Exp3Kernel', Exp3Kernel, 'portable/kernels/exp3-kernel.ts', [
    'armCount',
    'exploration',
    'period',
  ]),
  portable('Exp3RKernel', Exp3RKernel, 'portable/kernels/exp3-r-kernel.ts', [
    'armCount',
    'exploration',
    'required',
    'threshold',
  ]),
  portable('Exp3SKernel', Exp3SKernel, 'portable/kernels/exp3-s-kernel.ts', [
    'armCount',
    'exploration',
    'alpha',
  ]),
  portable('AdSwitchKernel', AdSwitchKernel, 'portable/kernels/ad-switch-kernel.ts', [
    'armCount',
    'horizon',
    'c1',
  ]),
  portable(
    'BanditOverBanditKernel',
    BanditOverBanditKernel,
    'portable/kernels/bandit-over-bandit-kernel.ts',
    ['armCount', 'blockLength', 'windows', 'exploration', 'xi'],
  ),
  portable('MasterKernel', MasterKernel, 'portable/kernels/master-kernel.ts', [
    'armCount',
    'horizon',
    'delta',
    'factor',
  ]),
  portable('DseeKernel', DseeKernel, 'portable/kernels/dsee-kernel.ts', [
    'armCount',
    'g',
    'rho',
    'ell',
    'a',
    'b',
  ]),
  portable('ChangePointKernel', ChangePointKernel, 'portable/kernels/change-point-kernel.ts', [
    'armCount',
    'hazard',
    'particles',
    'local',
  ]),
  portable('OracleKernel', OracleKernel, 'portable/kernels/oracle-kernel.ts', ['course']),
  portable(
    'RestartingKernel',
    RestartingKernel,
    'portable/kernels/restarting-kernel.ts',
    ['armCount', 'inner', 'breaks'],
    ['inner'],
  ),
  portable('UniformKernel', UniformKernel, 'portable/kernels/uniform-kernel.ts', ['armCount']),
  portable('BernoulliRewards', BernoulliRewards, 'portable/laws/bernoulli.ts', []),
  portable('BetaRewards', BetaRewards, 'portable/laws/beta.ts', ['concentration']),
  portable('ExactRewards', ExactRewards, 'portable/laws/exact.ts', []),
  portable('GaussianRewards', GaussianRewards, 'portable/laws/gaussian.ts', ['sd']),
  portable('ParetoRewards', ParetoRewards, 'portable/laws/pareto.ts', ['xi', 'sigma']),
  portable('StudentRewards', StudentRewards, 'portable/laws/student-t.ts', ['degrees', 'scale']),
  portable('UniformRewards', UniformRewards, 'portable/laws/uniform.ts', ['width']),
];
