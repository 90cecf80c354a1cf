/**
 * Clients of a team of services, as they are behind a balancer: whatever one service does not acknowledge is asked of
 * the next, with the same keys, until it is acknowledged.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { BatchOperation, BatchResult } from '@driftline/client/wire';
import { sendBatch } from './client.ts';
import type { Block, Discrepancies, Ledger } from './ledger.ts';
import { lostOf } from './load.ts';

/** Between rounds in which nobody acknowledged. */
const PAUSE_MILLIS = 20;

export interface TeamLoadOptions {
  readonly experiment: string;
  readonly clients: number;
  /** Where to ask; the list may change at any time. */
  addresses(): readonly string[];
  /** Milliseconds, for the record: nothing is judged by them. */
  readonly clock?: (() => number) | undefined;
}

/** What clients saw. */
export interface Sighted extends Discrepancies {
  /** All requests that were sent. */
  requests: number;
  /** Requests that were not acknowledged as a whole, by why. */
  readonly refusals: Map<string, number>;
  /** The longest that somebody waited for his acknowledgement, in milliseconds, over all his tries. */
  longest: number;
  /** The most tries that something took. */
  tries: number;
  /** Answers that no client should get, in words; nobody goes on after the first. */
  readonly strange: string[];
}

const STATUSES = new Set(['counted', 'duplicate']);

export class TeamLoad {
  readonly seen: Sighted = {
    ...{ lost: 0, wrong: 0, requests: 0, longest: 0, tries: 0 },
    ...{ refusals: new Map(), strange: [] },
  };
  readonly ledger: Ledger;
  readonly #options: TeamLoadOptions;
  readonly #rewarded = new Set<number>();
  readonly #stopping = new AbortController();
  #turn = 0;

  constructor(ledger: Ledger, options: TeamLoadOptions) {
    this.ledger = ledger;
    this.#options = options;
  }

  /** Lets all clients work; resolves when they were told to stop, and all that they began is acknowledged. */
  async run(): Promise<void> {
    const { clients } = this.#options;
    await Promise.all(Array.from({ length: clients }, () => this.#client()));
  }

  stop(): void {
    this.#stopping.abort();
  }

  /** What was acknowledged last. */
  get recent(): readonly Block[] {
    const acknowledged = this.ledger.blocks.filter(({ rewarded }) => rewarded);
    return acknowledged.slice(-2 * this.#options.clients);
  }

  /** Asks for acknowledged blocks again, and notes what of them is lost. */
  async askAgain(address: string, blocks: readonly Block[]): Promise<void> {
    this.seen.lost += await lostOf(address, this.ledger, blocks, this.#options.experiment);
  }

  async #client(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const block = this.ledger.take();
      try {
        await this.#finish(block);
      } catch (error) {
        this.seen.strange.push(error instanceof Error ? error.message : String(error));
        this.stop();
      }
      this.ledger.giveBack(block);
    }
  }

  async #finish(block: Block): Promise<void> {
    const { ledger } = this;
    const places = Array.from({ length: block.size }, (_, i) => block.from + i);
    const { experiment: decide } = this.#options;
    const decisions = places.map((each) => ({ decide, idempotencyKey: ledger.keyOf(each) }));
    await this.#acknowledged(decisions, (i, ok) => this.#noteDecision(places[i], ok));
    block.decided = true;
    const rewards = places.map((each) => ({
      ...{ reward: ledger.idOf(each), value: ledger.valueOf(each) },
    }));
    await this.#acknowledged(rewards, (i, ok) => this.#noteReward(places[i], ok));
    block.rewarded = true;
  }

  #noteDecision(operation: number, { decisionId }: { readonly decisionId?: unknown }): void {
    if (!this.ledger.noteDecision(operation, String(decisionId))) this.seen.wrong += 1;
  }

  /** Once it is acknowledged, to count it again would be to count it twice. */
  #noteReward(operation: number, { status }: { readonly status?: unknown }): void {
    if (!STATUSES.has(String(status))) throw new Error(`a reward was answered with ${status}`);
    if (status === 'counted' && this.#rewarded.has(operation)) this.seen.wrong += 1;
    this.#rewarded.add(operation);
  }

  /** Asks one after the other until all is acknowledged; what is acknowledged before is noted, too. */
  async #acknowledged(
    operations: readonly BatchOperation[],
    note: (place: number, ok: object) => void,
  ): Promise<void> {
    const { clock = () => 0 } = this.#options;
    const began = clock();
    for (let tries = 1; ; tries++) {
      const addresses = this.#options.addresses();
      this.seen.requests += 1;
      this.seen.tries = Math.max(this.seen.tries, tries);
      const results = await sendBatch(addresses[this.#turn++ % addresses.length], operations);
      const refusals = this.#refusals(results);
      for (const [i, result] of (results ?? []).entries()) if ('ok' in result) note(i, result.ok);
      if (refusals.length === 0) break;
      for (const why of new Set(refusals))
        this.seen.refusals.set(why, (this.seen.refusals.get(why) ?? 0) + 1);
      // A service that never gets over a fault is wrong; the others would wait for ever.
      if (this.#stopping.signal.aborted && this.seen.strange.length > 0)
        throw new Error(refusals[0]);
      if (tries % addresses.length === 0) await sleep(PAUSE_MILLIS);
    }
    this.seen.longest = Math.max(this.seen.longest, clock() - began);
  }

  #refusals(results: readonly BatchResult[] | undefined): string[] {
    if (results === undefined) return ['no answer'];
    return results.flatMap((result) => {
      if ('ok' in result) return [];
      const { status, type } = result.problem;
      // What was acknowledged is not there any more.
      if (status === 404) this.seen.lost += 1;
      if (status !== 503 && status !== 502) throw new Error(`${type}: ${result.problem.detail}`);
      return [type.replace('/problems/', '')];
    });
  }
}
