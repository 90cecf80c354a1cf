import { type Choice, decided, fallenBack } from './choice.ts';
import { ClientError, type ClientProblem, Reporter } from './client-problem.ts';
import { Deciding } from './deciding.ts';
import { Delivery } from './delivery.ts';
import { type Errand, millisOf, Outbox } from './outbox.ts';
import type { Outcome } from './outcome.ts';
import { exclusivelyAmongPages, watchPage } from './page.ts';
import { MemoryStorage, type RewardStorage } from './storage.ts';
import { type Surroundings, systemSurroundings } from './surroundings.ts';
import { type Answer, type Fetch, Transport } from './transport.ts';
import { type Undelivered, undeliveredOf } from './undelivered.ts';
import type { DecisionRequest, Json, Moment } from './wire.ts';

export interface DriftlineOptions {
  /** Of the service, such as `https://decide.example`. */
  readonly url: string;
  /** Made with `driftline keys add`; none is needed with `driftline serve --dev`. */
  readonly key?: string;
  /** After so many milliseconds without a decision the fallback is used; 250 unless given. */
  readonly timeout?: number;
  /** Where rewards wait until the service has them; memory unless given. */
  readonly storage?: RewardStorage;
  /** More rewards than this are not kept; 100 000 unless given. */
  readonly maxWaiting?: number;
  readonly fetch?: Fetch;
  /** Is given what went wrong; unless given, the console gets the first of each kind. */
  readonly onProblem?: (problem: ClientProblem) => void;
  /** Time, chance and timers, for tests. */
  readonly surroundings?: Partial<Surroundings>;
}

export interface DecideOptions extends DecisionRequest {
  /** The arm to use where the service does not answer in time. */
  readonly fallback: string;
  /** Asked again with the same key, the service gives the same decision; a new key unless given. */
  readonly idempotencyKey?: string;
}

function checkedUrl(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined || !/^https?:$/.test(parsed.protocol)) {
    throw new ClientError(
      `url must be the http or https address of a service, such as http://127.0.0.1:8080; got '${url}'`,
      'parameter-out-of-range',
    );
  }
  return `${parsed.origin}${parsed.pathname}`.replace(/\/+$/, '');
}

function checkedCount(name: string, value: number): number {
  if (Number.isFinite(value) && value > 0) return value;
  throw new ClientError(`${name} must be a number > 0; got ${value}`, 'parameter-out-of-range');
}

/**
 * Asks a decision service which arm to use, and reports rewards. After it is made nothing throws: without an answer in
 * time the fallback is used, and rewards are kept and tried again until the service has them, each counted once.
 *
 * @example
 * ```ts
 * const driftline = new Driftline({ url: 'https://decide.example', key, storage: localStorage });
 * const choice = await driftline.decide('checkout', { unit: 'visitor-7', fallback: 'blue' });
 * await choice.reward(1);
 * ```
 */
export class Driftline {
  readonly #surroundings: Surroundings;
  readonly #reporter: Reporter;
  readonly #transport: Transport;
  readonly #outbox: Outbox;
  readonly #delivery: Delivery;
  readonly #deciding: Deciding;
  readonly #forgetPage: () => void;

  constructor(options: DriftlineOptions) {
    const url = checkedUrl(options.url);
    const timeout = checkedCount('timeout', options.timeout ?? 250);
    const most = checkedCount('maxWaiting', options.maxWaiting ?? 100_000);
    const surroundings = { ...systemSurroundings, ...options.surroundings };
    const reporter = new Reporter(options.onProblem);
    const storage = options.storage ?? new MemoryStorage();
    const transport = new Transport(
      url,
      options.key,
      options.fetch ?? globalThis.fetch,
      surroundings,
    );
    const outbox = new Outbox({ url, most, storage, surroundings, reporter });
    const exclusively = exclusivelyAmongPages(`driftline ${url}`);
    const onUnused = (id: string, expiresAt: Moment | null) => void this.cancel(id, expiresAt);
    this.#surroundings = surroundings;
    this.#reporter = reporter;
    this.#transport = transport;
    this.#outbox = outbox;
    this.#delivery = new Delivery({ outbox, transport, surroundings, reporter, exclusively });
    this.#deciding = new Deciding({ transport, surroundings, timeout, onUnused });
    this.#forgetPage = watchPage(
      () => void this.#delivery.lastCall(),
      () => void this.flush(),
    );
    // What an earlier run of the program left.
    if (this.pending > 0) this.#delivery.start();
  }

  /** How many rewards and cancellations the service has not acknowledged yet. */
  get pending(): number {
    return this.#outbox.ids().length;
  }

  /**
   * Which arm to use. Never rejects: what went wrong is in `problem` of the choice, and `reason` is `fallback`.
   *
   * @typeParam Payload - the form of the arms' payloads, as the experiment declares them; it is not checked
   */
  async decide<Payload = Json>(
    experiment: string,
    options: DecideOptions,
  ): Promise<Choice<Payload>> {
    const { fallback, idempotencyKey, ...request } = options;
    const answer = await this.#deciding.ask({
      experiment,
      request,
      idempotencyKey: idempotencyKey ?? this.#surroundings.randomName(32),
      isOurs: idempotencyKey === undefined && request.unit === undefined,
    });
    if (!('arm' in answer)) {
      this.#reporter.reportFirst(`decide ${experiment}`, answer);
      return fallenBack(experiment, fallback, answer);
    }
    this.#reporter.over(`decide ${experiment}`);
    return decided(experiment, answer, this);
  }

  /**
   * Reports the reward of a decision whose id was kept, as in another program than the one that asked for it.
   *
   * @param expiresAt - of the decision: a week later the reward is given up; where it is null, a week after this call
   */
  reward(decisionId: string, value: number, expiresAt: Moment | null = null): Promise<Outcome> {
    return this.#run({ kind: 'reward', decisionId, value }, expiresAt);
  }

  /** Says that a decision was not acted upon, and gets no reward. */
  cancel(decisionId: string, expiresAt: Moment | null = null): Promise<Outcome> {
    return this.#run({ kind: 'cancel', decisionId }, expiresAt);
  }

  /**
   * Reports a reward of a unit's last decision. Which one that is, is asked for first and kept: however often the
   * reward is then tried again, it counts for that decision alone, once. While the service can't be asked, a newer
   * decision of the unit takes the older one's place.
   */
  rewardUnit(experiment: string, unit: string, value: number): Promise<Outcome> {
    return this.#run({ kind: 'find', experiment, unit, value }, null);
  }

  /**
   * Tries once, now, to deliver everything that waits, including rewards that are still on their way into the storage.
   * To be awaited before a program ends.
   *
   * @returns the rewards and cancellations that the service has not acknowledged, the oldest first; none if it has all.
   * They stay in the storage, and the client goes on trying until it is closed.
   */
  async flush(): Promise<readonly Undelivered[]> {
    await this.#outbox.added();
    await this.#delivery.flush();
    return undeliveredOf(this.#outbox);
  }

  /**
   * One request of the service's own interface, for what the client has no method for. Never rejects.
   *
   * @param body - as JSON; without one the path is only looked at
   * @param patience - milliseconds after which no answer is waited for
   */
  async request(path: string, body: string | undefined, patience: number): Promise<Answer> {
    const ending = new AbortController();
    const cancel = this.#surroundings.after(patience, () => ending.abort());
    const posted = body === undefined ? {} : { body };
    const answer = await this.#transport.send({ path, ...posted, signal: ending.signal });
    cancel();
    return answer;
  }

  /**
   * Sends what waits once more, in a request that outlives the page. The client itself does so when a page is left;
   * this is for what is reported in a handler of `pagehide`, which may run after the client's own.
   */
  sendBeforeLeaving(): Promise<void> {
    return this.#delivery.lastCall();
  }

  /** Ends all timers and listeners; what waits stays in the storage. */
  async close(): Promise<void> {
    this.#forgetPage();
    await this.#delivery.close();
  }

  async #run(errand: Errand, expiresAt: Moment | null): Promise<Outcome> {
    if ('value' in errand && !Number.isFinite(errand.value)) {
      const message = `a reward must be a finite number; got ${errand.value}; it is dropped`;
      this.#reporter.report({ code: 'reward-refused', message });
      return 'refused';
    }
    const id = await this.#outbox.add(errand, millisOf(expiresAt));
    if (id !== undefined) return this.#delivery.outcomeOf(id);
    const message = 'maxWaiting rewards are already waiting; this reward is dropped';
    this.#reporter.report({ code: 'too-many-waiting', message });
    return 'refused';
  }
}
