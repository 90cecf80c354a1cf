/** The client that a provider works with: its own, or one that the application has anyway. */
import {
  type ClientProblem,
  Driftline,
  type DriftlineOptions,
  type Outcome,
} from '@driftline/client';

/** Where the service is, or a client that knows. */
export type ConnectionOptions =
  | DriftlineOptions
  | {
      /** Is flushed when the provider is closed, and stays open. */
      readonly client: Driftline;
      /** Is given what `track` could not do; the console unless given. */
      readonly onProblem?: (problem: ClientProblem) => void;
    };

/** What `track` means where no value is given: it happened. */
const HAPPENED = 1;

export class Connection {
  readonly client: Driftline;
  readonly #isOwn: boolean;
  readonly #onProblem: (problem: ClientProblem) => void;
  readonly #underWay = new Set<Promise<Outcome>>();

  constructor(options: ConnectionOptions) {
    this.#isOwn = !('client' in options);
    this.client = 'client' in options ? options.client : new Driftline(options);
    this.#onProblem =
      options.onProblem ?? (({ message, code }) => console.warn(`driftline: ${message} [${code}]`));
  }

  /** Sees to it that closing waits for this. */
  follow(outcome: Promise<Outcome>): void {
    this.#underWay.add(outcome);
    void outcome.finally(() => this.#underWay.delete(outcome));
  }

  /** A reward of the unit's last decision. */
  rewardUnit(experiment: string, unit: string | undefined, value: number = HAPPENED): void {
    if (unit === undefined) {
      this.refuse(experiment, 'the context has no targetingKey');
      return;
    }
    this.follow(this.client.rewardUnit(experiment, unit, value));
  }

  rewardChoice(reward: (value: number) => Promise<Outcome>, value: number = HAPPENED): void {
    this.follow(reward(value));
  }

  /** A reward that can't be given to any decision. */
  refuse(experiment: string, why: string): void {
    const message = `track('${experiment}') sends no reward: ${why}`;
    this.#onProblem({ code: 'reward-refused', message, experiment });
  }

  /** Waits for what is under way, and tries once more. @returns how much the service still has not got */
  async close(): Promise<number> {
    await Promise.all(this.#underWay);
    const left = await this.client.flush();
    if (this.#isOwn) await this.client.close();
    return left.length;
  }
}
