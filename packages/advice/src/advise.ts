/** Advice from a log: every question in its turn, each given what those before it have found. */
import type { KernelModule } from '@driftline/core/compiled';
import { adviseChoice, type ChoiceAnswer } from './choice/choice.ts';
import { type ChoiceRequest, USUAL_FOR } from './choice/request.ts';
import type { Advice } from './contract/advice.ts';
import type { BestOfKind } from './contract/choice.ts';
import type { Delays, LateSigns } from './contract/delays.ts';
import type { Drift, TestedDrift } from './contract/drift.ts';
import type { Gain, Room } from './contract/gain.ts';
import type { Log, Note, NoteCode, Reading } from './contract/log.ts';
import type { Logging, LoggingKind } from './contract/logging.ts';
import type { MeanPath, PowerTail } from './contract/path.ts';
import type { Pictures } from './contract/pictures.ts';
import { type Answer, isRefused, type Refusal } from './contract/refusal.ts';
import type { Tails } from './contract/tails.ts';
import type { RefusedValue, Value } from './contract/values.ts';
import type { OnStep, Step, Workers } from './contract/work.ts';
import type { World } from './contract/world.ts';
import { delaysOf, ripe, type Settled, settled } from './delays/delays.ts';
import { lateSigns } from './delays/late-signs.ts';
import { blockVariation } from './drift/block-variation.ts';
import { driftOf } from './drift/drift.ts';
import { eValueTest } from './drift/e-value.ts';
import { permutationTest } from './drift/permutation-test.ts';
import { isUnresolved } from './drift/unresolved.ts';
import { fittedPath } from './fits/fit.ts';
import { roomOf } from './gain/gain.ts';
import type { ServiceFacts } from './hand-over/service-body.ts';
import { loggingOf } from './log/logging.ts';
import { armSummaries, generalRefusal } from './log/summary.ts';
import { coursesOf } from './pictures/courses.ts';
import { recordOf } from './record.ts';
import { powerTails, tailPoints, tailsOf } from './tails/tails.ts';
import type { Contender, MeanWay } from './values/plan.ts';
import { type ValuesAnswer, valuesOf } from './values/values.ts';
import { wayOf } from './values/way.ts';
import { gainWithheld, meansWithheld, undecided, withoutSquares } from './withheld.ts';
import { counted, listed } from './words/numbers.ts';
import { contextText } from './words/opening.ts';
import { ARRIVAL_REMEDY } from './words/refusals.ts';
import { fitLevels, smoothedPath } from './worlds/level-fit.ts';
import { residualsOf } from './worlds/noise.ts';
import { seenRange, worldOf } from './worlds/world.ts';

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
  /**
   * Whose values are told, beside that of the best fixed arm: policies as written, a kind whose memory is asked for, or
   * `advice`. Absent: the advice and those named; the best of each kind too where the log is not long.
   */
  readonly values?: readonly string[] | undefined;
  /** Kinds of policies whose memory is asked for. */
  readonly kinds?: readonly string[] | undefined;
  /** Whether the variation of block means is wanted, too. */
  readonly hasVariation?: boolean | undefined;
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
  /** Facts about the log that a service needs; present if there is a simulation. */
  readonly service?: ServiceFacts;
}

/** Weights of rows, where choices used a context that the log does not hold. */
function weightsOf({ propensity }: Log, { usesContext }: Logging): Float64Array | undefined {
  return usesContext && propensity !== undefined ? propensity.map((p) => 1 / p) : undefined;
}

/** Answers all questions. */
export async function advise(request: AdviceRequest, work: AdviceWork): Promise<Advised> {
  return new Adviser(request, work).answer();
}

/** From so many rows on, only what was asked for is valued beside the advice. */
const MANY_ROWS = 1_000_000;

/** The advice as it would have been selected, for its value. */
function advisedContender({ choice, byFold }: ChoiceAnswer): string | Contender {
  if (isRefused(choice)) return 'auto';
  if (byFold.length === 0) return choice.spec;
  return { name: choice.spec, byFold: byFold.map(({ spec }) => spec) };
}

/** The best of each kind that was asked for. */
function kindsOf({ choice }: ChoiceAnswer): BestOfKind[] {
  return isRefused(choice) ? [] : choice.for.flatMap((kind) => (isRefused(kind) ? [] : [kind]));
}

/** Kinds whose values are asked for, and whose memory the log cannot tell: neither can it tell their values. */
function openKinds(
  chosen: ChoiceAnswer,
  { values = [], kinds = USUAL_FOR }: AdviceRequest,
): RefusedValue[] {
  const { choice } = chosen;
  const known = kindsOf(chosen).map(({ policy }) => policy);
  const why = isRefused(choice) ? choice : choice.for.find(isRefused);
  const { refused, need } = why ?? { refused: 'memory-length-unknown', need: {} };
  return values
    .filter((each) => kinds.includes(each) && !known.includes(each))
    .map((policy) => ({ policy, refused, need }));
}

/** Whose values are told: those asked for; else the advice, those named, and of a log that is not long the best of each kind. */
function contendersOf(chosen: ChoiceAnswer, request: AdviceRequest): (string | Contender)[] {
  const { policies = [], values, log } = request;
  const advised = advisedContender(chosen);
  const name = typeof advised === 'string' ? advised : advised.name;
  const kinds = kindsOf(chosen);
  if (values !== undefined) {
    const open = openKinds(chosen, request).map(({ policy }) => policy);
    const told = values.filter((each) => !open.includes(each));
    const specs = told.map((each) => {
      if (each === 'advice') return name;
      return kinds.find(({ policy }) => policy === each)?.spec ?? each;
    });
    return [...new Set(specs)].map((spec) => (spec === name ? advised : spec));
  }
  const isUsual = log.rows < MANY_ROWS && !isRefused(chosen.choice);
  const usual = isUsual ? [...kinds.map(({ spec }) => spec), 'ucb1'] : [];
  const others = [...new Set([...policies, ...usual])].filter((spec) => spec !== name);
  return [advised, ...others];
}

/** What the advice would take of the gain of adapting, where its value is told. */
function gainOf(
  room: Answer<Room>,
  choice: ChoiceAnswer['choice'],
  values: readonly Value[],
): Answer<Gain> {
  const spec = isRefused(choice) ? 'auto' : choice.spec;
  const own = values.find(({ policy }) => policy === spec);
  if (isRefused(room) || own === undefined || isRefused(own)) return room;
  const { aboveFixed } = own;
  if (aboveFixed === undefined) return room;
  return {
    ...room,
    taken: aboveFixed.value,
    takenLow: aboveFixed.low,
    takenHigh: aboveFixed.high,
  };
}

/** What would have been played, left open. */
function withheld(
  why: Refusal,
  { policies = [], values: asked = ['advice', ...policies] }: AdviceRequest,
): { chosen: ChoiceAnswer; valued: ValuesAnswer } {
  const names = asked.map((each) => (each === 'advice' ? 'auto' : each));
  const values = [...new Set(names)].map((policy) => ({ policy, ...why }));
  return {
    chosen: { choice: why, byFold: [] },
    valued: { values, notes: [], supportOverTime: undefined },
  };
}

/** Warns if another policy would have been chosen without some of the rows. */
function refitNotes({ choice, byFold }: ChoiceAnswer): Note[] {
  if (isRefused(choice) || byFold.length === 0) return [];
  const others = byFold.filter(({ policy }) => policy !== choice.policy);
  if (others.length === 0) return [];
  const names = listed([...new Set(others.map(({ policy }) => policy))], 'or');
  const reruns = `in ${others.length} of ${byFold.length} reruns, each without a fifth of the decisions and with fewer simulations, another policy won (${names}).`;
  const isUnstable = 2 * others.length > byFold.length;
  const text = isUnstable ? `This choice is not stable: ${reruns}` : `But ${reruns}`;
  return [{ code: 'choice-unstable', text, isWarning: false }];
}

/** What is known of a log before the first question, and how late its rewards come. */
interface Ripened extends Settled {
  readonly delays: Answer<Delays>;
  readonly late: LateSigns | undefined;
}

function ripened({ log: whole, attribution }: AdviceRequest): Ripened {
  const delays = delaysOf(whole);
  const isTold = !isRefused(delays) || attribution !== undefined;
  const isLong = generalRefusal(whole, armSummaries(whole)) === undefined;
  return {
    ...settled(ripe(whole, delays, attribution), isTold),
    delays,
    late: isTold || !isLong ? undefined : lateSigns(whole),
  };
}

/** The test that suits how choices were made: permutations need that they did not depend on rewards. */
function testOf(log: Log, { kind }: Logging, seed: number): TestedDrift | undefined {
  return kind === 'uniform' || kind === 'random' ? permutationTest(log, seed) : eValueTest(log);
}

/** What is to be noted of rewards that have not come, or may not have. */
function lateNotes({ late, delays, settled: zeros, open }: Ripened): Note[] {
  if (open > 0 && isRefused(delays)) {
    const text = `${counted(open, 'decision')} without a reward ${open === 1 ? 'is' : 'are'} ignored. If a missing reward means 0, add --missing zero, or state the longest possible delay with --attribution (such as 24h).`;
    return [{ code: 'missing-pending', text, isWarning: true }];
  }
  if (zeros > 0) {
    const text = `${counted(zeros, 'decision')} had enough time to receive a reward and received none. ${zeros === 1 ? 'It counts' : 'They count'} as 0.`;
    return [{ code: 'missing-as-zero', text, isWarning: false }];
  }
  if (late?.isSuspected === true) {
    const text = `Toward the end of the log rewards decline more and more on all arms, so rewards may arrive late. ${ARRIVAL_REMEDY}`;
    return [{ code: 'rewards-late', text, isWarning: true }];
  }
  if (late?.isPoor === true) {
    const text = `At the end of the log rewards are lower on all arms, to the same degree. This is treated as a change, but late rewards could look the same. ${ARRIVAL_REMEDY}`;
    return [{ code: 'rewards-late', text, isWarning: true }];
  }
  return [];
}

/** What is to be noted of the answers. */
function answerNotes(ready: Ripened, { usesContext }: Logging): Note[] {
  const { delays, log } = ready;
  const notes: Note[] = [];
  const say = (code: NoteCode, text: string) => notes.push({ code, text, isWarning: true });
  notes.push(...lateNotes(ready));
  if (!isRefused(delays) && (delays.differsByArm === true || delays.differsByReward === true)) {
    const what = delays.differsByArm === true ? 'the arm' : 'the reward';
    say('delays-differ', `Delays depend on ${what}. The simulations ignore this.`);
  }
  if (usesContext) {
    say('context-used', contextText(log.propensity !== undefined));
  }
  return notes;
}

const UNRESOLVED: Note = {
  code: 'movement-too-fast',
  text: 'Arms change faster than this log can follow. Recommended memory lengths tend to be too long, and the values under question 3 too low.',
  isWarning: true,
};

const ALIKE: Note = {
  code: 'rows-autocorrelated',
  text: 'Neighboring rows resemble each other, but intervals treat rows as independent. The intervals are too narrow.',
  isWarning: true,
};

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
    const { seed, reading, name, log: whole } = this.#request;
    await this.#begin('delays');
    const ready = ripened(this.#request);
    const { log, late } = ready;
    await this.#begin('logging');
    const logging = loggingOf(log, this.#request.logging);
    const weights = weightsOf(log, logging);
    await this.#begin('drift');
    const found = driftOf(log, testOf(log, logging, seed), weights);
    await this.#begin('gain');
    const room = roomOf(log, logging, found.data, found.fit, seed);
    const path = fittedPath(found.data, found.fit);
    await this.#begin('tails');
    const known = this.#known(ready, logging, path);
    const why = meansWithheld({ late, logging, tails: known.tails });
    const drift = undecided(withoutSquares(found.drift, known.tails), why);
    const fitted = (without?: number) => fittedPath(found.data, found.fit, without);
    const { chosen, valued } =
      why === undefined
        ? await this.#played(known, drift, { weights, fitted }, wayOf(found))
        : withheld(why, this.#request);
    const world = isRefused(chosen.choice) ? undefined : this.#world(known, weights);
    const isMissed = world !== undefined && isUnresolved(log, world.path, weights);
    const advice = recordOf(
      this.#request,
      { name, reading, log, pending: whole.rows - log.rows, logging },
      {
        delays: ready.delays,
        ...(late === undefined ? {} : { late }),
        ...this.#variation(log),
        drift,
        advice: chosen.choice,
        values: valued.values,
        tails: known.tails,
        gain: why ?? gainWithheld(drift) ?? gainOf(room, chosen.choice, valued.values),
      },
      [
        ...answerNotes(ready, logging),
        ...(isMissed ? [UNRESOLVED] : []),
        ...(gainWithheld(drift) === undefined ? [] : [ALIKE]),
        ...valued.notes,
        ...refitNotes(chosen),
      ],
    );
    const pictures = {
      courses: coursesOf(log, path, whole),
      ...supportOf(valued, log),
      ...(isRefused(known.tails) ? {} : { tails: tailPoints(log, known.residuals) }),
    };
    if (world === undefined) return { advice, pictures };
    return { advice, pictures, world, service: this.#serviceFacts(log) };
  }

  #serviceFacts(log: Log): ServiceFacts {
    const { attribution } = this.#request;
    const isTimed = attribution !== undefined && log.clock === 'milliseconds';
    return {
      rewards: seenRange(log),
      isBinary: log.rewards.kind === 'binary',
      ...(isTimed ? { attribution } : {}),
    };
  }

  #variation(log: Log): Pick<Advice, 'variation'> {
    const { hasVariation, seed } = this.#request;
    return hasVariation === true ? { variation: blockVariation(log, seed) } : {};
  }

  /** What both playing questions are told. */
  #known({ log, delays }: Ripened, logging: Logging, path: MeanPath): Known {
    const { seed, batch } = this.#request;
    // Of 0 and 1 there are none.
    const found = log.rewards.kind === 'binary' ? [] : residualsOf(log, path);
    const tails = tailsOf(log, found);
    // Of a long log they take much room, which is needed elsewhere.
    const residuals = isRefused(tails) ? [] : found;
    const isHeavy = !isRefused(tails) && tails.verdict !== 'light';
    return {
      ...{ log, logging, seed, batch, tails, residuals },
      powerTails: isHeavy ? powerTails(residuals, tails) : undefined,
      delays: isRefused(delays) ? undefined : delays,
      kernels: this.#work.kernels,
    };
  }

  /** The questions whose answers are played. */
  async #played(
    known: Known,
    drift: Drift,
    rest: Pick<ChoiceRequest, 'weights' | 'fitted'>,
    way: MeanWay,
  ) {
    const { horizon, policies, isQuick, kinds } = this.#request;
    const { workers, onStep } = this.#work;
    await this.#begin('choice');
    const asked = { ...known, ...rest, drift, horizon, policies, isQuick, for: kinds };
    const chosen = await adviseChoice(asked, workers, onStep);
    await this.#begin('values');
    const contenders = contendersOf(chosen, this.#request);
    const valued = await valuesOf({ ...known, way, policies: contenders }, workers, onStep);
    const values = [...openKinds(chosen, this.#request), ...valued.values];
    return { chosen, valued: { ...valued, values } };
  }

  #world(
    { log, delays, batch, powerTails: tails }: Known,
    weights: Float64Array | undefined,
  ): World {
    return worldOf(log, smoothedPath(fitLevels(log, { weights })).path, { delays, batch, tails });
  }
}

/** What the playing questions are told. */
interface Known {
  readonly log: Log;
  readonly logging: Logging;
  readonly seed: number;
  readonly batch: number | undefined;
  readonly tails: Answer<Tails>;
  readonly residuals: readonly Float64Array[];
  readonly powerTails: readonly PowerTail[] | undefined;
  readonly delays: Delays | undefined;
  readonly kernels: KernelModule | undefined;
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
