/** The second question: what to use, and how long to remember? */
import { policyCatalogue, type Random } from '@driftline/core';
import type { KernelModule } from '@driftline/core/compiled';
import { AS_DISCOUNT } from '@driftline/core/play';
import type { BestOfKind, Candidate, Choice } from '../contract/choice.ts';
import type { Delays } from '../contract/delays.ts';
import type { Drift } from '../contract/drift.ts';
import { FOLDS, type Log } from '../contract/log.ts';
import type { Logging } from '../contract/logging.ts';
import { type Answer, isRefused, type Refusal } from '../contract/refusal.ts';
import { streamFor } from '../contract/streams.ts';
import type { Tails } from '../contract/tails.ts';
import type { OnStep, Workers } from '../contract/work.ts';
import type { World } from '../contract/world.ts';
import { armSummaries, generalRefusal } from '../log/summary.ts';
import { powerTails } from '../tails/tails.ts';
import { drawnPath, fitLevels, smoothedPath } from '../worlds/level-fit.ts';
import { noiseOf, residualsOf } from '../worlds/noise.ts';
import { within } from '../worlds/path.ts';
import { drawnShared, fitShared, smoothedShared } from '../worlds/shared-level.ts';
import { worldOf } from '../worlds/world.ts';
import {
  allEntrants,
  type Entrant,
  type Grid,
  NEEDING_NOTHING,
  QUICK_WIDTH,
  ROBUST,
  scaleFor,
  USUAL,
} from './candidates.ts';
import { quickWindow } from './quick.ts';
import {
  asGoodMemories,
  bestOfKinds,
  memoryRange,
  type Named,
  named,
  type Ranked,
  ranked,
  scored,
  shareAsGood,
} from './rule.ts';
import { playTrials, type TrialResults } from './trials.ts';

/** What is asked, and what is known of the log by then. */
export interface ChoiceRequest {
  /** Without what is unripe at its end. */
  readonly log: Log;
  readonly logging: Logging;
  readonly drift: Drift;
  readonly tails?: Answer<Tails> | undefined;
  readonly delays?: Pick<Delays, 'curve' | 'everComes'> | undefined;
  /** Rewards wait for the next full multiple of this, by the log's clock. */
  readonly batch?: number | undefined;
  /** Of rows, where choices used a context: the inverse of their propensities. */
  readonly weights?: Float64Array | undefined;
  /** Decisions that are to come; as many as there were, within limits, where undefined. */
  readonly horizon?: number | undefined;
  /** Candidates beside the usual ones. */
  readonly policies?: readonly string[] | undefined;
  /** Kinds whose best memory is to be told; sw-ucb where undefined. */
  readonly for?: readonly string[] | undefined;
  /** Only the policies that need nothing, and the memory by prediction. */
  readonly isQuick?: boolean | undefined;
  /** How many worlds candidates play in; 32 where undefined. */
  readonly worlds?: number | undefined;
  readonly seed: number;
  readonly kernels?: KernelModule | undefined;
}

/** The answer, and what it would have been without the rows of each fold. */
export interface ChoiceAnswer {
  readonly choice: Answer<Choice>;
  /** Empty where the question is refused. What the advice is worth is what these earn, each on its own fold. */
  readonly byFold: readonly Candidate[];
}

const WORLDS = 32;
const QUICK_WORLDS = 8;
/** Where the selection is repeated without a fold: fewer worlds, as a share, and shorter ones. */
const FOLD_SHARE = 3 / 8;
const FOLD_HORIZON = 20_000;

/**
 * Where rewards are late or some arms may not be taken, a slot takes thirty times as long: fewer worlds, shorter ones,
 * and fewer candidates.
 */
const SLOW_WORLDS = 8;
const SLOW_HORIZON = 20_000;
const SLOW_FOLD_HORIZON = 10_000;

const LEAST_HORIZON = 20_000;
const MOST_HORIZON = 50_000;

/** Below this many rows a memory is told only where movement is seen. */
const ROWS_FOR_WINDOW = 2000;

/** What a log needs so that arms can be compared where one has nearly all decisions. */
const NEEDED_SHARE = 0.05;
const NEEDED_ROWS = 4000;

const USUAL_FOR: readonly string[] = ['sw-ucb'];

/** Why nothing can be said; undefined where something can. */
function refusalOf({ log, logging, tails }: ChoiceRequest): Refusal | undefined {
  const general = generalRefusal(log, armSummaries(log));
  if (general !== undefined) return general;
  if (logging.kind === 'fixed')
    return { refused: 'logging-fixed', need: { share: NEEDED_SHARE, rows: NEEDED_ROWS } };
  if (tails !== undefined && !isRefused(tails) && tails.verdict === 'no-mean')
    return { refused: 'tails-without-mean', need: {} };
  return undefined;
}

/** Whether play needs the shells of policies. */
function isSlow({ log, delays, batch }: ChoiceRequest): boolean {
  return log.eligible !== undefined || delays !== undefined || batch !== undefined;
}

function worldCount(request: ChoiceRequest): number {
  const { worlds, isQuick = false } = request;
  return worlds ?? (isQuick ? QUICK_WORLDS : isSlow(request) ? SLOW_WORLDS : WORLDS);
}

function horizonOf(request: ChoiceRequest): number {
  const { log, horizon } = request;
  const most = isSlow(request) ? SLOW_HORIZON : MOST_HORIZON;
  return horizon ?? Math.min(most, Math.max(LEAST_HORIZON, log.rows));
}

/** Whether the log tells how long to remember: it moves, or is long enough to say that it hardly does. */
function tellsWindow({ log, drift }: ChoiceRequest): boolean {
  return log.rows >= ROWS_FOR_WINDOW || (drift.rate !== undefined && drift.rate.low > 0);
}

/** Heavy tails; undefined where they are light or not known. */
function tailsOf({ tails }: ChoiceRequest): Tails | undefined {
  return tails === undefined || isRefused(tails) || tails.verdict === 'light' ? undefined : tails;
}

/** Worlds of a log, or of all of it but a fold. */
interface Worlds {
  readonly world: World;
  readonly paths: readonly World['path'][];
  /** What candidates' widths are made of. */
  readonly grid: Omit<Grid, 'horizon'>;
}

/** Smoothed means and draws: of one level where arms move together, else of each arm by itself. */
function pathsOf({ log, drift, weights }: ChoiceRequest, without: number | undefined) {
  if (drift.sharing === 'together') {
    const fit = fitShared(log, { without, weights });
    return { path: smoothedShared(fit), draw: (random: Random) => drawnShared(fit, random) };
  }
  const fit = fitLevels(log, { without, weights });
  return { path: smoothedPath(fit).path, draw: (random: Random) => drawnPath(fit, random) };
}

function worldsOf(request: ChoiceRequest, count: number, without?: number): Worlds {
  const { log, seed, delays, batch } = request;
  const { path, draw } = pathsOf(request, without);
  const tails = tailsOf(request);
  const far = tails === undefined ? [] : powerTails(residualsOf(log, path, without), tails);
  const world = worldOf(log, path, { delays, batch, without, tails: far });
  const isUnit = log.rewards.kind !== 'real';
  const paths = Array.from({ length: count }, (_, i) => {
    const drawn = draw(streamFor(seed, 'posterior', firstWorld(without) + i));
    return isUnit ? within(drawn, 0, 1) : drawn;
  });
  const { deviation, middle, center } = noiseOf(log, path, { without });
  const hasVariance = tails?.verdict !== 'no-variance';
  return { world, paths, grid: { deviation: hasVariance ? deviation : middle, center, isUnit } };
}

/** Worlds of a repeated selection are others. */
function firstWorld(without: number | undefined): number {
  return without === undefined ? 0 : (without + 1) * 1000;
}

/** Kinds that take part. */
function kindsOf(request: ChoiceRequest): string[] {
  const { policies = [], isQuick = false } = request;
  const asked = request.for ?? USUAL_FOR;
  if (isQuick) return [...NEEDING_NOTHING, ...policies];
  return [
    ...new Set([
      ...USUAL,
      ...(tailsOf(request) === undefined ? [] : ROBUST),
      ...asked,
      ...policies,
    ]),
  ];
}

/** A selection: who played, what each lost. */
interface Selected {
  readonly order: readonly Ranked[];
  readonly results: TrialResults;
  readonly worlds: Worlds;
}

async function select(
  request: ChoiceRequest,
  workers: Workers,
  size: { readonly worlds: number; readonly horizon: number; readonly without?: number },
  onUnits?: (units: number, all: number) => void,
): Promise<Selected> {
  const worlds = worldsOf(request, size.worlds, size.without);
  const entrants: Entrant[] = allEntrants(kindsOf(request), {
    ...worlds.grid,
    horizon: size.horizon,
    isCoarse: isSlow(request),
  });
  const plan = {
    world: worlds.world,
    paths: worlds.paths,
    horizon: size.horizon,
    policies: entrants.map(({ spec }) => spec),
    seed: request.seed,
    first: firstWorld(size.without),
    kernels: request.kernels,
  };
  const all = entrants.length * size.worlds;
  const results = await playTrials(plan, workers, (units) => onUnits?.(units, all));
  return { order: ranked(entrants, results), results, worlds };
}

/**
 * The one that is named: that which needs nothing where the log does not tell how long to remember, and where arms move
 * together, as to follow that does not help to know who is best.
 */
function advised(request: ChoiceRequest, order: readonly Ranked[]): Named {
  const isTogether = request.drift.sharing === 'together';
  if (tellsWindow(request) && !isTogether) return named(order);
  const usual = order.find(({ entrant }) => entrant.spec === NEEDING_NOTHING[0]) ?? order[0];
  return { winner: usual, because: isTogether ? 'arms-move-together' : 'cannot-tell' };
}

/** How long a slot takes on average, where the log has a clock. */
function millisecondsPerSlot({ rows, time, clock }: Log): number | undefined {
  if (clock !== 'milliseconds' || rows < 2) return undefined;
  return (time[rows - 1] - time[0]) / (rows - 1);
}

/** A window as a discount, where the policy may be told one. */
function discountOf({ policy, window }: Entrant): Pick<BestOfKind, 'discount'> {
  const takesDiscount = policyCatalogue.find(policy).parameters.some(({ id }) => id === 'discount');
  return takesDiscount && window !== undefined ? { discount: AS_DISCOUNT.value(window, 0) } : {};
}

function bestOfKind(
  request: ChoiceRequest,
  { order, results }: Selected,
  kind: string,
): Answer<BestOfKind> | undefined {
  const best = order.find(({ entrant }) => entrant.kind === kind);
  const range = asGoodMemories(order, kind);
  if (best?.entrant.window === undefined || range === undefined) return undefined;
  if (!tellsWindow(request)) return { refused: 'window-not-told', need: { rows: ROWS_FOR_WINDOW } };
  return {
    ...scored(best, results.rooms),
    window: best.entrant.window,
    ...discountOf(best.entrant),
    range: memoryRange(range, millisecondsPerSlot(request.log)),
  };
}

function quickOf({ log }: ChoiceRequest, { grid }: Worlds): Choice['quick'] {
  const window = quickWindow(log);
  if (window === undefined) return undefined;
  return { window, scale: scaleFor('sw-ucb', QUICK_WIDTH, grid.deviation) };
}

function choiceOf(request: ChoiceRequest, selected: Selected, horizon: number): Choice {
  const { order, results, worlds } = selected;
  const { winner, because } = advised(request, order);
  const quick = tellsWindow(request) ? quickOf(request, worlds) : undefined;
  return {
    ...scored(winner, results.rooms),
    share: shareAsGood(winner, bestOfKinds(order)),
    worlds: results.rooms.length,
    horizon,
    because,
    for: (request.for ?? USUAL_FOR)
      .map((kind) => bestOfKind(request, selected, kind))
      .filter((each) => each !== undefined),
    ...(quick === undefined ? {} : { quick }),
    candidates: order.map((each) => scored(each, results.rooms)),
  };
}

/** The selection once more without each fold, so that what the advice is worth can be told without a winner's luck. */
async function selectedByFold(
  request: ChoiceRequest,
  workers: Workers,
  onUnits: (units: number, all: number) => void,
): Promise<Candidate[]> {
  const size = {
    worlds: Math.ceil(FOLD_SHARE * worldCount(request)),
    horizon: Math.min(horizonOf(request), isSlow(request) ? SLOW_FOLD_HORIZON : FOLD_HORIZON),
  };
  const folds = await Promise.all(
    Array.from({ length: FOLDS }, (_, without) =>
      select(request, workers, { ...size, without }, onUnits),
    ),
  );
  return folds.map(({ order }) => {
    const { policy, params, spec } = advised(request, order).winner.entrant;
    return { policy, params, spec };
  });
}

/** Tells how far several selections have come, taken together. */
class Steps {
  readonly #onStep: OnStep | undefined;
  #done = 0;
  #of = 0;

  constructor(onStep: OnStep | undefined) {
    this.#onStep = onStep;
  }

  /** For so many selections of one size, the first of which says how large it is. */
  counting(selections: number): (units: number, all: number) => void {
    let isKnown = false;
    return (units, all) => {
      if (!isKnown) this.#of += selections * all;
      isKnown = true;
      this.#done += units;
      this.#onStep?.({ step: 'choice', done: this.#done, of: this.#of });
    };
  }
}

/** What to use, without what it would have been without each fold. */
export async function chooseOnce(
  request: ChoiceRequest,
  workers: Workers,
  onUnits?: (units: number, all: number) => void,
): Promise<Answer<Choice>> {
  const refusal = refusalOf(request);
  if (refusal !== undefined) return refusal;
  const size = { worlds: worldCount(request), horizon: horizonOf(request) };
  return choiceOf(request, await select(request, workers, size, onUnits), size.horizon);
}

/** What to use. */
export async function adviseChoice(
  request: ChoiceRequest,
  workers: Workers,
  onStep?: OnStep,
): Promise<ChoiceAnswer> {
  const steps = new Steps(onStep);
  const [choice, byFold] = await Promise.all([
    chooseOnce(request, workers, steps.counting(1)),
    refusalOf(request) === undefined ? selectedByFold(request, workers, steps.counting(FOLDS)) : [],
  ]);
  return { choice, byFold };
}
