import type { Choice } from '@driftline/client';
import { decideAll, systemSurroundings } from '@driftline/client/providers';
import {
  ErrorCode,
  type EvaluationContext,
  GeneralError,
  type JsonValue,
  OpenFeatureEventEmitter,
  type Provider,
  ProviderEvents,
  ProviderFatalError,
  type ResolutionDetails,
  type TrackingEventDetails,
} from '@openfeature/web-sdk';
import { Connection, type ConnectionOptions } from '../shared/connection.ts';
import { loggedOf, unitOf } from '../shared/context.ts';
import {
  detailsOf,
  type FlagType,
  failure,
  NOBODY,
  type Resolution,
  resolutionOf,
} from '../shared/resolution.ts';
import { Retries } from '../shared/retries.ts';
import { Pages } from './pages.ts';
import { Round } from './round.ts';

/** Where the service is, or a client that knows; which experiments a page shows; and what is logged of contexts. */
export type DriftlineWebProviderOptions = ConnectionOptions & {
  /** The experiments that the page may show: these are decided in advance, and no others. */
  readonly experiments: readonly string[];
  /** So many milliseconds decisions are waited for before defaults are used until they arrive; 1000 unless given. */
  readonly timeout?: number;
  /** Which members of the evaluation context are logged with a decision; all unless given. */
  readonly logged?: readonly string[];
};

/** After so many milliseconds an answer is given up, and asked for again. */
const PATIENCE = 10_000;

/** What is not shown is given back after this share of the time for which it is waited for. */
const LAPSE = 0.8;
/** Not more often than this, in milliseconds, also where the clock of the page is wrong. */
const SHORTEST_LAPSE = 10_000;
/** The longest that a timer can be set to. */
const LONGEST_LAPSE = 2 ** 31 - 1;

const NOT_READY = failure('PROVIDER_NOT_READY', 'there is no decision yet');

/** Where the key is not taken, nothing that this page does will help. */
function refusalOf(round: Round, experiments: readonly string[]): Error | undefined {
  const problems = experiments.map((experiment) => round.held(experiment)?.choice.problem ?? null);
  const [first] = problems;
  const isRefused = problems.every((problem) => [401, 403].includes(problem?.problem?.status ?? 0));
  return isRefused && first ? new ProviderFatalError(first.message) : undefined;
}

/**
 * Evaluates flags by decisions that are made in advance, for all listed experiments in one request, when the provider
 * is set and when another unit is. What was not evaluated by the time the page goes, or the unit changes, is cancelled:
 * it was not shown, and must not count.
 *
 * @example
 * ```ts
 * await OpenFeature.setContext({ targetingKey: 'visitor-7' });
 * const provider = new DriftlineWebProvider({ url, key, experiments: ['checkout'] });
 * await OpenFeature.setProviderAndWait(provider);
 * const client = OpenFeature.getClient();
 * const color = client.getStringValue('checkout', 'blue');
 * client.track('checkout', { value: 1 });
 * ```
 */
export class DriftlineWebProvider implements Provider {
  readonly metadata = { name: 'driftline' };
  readonly runsOn = 'client';
  /** Decisions are for one unit at a time. */
  readonly domainScoped = true;
  readonly events = new OpenFeatureEventEmitter();
  readonly #connection: Connection;
  readonly #experiments: readonly string[];
  readonly #timeout: number;
  readonly #logged: readonly string[] | undefined;
  readonly #pages: Pages;
  readonly #retries = new Retries(() => void this.#ask());
  readonly #underWay = new Set<Promise<unknown>>();
  /** Undefined until the first context is there; null where that names nobody. */
  #round: Round | null | undefined;
  /** What evaluations are answered from: the round before, until there is something of the present one. */
  #shown: Round | null | undefined;
  #asking: { readonly round: Round; readonly answer: Promise<Error | undefined> } | undefined;
  #isDown = false;
  #isClosed = false;
  #stopLapse = () => {};

  constructor(options: DriftlineWebProviderOptions) {
    const { experiments, timeout = 1000, logged } = options;
    this.#connection = new Connection(options);
    this.#experiments = [...new Set(experiments)];
    this.#timeout = timeout;
    this.#logged = logged;
    this.#pages = new Pages({
      onLeaving: () => this.#leave(),
      onReturning: () => this.#refresh(),
      onOnline: () => this.#retries.now(),
      onGiven: (decisionId) => {
        this.#round?.share(decisionId);
        this.#shown?.share(decisionId);
      },
    });
  }

  /** Decides for the listed experiments; rejects where that takes too long or fails, and goes on trying. */
  initialize(context: EvaluationContext = {}): Promise<void> {
    return this.#begin(context);
  }

  /** Decides anew where another unit is named; else nothing does change, as contexts have no part in the choice. */
  onContextChange(_old: EvaluationContext, context: EvaluationContext): Promise<void> | undefined {
    if (this.#round !== undefined && unitOf(context) === this.#round?.unit) return undefined;
    return this.#begin(context);
  }

  /** A boolean flag. */
  resolveBooleanEvaluation(flagKey: string, defaultValue: boolean) {
    return this.#resolve(flagKey, defaultValue, 'boolean');
  }

  /** A flag that is a text; the arm's key where the arm has no payload. */
  resolveStringEvaluation(flagKey: string, defaultValue: string) {
    return this.#resolve(flagKey, defaultValue, 'string');
  }

  /** A flag that is a number. */
  resolveNumberEvaluation(flagKey: string, defaultValue: number) {
    return this.#resolve(flagKey, defaultValue, 'number');
  }

  /** A flag that is an object or a list. */
  resolveObjectEvaluation<T extends JsonValue>(flagKey: string, defaultValue: T) {
    return this.#resolve(flagKey, defaultValue, 'object');
  }

  /**
   * A reward, `value` or 1 where none is given: of the decision that this page shows; where the experiment is not
   * listed here, of the unit's last decision.
   */
  track(experiment: string, context: EvaluationContext, { value }: TrackingEventDetails): void {
    if (!this.#experiments.includes(experiment)) {
      this.#connection.rewardUnit(experiment, unitOf(context), value);
      return;
    }
    const held = this.#shown?.held(experiment);
    if (held !== undefined && (held.isShown || held.choice.reason === 'sticky')) {
      this.#connection.rewardChoice((reward) => held.choice.reward(reward), value);
      return;
    }
    this.#connection.refuse(experiment, 'the decision was not shown on this page');
  }

  /** Gives back what was not shown, and waits for what is under way. */
  async onClose(): Promise<void> {
    this.#isClosed = true;
    this.#pages.close();
    this.#retries.stop();
    this.#stopLapse();
    this.#giveBack();
    // What is still to be answered is to be cancelled.
    await Promise.all(this.#underWay);
    await this.#connection.close();
  }

  #resolve<T>(experiment: string, defaultValue: T, wanted: FlagType): ResolutionDetails<T> {
    return detailsOf(this.#resolution(experiment, wanted), defaultValue, ErrorCode);
  }

  #resolution(experiment: string, wanted: FlagType): Resolution {
    if (!this.#experiments.includes(experiment)) {
      const listed = this.#experiments.join(', ');
      return failure(
        'FLAG_NOT_FOUND',
        `${experiment} is not in the experiments of the provider: ${listed}`,
      );
    }
    if (this.#shown === null) return NOBODY;
    const held = this.#shown?.held(experiment);
    if (held === undefined) return NOT_READY;
    const resolution = resolutionOf(held.choice, wanted);
    if (resolution.kind === 'value') held.isShown = true;
    return resolution;
  }

  async #begin(context: EvaluationContext): Promise<void> {
    const unit = unitOf(context);
    const round = unit === undefined ? null : new Round(unit, loggedOf(context, this.#logged));
    const before = this.#round;
    this.#retries.stop();
    this.#round = round;
    if (before && this.#asking?.round !== before) this.#follow(this.#forget(before));
    if (round === null) {
      this.#show(null);
      return;
    }
    const wrong = await this.#inTime(this.#ask());
    if (wrong === undefined || this.#round !== round) return;
    this.#isDown = true;
    this.#show(round);
    throw wrong;
  }

  /** What is wrong with an answer, or that it takes too long. */
  async #inTime(asked: Promise<Error | undefined>): Promise<Error | undefined> {
    let stopWaiting = () => {};
    const late = new Promise<Error>((resolve) => {
      const message = `no decisions within ${this.#timeout} ms; defaults are used until they arrive`;
      stopWaiting = systemSurroundings.after(this.#timeout, () =>
        resolve(new GeneralError(message)),
      );
    });
    const wrong = await Promise.race([asked, late]);
    stopWaiting();
    return wrong;
  }

  /** Asks for what is missing of the present round, once at a time. @returns what is wrong, if something is */
  #ask(): Promise<Error | undefined> {
    const round = this.#round;
    if (round === null || round === undefined) return Promise.resolve(undefined);
    if (this.#asking?.round === round) return this.#asking.answer;
    const answer = this.#askFor(round).finally(() => {
      if (this.#asking?.round === round) this.#asking = undefined;
    });
    this.#follow(answer);
    this.#asking = { round, answer };
    return answer;
  }

  /** Sees to it that closing waits for this. */
  #follow(work: Promise<unknown>): void {
    this.#underWay.add(work);
    void work.finally(() => this.#underWay.delete(work));
  }

  /** Asks once more for what may have been decided for a unit that is not the present one, to cancel it. */
  async #forget(round: Round): Promise<void> {
    const wishes = round.unanswered();
    if (wishes.length === 0) return;
    round.adopt(await decideAll(this.#connection.client, wishes, PATIENCE));
    this.#cancel(round.takeUnshown());
  }

  async #askFor(round: Round): Promise<Error | undefined> {
    let wishes = round.wishes(this.#experiments);
    const asked = wishes.map(({ experiment }) => experiment);
    // What was given back while the answer was under way is asked for after it.
    for (; wishes.length > 0; wishes = round.wishes(this.#experiments)) {
      const choices = await decideAll(this.#connection.client, wishes, PATIENCE);
      if (this.#isClosed || this.#round !== round) {
        // Nobody will see these.
        const missing = round.adopt(choices);
        this.#cancel(round.takeUnshown());
        if (missing !== null) await this.#forget(round);
        return undefined;
      }
      const problem = round.adopt(choices);
      this.#show(round);
      this.#pages.announce(round.givenAgain());
      this.#watchLapse();
      if (problem !== null) {
        this.#retries.later();
        return new GeneralError(problem.message);
      }
    }
    this.#retries.stop();
    this.#up(asked);
    return refusalOf(round, this.#experiments);
  }

  /** From now on evaluations are answered from this round; of the one before, what was not shown is given back. */
  #show(round: Round | null): void {
    if (this.#shown === round) return;
    this.#giveBack();
    this.#shown = round;
  }

  #up(flagsChanged: string[]): void {
    if (!this.#isDown) return;
    this.#isDown = false;
    this.events.emit(ProviderEvents.Ready);
    this.events.emit(ProviderEvents.ConfigurationChanged, { flagsChanged });
  }

  #giveBack(): void {
    this.#cancel(this.#shown?.takeUnshown() ?? []);
  }

  #cancel(choices: readonly Choice[]): void {
    for (const choice of choices) this.#connection.follow(choice.cancel());
  }

  #leave(): void {
    this.#stopLapse();
    this.#giveBack();
    void this.#connection.client.sendBeforeLeaving();
  }

  /** Decides anew what was given back; until that is there, the default is used. */
  #refresh(): void {
    if (this.#isClosed || this.#round === null || this.#round === undefined) return;
    if (this.#round.wishes(this.#experiments).length === 0) return;
    if (!this.#isDown) {
      this.#isDown = true;
      this.events.emit(ProviderEvents.Stale, {
        message: 'decisions that were not shown are requested again',
      });
    }
    void this.#ask();
  }

  /** What a page holds for long without showing it would expire, and silence may count: it is decided anew before. */
  #watchLapse(): void {
    this.#stopLapse();
    const expiry = this.#shown?.firstExpiry();
    if (expiry === undefined) return;
    const wait = (expiry - systemSurroundings.now()) * LAPSE;
    const bounded = Math.min(Math.max(wait, SHORTEST_LAPSE), LONGEST_LAPSE);
    this.#stopLapse = systemSurroundings.after(bounded, () => {
      this.#giveBack();
      // A page that nobody sees would decide and cancel for ever.
      if (!this.#pages.isHidden) this.#refresh();
    });
  }
}
