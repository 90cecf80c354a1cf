/** Clients that decide and reward in batches as fast as they are answered, and write down what was acknowledged. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { BatchOperation, BatchResult } from '@driftline/client/wire';
import { EXPERIMENT, sendBatch } from './client.ts';
import type { Block, Ledger } from './ledger.ts';

/** A text of what an operation was answered, or the problem that it met. */
function textOf(result: BatchResult, name: 'decisionId' | 'status'): string {
  if (!('ok' in result)) return result.problem.type;
  const text: unknown = Object.entries(result.ok).find(([each]) => each === name)?.[1];
  return String(text);
}

/** Sends a batch again while some of it is turned away, as it is on a busy machine: all of it counts once. */
async function sendUntilTaken(
  address: string,
  operations: readonly BatchOperation[],
): Promise<readonly BatchResult[] | undefined> {
  for (;;) {
    const results = await sendBatch(address, operations);
    const isTurnedAway = results?.some(
      (result) => 'problem' in result && result.problem.type === '/problems/overloaded',
    );
    if (isTurnedAway !== true) return results;
    await sleep(50);
  }
}

function operationsOf({ from, size }: Block): number[] {
  return Array.from({ length: size }, (_, i) => from + i);
}

/** Decides a block, again with the same keys; undefined where it was not answered. */
async function decide(
  address: string,
  ledger: Ledger,
  block: Block,
  experiment = EXPERIMENT,
): Promise<boolean | undefined> {
  const operations = operationsOf(block);
  const results = await sendUntilTaken(
    address,
    operations.map((each) => ({ decide: experiment, idempotencyKey: ledger.keyOf(each) })),
  );
  if (results === undefined) return undefined;
  const ids = results.map((result) => textOf(result, 'decisionId'));
  return operations.every((each, i) => ledger.noteDecision(each, ids[i]));
}

/** Rewards a block; the status of each, or undefined where the batch was not answered. */
async function reward(
  address: string,
  ledger: Ledger,
  block: Block,
): Promise<readonly string[] | undefined> {
  const results = await sendUntilTaken(
    address,
    operationsOf(block).map((each) => ({
      reward: ledger.idOf(each),
      value: ledger.valueOf(each),
    })),
  );
  return results?.map((result) => textOf(result, 'status'));
}

/** Decides and rewards a block; false where the service no longer answers. */
async function finish(address: string, ledger: Ledger, block: Block): Promise<boolean> {
  if (!block.decided) {
    const same = await decide(address, ledger, block);
    if (same === undefined) return false;
    if (!same) throw new Error('a decision that was asked for again is another one');
    block.decided = true;
  }
  const statuses = await reward(address, ledger, block);
  if (statuses === undefined) return false;
  const strange = statuses.find((status) => status !== 'counted' && status !== 'duplicate');
  if (strange !== undefined) throw new Error(`a reward was answered with ${strange}`);
  block.rewarded = true;
  return true;
}

/** One client: works on blocks until it is stopped or no longer answered. */
async function work(address: string, ledger: Ledger, goesOn: () => boolean): Promise<void> {
  while (goesOn()) {
    const block = ledger.take();
    const answered = await finish(address, ledger, block);
    ledger.giveBack(block);
    if (!answered) return;
  }
}

/** Asks for everything again of which nobody knows how it ended. */
export async function finishAll(address: string, ledger: Ledger): Promise<void> {
  for (const block of ledger.open)
    if (!(await finish(address, ledger, block))) throw new Error('the service does not answer');
}

/** Lets several clients work; resolves when all are stopped or no longer answered. */
export async function underLoad(
  address: string,
  ledger: Ledger,
  { clients, goesOn }: { readonly clients: number; goesOn(): boolean },
): Promise<void> {
  await Promise.all(Array.from({ length: clients }, () => work(address, ledger, goesOn)));
}

/** Asks for acknowledged blocks again: how many operations are not as they were acknowledged. */
export async function lostOf(
  address: string,
  ledger: Ledger,
  blocks: readonly Block[],
  experiment = EXPERIMENT,
): Promise<number> {
  let lost = 0;
  for (const block of blocks) {
    if (block.decided && (await decide(address, ledger, block, experiment)) !== true) {
      lost += block.size;
      continue;
    }
    if (!block.rewarded) continue;
    const statuses = await reward(address, ledger, block);
    lost += operationsOf(block).filter((_, i) => statuses?.[i] !== 'duplicate').length;
  }
  return lost;
}
