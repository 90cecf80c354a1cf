/** What clients asked of a service and what was acknowledged, to be held against what it has after a fault. */
import type { ExportLine } from '@driftline/client/wire';

/** Operations that go together in a request. */
export interface Block {
  /** Where its operations begin in the ledger. */
  readonly from: number;
  readonly size: number;
  /** Whether all its decisions, and all its rewards, are acknowledged. */
  decided: boolean;
  rewarded: boolean;
}

/** What is wrong between the ledger and the service. */
export interface Discrepancies {
  /** Acknowledged decisions and rewards that are not there. */
  lost: number;
  /** Rewards of another value, decisions given twice, numbers with holes, and what nobody asked for. */
  wrong: number;
}

export class Ledger {
  readonly #blocks: Block[] = [];
  readonly #ids: (string | undefined)[] = [];
  /** Blocks that somebody works on. */
  readonly #taken = new Set<Block>();
  readonly #size: number;

  /** @param size - of each block */
  constructor(size: number) {
    this.#size = size;
  }

  get blocks(): readonly Block[] {
    return this.#blocks;
  }

  /** How many rewards are acknowledged. */
  get acknowledged(): number {
    return this.#blocks.reduce((sum, { rewarded, size }) => sum + (rewarded ? size : 0), 0);
  }

  /** A block that is not finished, or a new one. */
  take(): Block {
    const open = this.#blocks.findLast((block) => !block.rewarded && !this.#taken.has(block));
    if (open !== undefined) {
      this.#taken.add(open);
      return open;
    }
    const from = this.#size * this.#blocks.length;
    const block = { from, size: this.#size, decided: false, rewarded: false };
    this.#blocks.push(block);
    this.#taken.add(block);
    return block;
  }

  giveBack(block: Block): void {
    this.#taken.delete(block);
  }

  /** Blocks of which somebody does not know how they ended. */
  get open(): readonly Block[] {
    return this.#blocks.filter(({ rewarded }) => !rewarded);
  }

  keyOf(operation: number): string {
    return `operation-${operation}`;
  }

  /** Each operation has a reward of its own, so that one in the wrong place is seen. */
  valueOf(operation: number): number {
    return ((operation * 7919) % 1009) / 1009;
  }

  idOf(operation: number): string {
    const id = this.#ids[operation];
    if (id === undefined) throw new Error(`operation ${operation} has no decision`);
    return id;
  }

  /** Notes the decision of an operation; false where it had another one. */
  noteDecision(operation: number, id: string): boolean {
    const known = this.#ids[operation];
    this.#ids[operation] = id;
    return known === undefined || known === id;
  }

  /** Compares all that is stored with all that was acknowledged. */
  async audit(lines: AsyncIterable<ExportLine>): Promise<Discrepancies & { stored: number }> {
    const operations = new Map(this.#ids.map((id, operation) => [id, operation]));
    const found = new Set<number>();
    const result = { lost: 0, wrong: 0, stored: 0 };
    let next = 0;
    for await (const { decisionId, number, outcome, reward } of lines) {
      if (number !== next) result.wrong += 1;
      next = number + 1;
      if (outcome === 'reward') result.stored += 1;
      const operation = operations.get(decisionId);
      if (operation === undefined || found.has(operation)) result.wrong += 1;
      else if (outcome === 'reward' && reward !== this.valueOf(operation)) result.wrong += 1;
      if (operation !== undefined && outcome === 'reward') found.add(operation);
    }
    for (const { from, size, rewarded } of this.#blocks)
      for (let operation = from; rewarded && operation < from + size; operation++)
        if (!found.has(operation)) result.lost += 1;
    return result;
  }
}
