import type { Choice, ClientProblem } from '@driftline/client';
import { check } from '@driftline/client/providers';
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
} from '@openfeature/server-sdk';
import { Connection, type ConnectionOptions } from '../shared/connection.ts';
import { loggedOf, unitOf } from '../shared/context.ts';
import { detailsOf, type FlagType, NOBODY, resolutionOf } from '../shared/resolution.ts';
import { Retries } from '../shared/retries.ts';

/** Where the service is, or a client that knows; and what is logged of contexts. */
export type DriftlineProviderOptions = ConnectionOptions & {
  /** Which members of the evaluation context are logged with a decision; all unless given. */
  readonly logged?: readonly string[];
};

/** Whether a decision could not be had because of the service, and not because of what was asked. */
function isOutage(problem: ClientProblem | null): problem is ClientProblem {
  return problem?.code === 'not-available' || problem?.code === 'timed-out';
}

/**
 * Evaluates flags by decisions: the flag is an experiment, `targetingKey` the unit, the variant the arm, the value the
 * arm's payload, or its key where it has none. Each evaluation is a decision, unless the experiment is `sticky`.
 *
 * @example
 * ```ts
 * await OpenFeature.setProviderAndWait(new DriftlineProvider({ url: 'https://decide.example', key }));
 * const client = OpenFeature.getClient();
 * const color = await client.getStringValue('checkout', 'blue', { targetingKey: 'visitor-7' });
 * client.track('checkout', { targetingKey: 'visitor-7' }, { value: 1 });
 * ```
 */
export class DriftlineProvider implements Provider {
  readonly metadata = { name: 'driftline' };
  readonly runsOn = 'server';
  readonly events = new OpenFeatureEventEmitter();
  readonly #connection: Connection;
  readonly #logged: readonly string[] | undefined;
  readonly #retries = new Retries(() => void this.#lookAgain());
  #isDown = false;
  #isClosed = false;

  constructor(options: DriftlineProviderOptions) {
    this.#connection = new Connection(options);
    this.#logged = options.logged;
  }

  /** Rejects where the service is not ready or does not take the key; it is looked at again until it does. */
  async initialize(): Promise<void> {
    const problem = await check(this.#connection.client);
    if (problem === null) return;
    this.#isDown = true;
    this.#retries.later();
    if (problem.code === 'not-allowed') throw new ProviderFatalError(problem.message);
    throw new GeneralError(problem.message);
  }

  /** A boolean flag. */
  resolveBooleanEvaluation(flagKey: string, defaultValue: boolean, context: EvaluationContext) {
    return this.#resolve(flagKey, defaultValue, context, 'boolean');
  }

  /** A flag that is a text; the arm's key where the arm has no payload. */
  resolveStringEvaluation(flagKey: string, defaultValue: string, context: EvaluationContext) {
    return this.#resolve(flagKey, defaultValue, context, 'string');
  }

  /** A flag that is a number. */
  resolveNumberEvaluation(flagKey: string, defaultValue: number, context: EvaluationContext) {
    return this.#resolve(flagKey, defaultValue, context, 'number');
  }

  /** A flag that is an object or a list. */
  resolveObjectEvaluation<T extends JsonValue>(
    flagKey: string,
    defaultValue: T,
    context: EvaluationContext,
  ) {
    return this.#resolve(flagKey, defaultValue, context, 'object');
  }

  /** A reward of the unit's last decision in the experiment of this name: `value`, or 1 where none is given. */
  track(experiment: string, context: EvaluationContext, details: TrackingEventDetails): void {
    this.#connection.rewardUnit(experiment, unitOf(context), details.value);
  }

  /** Waits for rewards that are under way; rejects where some could not be delivered. */
  async onClose(): Promise<void> {
    this.#isClosed = true;
    this.#retries.stop();
    const left = await this.#connection.close();
    if (left === 0) return;
    throw new GeneralError(
      `${left} rewards are not delivered; they are lost unless the client has a storage`,
    );
  }

  async #resolve<T>(
    experiment: string,
    defaultValue: T,
    context: EvaluationContext,
    wanted: FlagType,
  ): Promise<ResolutionDetails<T>> {
    const unit = unitOf(context);
    if (unit === undefined) return detailsOf(NOBODY, defaultValue, ErrorCode);
    const choice = await this.#connection.client.decide(experiment, {
      unit,
      fallback: '',
      ...loggedOf(context, this.#logged),
    });
    this.#note(choice.problem);
    const resolution = resolutionOf(choice, wanted);
    if (resolution.kind !== 'value') this.#giveBack(choice);
    return detailsOf(resolution, defaultValue, ErrorCode);
  }

  /** What was decided and is not shown must not count; what the unit had before may have been shown then. */
  #giveBack(choice: Choice): void {
    if (choice.decisionId === null || choice.reason === 'sticky') return;
    this.#connection.follow(choice.cancel());
  }

  #note(problem: ClientProblem | null): void {
    if (!isOutage(problem)) {
      if (problem === null) this.#up();
      return;
    }
    if (this.#isDown || this.#isClosed) return;
    this.#isDown = true;
    this.events.emit(ProviderEvents.Error, { message: problem.message });
    this.#retries.later();
  }

  #up(): void {
    if (!this.#isDown) return;
    this.#isDown = false;
    this.#retries.stop();
    this.events.emit(ProviderEvents.Ready);
  }

  async #lookAgain(): Promise<void> {
    const problem = await check(this.#connection.client);
    if (this.#isClosed) return;
    if (problem === null) this.#up();
    else this.#retries.later();
  }
}
