/** The client and the real service, both killed again and again: what the client kept is counted exactly once. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { shortOrLong } from '../../service/test/faults/length.ts';
import { Driftline } from '../src/driftline.ts';
import type { ExportLine } from '../src/wire.ts';
import { RealService } from './real-service.ts';

let service: RealService;

beforeEach(async () => {
  service = new RealService('--dev');
  await service.start();
  // A policy that forgets nothing, so that what it has observed is what was counted.
  await service.create('checkout', {
    arms: [{ key: 'a' }, { key: 'b' }],
    policy: { type: 'ucb1' },
    reward: { min: 0, max: 1, timeout: '1h' },
  });
});
afterEach(() => service.remove());

const program = fileURLToPath(new URL('reporting-program.ts', import.meta.url));

function run(...more: string[]): ChildProcess {
  const file = join(service.folder, 'rewards.ndjson');
  return spawn(process.execPath, [program, service.url, file, ...more], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** How often both are killed, and how many rewards are kept in between. */
const CYCLES = shortOrLong(4, 40);
const REWARDS = 150;

/** The lines of a program, handed on as they come. */
async function listen(child: ChildProcess, onLine: (line: string) => void): Promise<void> {
  if (child.stdout === null) throw new Error('the output is not piped');
  const ended = once(child, 'close');
  for await (const line of createInterface({ input: child.stdout })) onLine(line);
  await ended;
}

/** Rewards that the client said to have kept, by decision. */
class Ledger {
  readonly kept = new Map<string, number>();
  readonly problems: string[] = [];

  note(line: string): void {
    const [word, id, value] = line.split(' ');
    if (word === 'kept') this.kept.set(id, Number(value));
    if (word === 'problem') this.problems.push(line);
  }

  missingIn(exported: readonly ExportLine[]): string[] {
    const rewards = new Map(exported.map(({ decisionId, reward }) => [decisionId, reward]));
    return [...this.kept].filter(([id, value]) => rewards.get(id) !== value).map(([id]) => id);
  }
}

test('kills on both sides lose nothing that was kept, and count nothing twice', async () => {
  const ledger = new Ledger();
  for (let cycle = 0; cycle < CYCLES; cycle++) {
    const child = run();
    const wanted = ledger.kept.size + REWARDS;
    let restarting: Promise<void> | undefined;
    await listen(child, (line) => {
      ledger.note(line);
      if (ledger.kept.size >= wanted - REWARDS / 2) {
        restarting ??= service.kill().then(() => service.start());
      }
      if (ledger.kept.size >= wanted) child.kill('SIGKILL');
    });
    await restarting;
  }
  await listen(run('finish'), (line) => ledger.note(line));
  expect(ledger.problems).toEqual([]);
  expect(ledger.kept.size).toBeGreaterThanOrEqual(CYCLES * REWARDS);
  const exported = await service.export('checkout');
  expect(ledger.missingIn(exported)).toEqual([]);
  // What the policy has learned from is one reward for each decision that has one, whoever was killed when.
  const { arms } = await service.state('checkout');
  const observed = arms.reduce((sum, arm) => sum + arm.observed, 0);
  expect(observed).toBe(exported.filter(({ outcome }) => outcome === 'reward').length);
});

test("a retried reward of a unit does not count for the unit's newer decision", async () => {
  let lose = false;
  const client = new Driftline({
    url: service.url,
    // The service does what it is asked, and its answer is lost.
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      const isReward = String(init?.body).includes('"reward"');
      if (lose && isReward) throw new TypeError('the connection broke');
      return response;
    },
  });
  await client.decide('checkout', { fallback: 'a', unit: 'u' });
  lose = true;
  expect(await client.rewardUnit('checkout', 'u', 1)).toBe('waiting');
  await client.decide('checkout', { fallback: 'a', unit: 'u' });
  lose = false;
  expect(await client.flush()).toEqual([]);
  const exported = await service.export('checkout');
  expect(exported.map(({ reward }) => reward)).toEqual([1, null]);
});

test('what the service answers is what the client says', async () => {
  const timeout = 3_600_000;
  const client = new Driftline({ url: service.url, timeout, onProblem: () => {} });
  const choice = await client.decide('checkout', { fallback: 'a', only: ['b'] });
  expect(choice).toMatchObject({ arm: 'b', number: 0, problem: null });
  expect(await choice.reward(1)).toBe('counted');
  expect(await choice.reward(1)).toBe('duplicate');
  expect(await choice.reward(0)).toBe('refused');
  expect(await client.reward(String(choice.decisionId), 7)).toBe('refused');
  expect(await client.cancel('d_unknown')).toBe('refused');
  const other = await client.decide('checkout', { fallback: 'a' });
  expect(await other.cancel()).toBe('cancelled');
  expect(await client.decide('unknown', { fallback: 'a' })).toMatchObject({
    reason: 'fallback',
    problem: { code: 'decision-refused', problem: { type: '/problems/not-found' } },
  });
});
