/** Advice from a log: every question in its turn, each given what those before it have found. */
import type { KernelModule } from '@driftline/core/compiled';
import { adviseChoice, type ChoiceAnswer } from './choice/choice.ts';
import type { Advice } from './contract/advice.ts';
import type { Cost, Room } from './contract/gain.ts';
import type { Log, Note, Reading } from './contract/log.ts';
import type { Logging, LoggingKind } from './contract/logging.ts';
import type { Pictures } from './contract/pictures.ts';
import { type Answer, isRefused, type Refusal } from './contract/refusal.ts';
import type { Value } from './contract/values.ts';
import type { OnStep, Step, Workers } from './contract/work.ts';
import type { World } from './contract/world.ts';
import { driftOf } from './drift/drift.ts';
import { permutationTest } from './drift/permutation-test.ts';
import { fittedPath } from './fits/fit.ts';
import { roomOf } from './gain/gain.ts';
import { loggingOf } from './log/logging.ts';
import { coursesOf } from './pictures/courses.ts';
import { recordOf } from './record.ts';
import type { Contender } from './values/plan.ts';
import { type ValuesAnswer, valuesOf } from './values/values.ts';
import { fitLevels, smoothedPath } from './worlds/level-fit.ts';
import { worldOf } from './worlds/world.ts';

/** What is asked of a log, and how. */
export interface AdviceRequest {
  readonly name: string;
  readonly log: Log;
  readonly reading: Reading;
  /** The version that the record names. */
  readonly software: string;
  readonly seed: number;
  /** How choices were made, where somebody knows. */
  readonly logging?: LoggingKind | undefined;
  /** Rewards come within this time, by the log's clock, where the log does not say when they came. */
  readonly attribution?: number | undefined;
  /** Rewards are learned at full multiples of this, by the log's clock. */
  readonly batch?: number | undefined;
  /** Decisions that a world is played for. */
  readonly horizon?: number | undefined;
  /** Policies to be tried and valued beside the usual ones, as written. */
  readonly policies?: readonly string[] | undefined;
  /** Kinds of policies whose memory is asked for. */
  readonly kinds?: readonly string[] | undefined;
  /** Whether one-step-ahead prediction is to do instead of worlds. */
  readonly isQuick?: boolean | undefined;
}

/** Where and how work is done. */
export interface AdviceWork {
  readonly workers: Workers;
  /** Compiled ones; those in JavaScript where absent: slower, the same bits. */
  readonly kernels?: KernelModule | undefined;
  readonly onStep?: OnStep | undefined;
  /** Called between steps; rejects where the work is to end. */
  readonly pause?: (() => Promise<void>) | undefined;
}

/** The record, and what figures need beyond it. */
export interface Advised {
  readonly advice: Advice;
  readonly pictures: Pictures;
  /** The world that was fitted to the log; absent where nothing can be fitted. */
  readonly world?: World;
}

/** Weights of rows, where choices used a context that the log does not hold. */
function weightsOf({ propensity }: Log, { usesContext }: Logging): Float64Array | undefined {
  return usesContext && propensity !== undefined ? propensity.map((p) => 1 / p) : undefined;
}

const NOT_YET: Refusal = { refused: 'too-short', need: {} };

/** Answers all questions. */
export async function advise(request: AdviceRequest, work: AdviceWork): Promise<Advised> {
  return new Adviser(request, work).answer();
}

/** From so many rows on, only what was asked for is valued beside the advice. */
const MANY_ROWS = 1_000_000;

/** Whose values are told: the advice as it would have been selected, the best of each kind, those named. */
function contendersOf(
  { choice, byFold }: ChoiceAnswer,
  { policies = [], log }: AdviceRequest,
): (string | Contender)[] {
  if (isRefused(choice)) return [...new Set(['auto', ...policies])];
  const advised = { name: choice.spec, byFold: byFold.map(({ spec }) => spec) };
  const kinds = choice.for.flatMap((kind) => (isRefused(kind) ? [] : [kind.spec]));
  const usual = log.rows < MANY_ROWS ? [...kinds, 'ucb1'] : [];
  const others = [...new Set([...policies, ...usual])].filter((spec) => spec !== choice.spec);
  return [byFold.length === 0 ? choice.spec : advised, ...others];
}

/** What the advice would take of the gain of adapting. */
function costOf(room: Answer<Room>, [head]: readonly Value[]): Answer<Cost> {
  if (isRefused(room) || head === undefined || isRefused(head)) return room;
  const { aboveFixed } = head;
  if (aboveFixed === undefined) return room;
  return {
    ...room,
    taken: aboveFixed.value,
    takenLow: aboveFixed.low,
    takenHigh: aboveFixed.high,
  };
}

/** Says where the advice would have been another without some of the rows. */
function refitNotes({ choice, byFold }: ChoiceAnswer): Note[] {
  if (isRefused(choice) || byFold.length === 0) return [];
  const others = byFold.filter(({ policy }) => policy !== choice.policy);
  if (others.length === 0) return [];
  const names = [...new Set(others.map(({ spec }) => spec))].join(', ');
  const text = `Without a fifth of the rows the advice would be another in ${others.length} of ${byFold.length} cases: ${names}.`;
  return [{ code: 'refits-differ', text, isWarning: false }];
}

/** One log's questions. */
class Adviser {
  readonly #request: AdviceRequest;
  readonly #work: AdviceWork;

  constructor(request: AdviceRequest, work: AdviceWork) {
    this.#request = request;
    this.#work = work;
  }

  async #begin(step: Step): Promise<void> {
    await this.#work.pause?.();
    this.#work.onStep?.({ step, done: 0, of: 0 });
  }

  async answer(): Promise<Advised> {
    const { log: whole, seed, reading, name, batch } = this.#request;
    const { kernels, workers, onStep } = this.#work;
    await this.#begin('delays');
    const log = whole;
    const unripe = whole.rows - log.rows;
    await this.#begin('logging');
    const logging = loggingOf(log, this.#request.logging);
    const weights = weightsOf(log, logging);
    await this.#begin('drift');
    const tested = permutationTest(log, seed);
    const found = driftOf(log, tested, weights);
    await this.#begin('gain');
    const room = roomOf(log, logging, found.data, found.fit);
    const tails = NOT_YET;
    const known = { log, logging, batch, seed, kernels, tails };
    await this.#begin('choice');
    const { horizon, policies, isQuick, kinds } = this.#request;
    const chosen = await adviseChoice(
      { ...known, drift: found.drift, weights, horizon, policies, isQuick, for: kinds },
      workers,
      onStep,
    );
    await this.#begin('values');
    const valued = await valuesOf(
      { ...known, policies: contendersOf(chosen, this.#request) },
      workers,
      onStep,
    );
    const advice = recordOf(
      this.#request,
      { name, reading, log, unripe, logging },
      {
        delays: { refused: 'arrivals-missing', need: { column: 'arrival' } },
        drift: found.drift,
        advice: chosen.choice,
        values: valued.values,
        tails,
        cost: costOf(room, valued.values),
      },
      [...valued.notes, ...refitNotes(chosen)],
    );
    const courses = coursesOf(log, fittedPath(found.data, found.fit), whole);
    const pictures = { courses, ...supportOf(valued, log) };
    if (isRefused(chosen.choice)) return { advice, pictures };
    const path = smoothedPath(fitLevels(log, { weights })).path;
    return { advice, pictures, world: worldOf(log, path, { batch }) };
  }
}

/** Support in stretches of rows, with their times. */
function supportOf(
  { supportOverTime }: ValuesAnswer,
  { time, rows }: Log,
): Pick<Pictures, 'support'> {
  if (supportOverTime === undefined) return {};
  const count = supportOverTime.length;
  const support = Array.from(supportOverTime, (share, i) => ({
    time: time[Math.min(rows - 1, Math.floor(((i + 0.5) * rows) / count))],
    share,
  }));
  return { support: support.filter(({ share }) => Number.isFinite(share)) };
}
