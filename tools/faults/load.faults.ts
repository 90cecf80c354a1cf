/** More than a service can take, and the same for a long time. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BatchOperation } from '@driftline/client/wire';
import { expect, onTestFinished, test } from 'vitest';
import { createExperiment, EXPERIMENT, send } from '../../packages/service/test/process/client.ts';
import { ServiceProcess } from '../../packages/service/test/process/service-process.ts';
import { grouped } from '../records.ts';
import { place } from './place.ts';
import { note } from './record.ts';

/** Large, so that those who ask have less to do than the service. */
const BATCH = 250;
const OVERLOAD_SECONDS = Number(process.env.DRIFTLINE_OVERLOAD_SECONDS ?? 600);
const SOAK_SECONDS = Number(process.env.DRIFTLINE_SOAK_SECONDS ?? 1800);
const MEGABYTE = 2 ** 20;

/** Bytes of a process that are in memory. */
function residentOf(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return 1024 * Number(kilobytes);
}

async function started(name: string): Promise<ServiceProcess> {
  const service = await ServiceProcess.start({ data: join(place(name), 'data.db') });
  onTestFinished(async () => void (await service.kill()));
  // Overdue soon, so that what nobody rewards does not pile up.
  await createExperiment(service.address, '20s');
  return service;
}

/** What became of operations, by status. */
class Tally {
  readonly counts = new Map<number, number>();

  add(status: number, operations: number): void {
    this.counts.set(status, (this.counts.get(status) ?? 0) + operations);
  }

  of(status: number): number {
    return this.counts.get(status) ?? 0;
  }
}

/** Sends a batch of decisions, and their rewards where it was taken. */
async function decideAndReward(address: string, tally: Tally): Promise<void> {
  const decisions = Array.from({ length: BATCH }, () => ({ decide: EXPERIMENT }));
  const ids = await sendCounted(address, decisions, tally);
  const rewards = ids.map((reward) => ({ reward, value: 1 }));
  if (rewards.length > 0) await sendCounted(address, rewards, tally);
}

interface Results {
  readonly results: readonly {
    readonly ok?: { readonly decisionId?: string };
    readonly problem?: { readonly status: number };
  }[];
}

async function sendCounted(
  address: string,
  operations: readonly BatchOperation[],
  tally: Tally,
): Promise<string[]> {
  const answered = await send(address, 'POST', 'v1/batch', { operations });
  if (answered?.status !== 200) {
    tally.add(answered?.status ?? 0, operations.length);
    return [];
  }
  const { results } = answered.body as Results;
  for (const { problem } of results) tally.add(problem?.status ?? 200, 1);
  return results.flatMap(({ ok }) => ok?.decisionId ?? []);
}

/** How many operations per second it takes from clients that wait for their answers. */
async function capacityOf(address: string, seconds: number): Promise<number> {
  const tally = new Tally();
  const end = performance.now() + 1000 * seconds;
  const client = async () => {
    while (performance.now() < end) await decideAndReward(address, tally);
  };
  await Promise.all(Array.from({ length: 8 }, client));
  return tally.of(200) / seconds;
}

/** Sends operations at a rate, whether or not they are answered. */
async function openLoop(
  address: string,
  rate: number,
  seconds: number,
  each: () => void,
): Promise<Tally> {
  const tally = new Tally();
  const open = new Set<Promise<void>>();
  const begin = performance.now();
  let sent = 0;
  while (performance.now() - begin < 1000 * seconds) {
    const due = (rate * (performance.now() - begin)) / 1000;
    for (; sent < due; sent += 2 * BATCH) {
      const one: Promise<void> = decideAndReward(address, tally).finally(() => open.delete(one));
      open.add(one);
    }
    each();
    await sleep(20);
  }
  await Promise.all(open);
  return tally;
}

test('overload', async () => {
  const service = await started('overload');
  const capacity = await capacityOf(service.address, 20);
  let peak = 0;
  const tally = await openLoop(service.address, 3 * capacity, OVERLOAD_SECONDS, () => {
    peak = Math.max(peak, residentOf(service.pid));
  });
  const ended = performance.now();
  const calm = new Tally();
  while (calm.of(200) === 0) await decideAndReward(service.address, calm);
  const back = (performance.now() - ended) / 1000;
  const fitting = [200, 429, 503];
  const strange = [...tally.counts.keys()].filter((status) => !fitting.includes(status));
  expect(strange).toEqual([]);
  expect(tally.of(503) + tally.of(429)).toBeGreaterThan(0);
  expect(peak).toBeLessThan(1024 * MEGABYTE);
  expect(back).toBeLessThan(10);
  await service.kill('SIGTERM');
  const shares = [...tally.counts].map(
    ([status, number]) => `${status === 0 ? 'none' : status} ${grouped(number)}`,
  );
  note('three times the load that the service can take', {
    result: `rejects the excess with 503, uses at most ${Math.round(peak / MEGABYTE)} MB, and recovers in ${back.toFixed(1)} s`,
    details: `${OVERLOAD_SECONDS} s at three times the ${grouped(Math.round(capacity))} operations/s that waiting clients got, open loop. Answers: ${shares.sort().join(', ')}. At most ${Math.round(peak / MEGABYTE)} MB resident. Operations were accepted again ${back.toFixed(1)} s after the end`,
  });
});

test('soak', async () => {
  const service = await started('soak');
  const capacity = await capacityOf(service.address, 20);
  const resident: number[] = [];
  const rate = capacity / 4;
  const tally = await openLoop(service.address, rate, SOAK_SECONDS, () =>
    resident.push(residentOf(service.pid)),
  );
  const third = Math.floor(resident.length / 3);
  const mean = (from: number) =>
    resident.slice(from, from + third).reduce((sum, bytes) => sum + bytes, 0) / third;
  const [middle, last] = [mean(third), mean(2 * third)];
  // A leak of one kilobyte per thousand operations would be seen within half an hour; what is left is the heap's breathing.
  expect(last).toBeLessThan(1.1 * middle);
  await service.kill('SIGTERM');
  note('constant load', {
    result: `memory does not grow: ${Math.round(middle / MEGABYTE)} MB, then ${Math.round(last / MEGABYTE)} MB`,
    details: `${SOAK_SECONDS} s at ${grouped(Math.round(rate))} operations/s, ${grouped(tally.of(200))} of them accepted: ${Math.round(middle / MEGABYTE)} MB resident in the second third, ${Math.round(last / MEGABYTE)} MB in the last`,
  });
});
