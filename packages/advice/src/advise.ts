/** Advice from a log: every question in its turn, each given what those before it have found. */
import type { Advice } from './contract/advice.ts';
import type { Log, Note, Reading } from './contract/log.ts';
import type { Logging, LoggingKind } from './contract/logging.ts';
import type { Pictures } from './contract/pictures.ts';
import { isRefused, type Refusal } from './contract/refusal.ts';
import type { OnStep, Step, Workers } from './contract/work.ts';
import type { World } from './contract/world.ts';
import { type DriftAnswer, driftOf } from './drift/drift.ts';
import { permutationTest } from './drift/permutation-test.ts';
import { fittedPath } from './fits/fit.ts';
import { roomOf } from './gain/gain.ts';
import { loggingOf } from './log/logging.ts';
import { coursesOf } from './pictures/courses.ts';
import { recordOf } from './record.ts';
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
  const { log: whole, seed } = request;
  const begin = async (step: Step) => {
    await work.pause?.();
    work.onStep?.({ step, done: 0, of: 0 });
  };
  await begin('delays');
  const log = whole;
  const unripe = whole.rows - log.rows;
  await begin('logging');
  const logging = loggingOf(log, request.logging);
  await begin('drift');
  const tested = permutationTest(log, seed);
  const found: DriftAnswer = driftOf(log, tested, weightsOf(log, logging));
  await begin('gain');
  const room = roomOf(log, logging, found.data, found.fit);
  const notes: Note[] = [];
  const advice = recordOf(
    request,
    { name: request.name, reading: request.reading, log, unripe, logging },
    {
      delays: { refused: 'arrivals-missing', need: { column: 'arrival' } },
      drift: found.drift,
      advice: NOT_YET,
      values: [],
      tails: NOT_YET,
      cost: room,
    },
    notes,
  );
  const path = fittedPath(found.data, found.fit);
  const pictures = { courses: coursesOf(log, path, whole) };
  return isRefused(room) ? { advice, pictures } : { advice, pictures, world: worldOf(log, path) };
}
