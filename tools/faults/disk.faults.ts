/** A disk that fails, and one that is full and is given room again, under a whole service. */
import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { PoweredFolder } from '../../packages/service/test/faults/power.ts';
import { createExperiment, EXPERIMENT, send } from '../../packages/service/test/process/client.ts';
import { Ledger } from '../../packages/service/test/process/ledger.ts';
import { lostOf } from '../../packages/service/test/process/load.ts';
import { ServiceProcess } from '../../packages/service/test/process/service-process.ts';
import { mutant, place } from './place.ts';
import { note } from './record.ts';

const DECISIONS = `v1/experiments/${EXPERIMENT}/decisions`;
/** `EX_IOERR` of sysexits.h. */
const BROKEN_STORE_EXIT = 74;

interface Decided {
  /** Ids that were acknowledged. */
  readonly ids: string[];
  /** Statuses in the order of answers; 0 where none came. */
  readonly statuses: number[];
}

/** Decides one by one, so many times or until the service is gone. */
async function decideOften(
  address: string,
  times: number,
  seen: Decided = { ids: [], statuses: [] },
): Promise<Decided> {
  for (let time = 0; time < times; time++) {
    const answered = await send(address, 'POST', DECISIONS, { context: 'x'.repeat(1500) });
    seen.statuses.push(answered?.status ?? 0);
    if (answered === undefined) return seen;
    if (answered.status === 200)
      seen.ids.push((answered.body as { decisionId: string }).decisionId);
  }
  return seen;
}

/** How many of these decisions a service does not know. */
async function unknownTo(address: string, ids: readonly string[]): Promise<number> {
  let unknown = 0;
  for (const id of ids) {
    const answered = await send(address, 'POST', `v1/decisions/${id}/reward`, { value: 1 });
    if (answered?.status !== 200) unknown += 1;
  }
  return unknown;
}

const FAILING_SYNC = 40;

/** Decides until a sync has failed, and goes on as far as it is let. */
async function overFailedSync(program?: string) {
  const disk = new PoweredFolder();
  const data = join(disk.folder, 'data.db');
  const own = program === undefined ? {} : { program };
  const failing = { failAt: FAILING_SYNC, failName: 'data.db-wal' };
  const service = await ServiceProcess.start({ data, env: disk.environment(failing), ...own });
  onTestFinished(async () => void (await service.kill()));
  await createExperiment(service.address);
  const { ids, statuses } = await decideOften(service.address, 3 * FAILING_SYNC);
  const first = statuses.findIndex((status) => status !== 200);
  const later = statuses.slice(first).filter((status) => status === 200).length;
  return { disk, data, service, ids, failed: first >= 0, later };
}

test('fsync fails', async () => {
  const { disk, data, service, ids, failed, later } = await overFailedSync();
  expect({ failed, later }).toEqual({ failed: true, later: 0 });
  expect(await service.exited).toEqual({ code: BROKEN_STORE_EXIT, signal: null });
  disk.losePower();
  const again = await ServiceProcess.start({ data, env: disk.environment() });
  expect(await unknownTo(again.address, ids)).toBe(0);
  expect((await decideOften(again.address, 1)).statuses).toEqual([200]);
  await again.kill('SIGTERM');

  const wrong = await overFailedSync(mutant('go on after a failed fsync').program);
  expect(wrong.failed).toBe(true);
  expect(wrong.later).toBeGreaterThan(0);
  note('fsync fails', {
    result: `exit code ${BROKEN_STORE_EXIT}, and all ${ids.length} acknowledged decisions are there after a restart`,
    details: `The ${FAILING_SYNC}th sync of the log file fails: exit code ${BROKEN_STORE_EXIT}, no later answer of 200, a clean start, and all ${ids.length} acknowledged decisions are there`,
    mutants: [`go on after a failed fsync: ${wrong.later} answers of 200 afterwards`],
  });
});

test.runIf(process.getuid?.() === 0)('the disk is full, then has room', async () => {
  const folder = place('full');
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=6m', 'tmpfs', folder]);
  onTestFinished(() => void execFileSync('umount', [folder]));
  const ballast = join(folder, 'ballast');
  writeFileSync(ballast, Buffer.alloc(3 * 2 ** 20));
  const service = await ServiceProcess.start({ data: join(folder, 'data.db') });
  onTestFinished(async () => void (await service.kill()));
  await createExperiment(service.address);
  const seen: Decided = { ids: [], statuses: [] };
  while (!seen.statuses.includes(507)) await decideOften(service.address, 20, seen);
  const full = await decideOften(service.address, 20);
  const before = seen.ids.length + full.ids.length;
  const isReady = async () => (await send(service.address, 'GET', 'readyz'))?.status === 200;
  expect(await isReady()).toBe(false);
  rmSync(ballast);
  // Nothing but readiness is asked for until it is ready.
  while (!(await isReady())) await sleep(50);
  const freed = await decideOften(service.address, 50);
  expect(new Set([...seen.statuses, ...full.statuses])).toEqual(new Set([200, 507]));
  expect(new Set(freed.statuses)).toEqual(new Set([200]));
  const all = [...seen.ids, ...full.ids, ...freed.ids];
  expect(new Set(all).size).toBe(all.length);
  expect(await unknownTo(service.address, all)).toBe(0);
  await service.kill('SIGTERM');
  note('the disk is full, then has space again', {
    result: `507 while the disk is full, then 200 in the same process; all ${all.length} acknowledged decisions are there`,
    details: `A tmpfs of 6 MB: 507 after ${before} decisions, and not ready as long as there was no space. With space again, the same process was ready without traffic and answered 200. All ${all.length} acknowledged decisions are there`,
  });
});

test('the ledger of these tests finds a loss', async () => {
  const service = await ServiceProcess.start({ data: join(place('ledger'), 'data.db') });
  onTestFinished(async () => void (await service.kill()));
  await createExperiment(service.address);
  const ledger = new Ledger(10);
  const block = ledger.take();
  block.decided = true;
  // Nobody decided it: the service has to make new decisions, which are others.
  for (let operation = 0; operation < 10; operation++) ledger.noteDecision(operation, 'd_');
  expect(await lostOf(service.address, ledger, [block])).toBe(10);
});
