/** The second question: what to use, and how long to remember? */
import { policyCatalogue } from '@driftline/core';
import { AS_DISCOUNT } from '@driftline/core/play';
import type { BestOfKind, Candidate, Choice } from '../contract/choice.ts';
import { FOLDS, type Log } from '../contract/log.ts';
import { type Answer, isRefused, type Refusal } from '../contract/refusal.ts';
import type { OnStep, Workers } from '../contract/work.ts';
import { armSummaries, generalRefusal } from '../log/summary.ts';
import { type Entrant, NEEDING_NOTHING, QUICK_WIDTH, scaleFor } from './candidates.ts';
import { quickWindow } from './quick.ts';
import { type ChoiceRequest, USUAL_FOR } from './request.ts';
import {
  asGoodMemories,
  bestOfKinds,
  forgetting,
  memoryRange,
  type Named,
  named,
  type Ranked,
  scored,
  shareAsGood,
  withNothingToSet,
} from './rule.ts';
import { type Progress, type Selected, select } from './select.ts';
import { cutHorizon, sizeOf } from './sizes.ts';

/** The answer, and what it would have been without the rows of each fold. */
export interface ChoiceAnswer {
  readonly choice: Answer<Choice>;
  /** Empty where the question is refused. What the advice is worth is what these earn, each on its own fold. */
  readonly byFold: readonly Candidate[];
}

/** In longer logs a fifth of the rows more or less does not change who is named, and to select again takes long. */
const MOST_ROWS_BY_FOLD = 100_000;

/** Below this many rows a memory is told only where movement is seen. */
const ROWS_FOR_WINDOW = 2000;

/** What a log needs so that arms can be compared where one has nearly all decisions. */
const NEEDED_SHARE = 0.05;
const NEEDED_ROWS = 4000;

/** Why nothing can be said; undefined where something can. */
function refusalOf({ log, logging, tails }: ChoiceRequest): Refusal | undefined {
  const general = generalRefusal(log, armSummaries(log));
  if (general !== undefined) return general;
  if (logging.kind === 'fixed')
    return { refused: 'logging-fixed', need: { share: NEEDED_SHARE, rows: NEEDED_ROWS } };
  if (tails !== undefined && !isRefused(tails) && tails.verdict === 'no-mean')
    return { refused: 'mean-undefined', need: {} };
  return undefined;
}

/** Why the log does not tell how long to remember: rows are alike, or it is short and shows no movement. */
function untoldWindow({ log, drift }: ChoiceRequest): Refusal | undefined {
  // What looks like movement may be users who come back: no memory follows from that.
  if (drift.why?.refused === 'rows-autocorrelated') return drift.why;
  const moves = drift.rate !== undefined && drift.rate.low > 0;
  if (log.rows >= ROWS_FOR_WINDOW || moves) return undefined;
  return { refused: 'memory-length-unknown', need: { rows: ROWS_FOR_WINDOW } };
}

/** Whether arms are seen to move apart: then who is best changes. */
function movesApart({ drift }: ChoiceRequest): boolean {
  return drift.verdict === 'drifting' && drift.sharing !== 'together';
}

/**
 * Who may be named. What never forgets does well in worlds in which hardly anything changes; so where arms move apart, it
 * must have been played for as long as the log.
 */
function eligibleToWin(request: ChoiceRequest, order: readonly Ranked[]): readonly Ranked[] {
  return movesApart(request) && cutHorizon(request) !== undefined ? forgetting(order) : order;
}

/**
 * The one that is named: that which needs nothing where the log does not tell how long to remember. Where arms move
 * together, that says nothing of how long who is best stays so, and no memory is named for it: only what has none to be
 * set may beat what needs nothing.
 */
function advised(request: ChoiceRequest, order: readonly Ranked[]): Named {
  if (untoldWindow(request) !== undefined) {
    const usual = order.find(({ entrant }) => entrant.spec === NEEDING_NOTHING[0]) ?? order[0];
    return { winner: usual, because: 'unknown' };
  }
  if (request.drift.sharing !== 'together') return named(eligibleToWin(request, order));
  const { winner } = named(withNothingToSet(order));
  return { winner, because: 'arms-move-together' };
}

/** How long a decision takes on average, where the log has a clock. */
function millisecondsPerSlot({ rows, time, clock, decisionsPerRow }: Log): number | undefined {
  if (clock !== 'milliseconds' || rows < 2) return undefined;
  return (time[rows - 1] - time[0]) / (rows - 1) / decisionsPerRow;
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
  const untold = untoldWindow(request);
  if (untold !== undefined) return untold;
  return {
    ...scored(best, results.rooms),
    window: best.entrant.window,
    ...discountOf(best.entrant),
    range: memoryRange(range, millisecondsPerSlot(request.log)),
  };
}

function quickOf({ log }: ChoiceRequest, { grid }: Selected): Choice['quick'] {
  const rows = quickWindow(log);
  if (rows === undefined) return undefined;
  return {
    window: rows * log.decisionsPerRow,
    scale: scaleFor('sw-ucb', QUICK_WIDTH, grid.deviation),
  };
}

function choiceOf(request: ChoiceRequest, selected: Selected): Choice {
  const { order, results, size } = selected;
  const { winner, because } = advised(request, order);
  const quick = untoldWindow(request) === undefined ? quickOf(request, selected) : undefined;
  return {
    ...scored(winner, results.rooms),
    share: shareAsGood(winner, bestOfKinds(order)),
    simulations: results.rooms.length,
    horizon: size.finals.horizon,
    because,
    for: (request.for ?? USUAL_FOR)
      .map((kind) => bestOfKind(request, selected, kind))
      .filter((each) => each !== undefined),
    ...(quick === undefined ? {} : { quick }),
    candidates: order.map((each) => scored(each, results.rooms)),
  };
}

function candidateOf({ policy, params, spec }: Candidate): Candidate {
  return { policy, params, spec };
}

/** The selection once more without each fold, so that what the advice is worth can be told without a winner's luck. */
async function selectedByFold(
  request: ChoiceRequest,
  workers: Workers,
  progress: Progress,
): Promise<Candidate[]> {
  const folds = await Promise.all(
    Array.from({ length: FOLDS }, (_, without) =>
      select(request, workers, sizeOf(request, without), progress),
    ),
  );
  return folds.map(({ order }) => candidateOf(advised(request, order).winner.entrant));
}

/** Tells how far several selections have come, taken together. */
class Steps implements Progress {
  readonly #onStep: OnStep | undefined;
  #done = 0;
  #of = 0;

  constructor(onStep: OnStep | undefined) {
    this.#onStep = onStep;
  }

  expect(slots: number): void {
    this.#of += slots;
  }

  done(slots: number): void {
    this.#done += slots;
    this.#onStep?.({ step: 'choice', done: this.#done, of: this.#of });
  }
}

async function choose(
  request: ChoiceRequest,
  workers: Workers,
  progress?: Progress,
): Promise<Choice> {
  return choiceOf(request, await select(request, workers, sizeOf(request), progress));
}

/** What to use, without what it would have been without each fold. */
export async function chooseOnce(
  request: ChoiceRequest,
  workers: Workers,
): Promise<Answer<Choice>> {
  return refusalOf(request) ?? choose(request, workers);
}

/** What to use. */
export async function adviseChoice(
  request: ChoiceRequest,
  workers: Workers,
  onStep?: OnStep,
): Promise<ChoiceAnswer> {
  const refusal = refusalOf(request);
  if (refusal !== undefined) return { choice: refusal, byFold: [] };
  const steps = new Steps(onStep);
  if (request.log.rows > MOST_ROWS_BY_FOLD) {
    const choice = await choose(request, workers, steps);
    return { choice, byFold: new Array(FOLDS).fill(candidateOf(choice)) };
  }
  const [choice, byFold] = await Promise.all([
    choose(request, workers, steps),
    selectedByFold(request, workers, steps),
  ]);
  return { choice, byFold };
}
