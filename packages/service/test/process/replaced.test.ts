/** Services whose store is moved, replaced, removed or cut; `npm run test:faults` does it under more load. */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { createExperiment, EXPERIMENT, stateOf } from './client.ts';
import { makeMutant } from './mutant.ts';
import { digestOf, overwriteAtWork, overwrites } from './overwriting.ts';
import { lateOf, replaceUnderLoad, rescuedFrom, ways } from './replacing.ts';
import { ServiceProcess } from './service-process.ts';

function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'driftline-replaced-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'data.db');
}

const SHORT = { clients: 3, batch: 20, rewards: 600 };

test.each(ways.filter(({ isRare }) => !isRare))(
  'a service ends and keeps everything acknowledged when $name',
  async (way) => {
    const figures = await replaceUnderLoad({ ...SHORT, way, data: newFile() });
    expect(figures).toMatchObject({ exit: { code: 74, signal: null }, lost: 0, late: 0 });
    expect(figures.rewards).toBeGreaterThanOrEqual(SHORT.rewards);
    expect(figures.rescued).toHaveLength(1);
    expect(figures.said).toContain(figures.rescued[0]);
    expect(figures.said).toContain('[store-replaced]');
  },
);

test('finds a service that looks at its files after answering', async () => {
  const { program, remove } = makeMutant('look at the files after answering');
  onTestFinished(remove);
  expect((await lateOf(program, newFile)).late).toBeGreaterThan(0);
});

/** Moves files beside a store to another folder, as the messages say. */
function moveAway(data: string, isMoved: (name: string) => boolean): void {
  const folder = dirname(data);
  mkdirSync(join(folder, 'away'), { recursive: true });
  for (const name of readdirSync(folder).filter(isMoved))
    renameSync(join(folder, name), join(folder, 'away', name));
}

/** The data file, its log file and its file of shared memory. */
function ofStore(data: string): (name: string) => boolean {
  return (name) => ['', '-wal', '-shm'].some((ending) => name === `${basename(data)}${ending}`);
}

async function decisionsAfterStart(data: string): Promise<number> {
  const service = await ServiceProcess.start({ data });
  const { decisions } = await stateOf(service.address);
  await service.kill('SIGTERM');
  return decisions;
}

test.each(overwrites)('a service writes nothing to the store after $name', async (way) => {
  const data = newFile();
  const backup = `${data}.backup`;
  const figures = await overwriteAtWork({ way, data, backup });
  expect(figures).toMatchObject({ exit: { code: 74, signal: null }, hasLog: false });
  expect(figures.said).toContain('was overwritten while the store was open');
  expect(figures.left).toBe(figures.struck);
  const isLog = (name: string) => name.includes('-wal.overwritten-');
  if (readdirSync(dirname(data)).some(isLog)) {
    await expect(ServiceProcess.start({ data })).rejects.toThrow('[store-left-behind]');
    expect(digestOf(data)).toBe(figures.struck);
  }
  moveAway(data, (name) => ofStore(data)(name) || isLog(name));
  copyFileSync(backup, data);
  expect(await decisionsAfterStart(data)).toBe(figures.backedUp);
});

test('finds a service that closes an overwritten store as its last user', async () => {
  const { program, remove } = makeMutant('close as the last connection');
  onTestFinished(remove);
  const data = newFile();
  const [, way] = overwrites;
  const figures = await overwriteAtWork({ way, data, backup: `${data}.backup`, program });
  expect(figures.left).not.toBe(figures.struck);
});

test('a start is refused until the rescued copy is in the place of the store or moved away', async () => {
  const data = newFile();
  const { rescued, decisions } = await replaceUnderLoad({ ...SHORT, way: ways[0], data });
  const [copy] = rescued;
  const refusal = ServiceProcess.start({ data });
  await expect(refusal).rejects.toThrow('[store-left-behind]');
  await expect(refusal).rejects.toThrow(`rename the copy to ${data}`);
  moveAway(data, (name) => name === basename(copy));
  expect(await decisionsAfterStart(data)).toBeLessThan(decisions);
  renameSync(join(dirname(data), 'away', basename(copy)), copy);
  moveAway(data, ofStore(data));
  // There is no store, and none is made.
  await expect(ServiceProcess.start({ data })).rejects.toThrow('[store-left-behind]');
  expect(existsSync(data)).toBe(false);
  renameSync(copy, data);
  expect(await decisionsAfterStart(data)).toBeGreaterThanOrEqual(decisions);
});

test('a service that nobody asks anything notices that its store is gone', async () => {
  const data = newFile();
  const service = await ServiceProcess.start({ data });
  await createExperiment(service.address);
  renameSync(data, `${data}.elsewhere`);
  expect(await service.exited).toEqual({ code: 74, signal: null });
  expect(service.said).toContain(`${data} was removed or moved away while the store was open`);
});

test('a service that is asked to end after its store is gone says so and keeps a copy', async () => {
  const data = newFile();
  const service = await ServiceProcess.start({ data });
  await createExperiment(service.address);
  rmSync(data);
  expect(await service.kill('SIGTERM')).toEqual({ code: 74, signal: null });
  const [rescued] = rescuedFrom(data);
  expect(service.said).toContain(rescued);
  expect(service.said).not.toContain('itself failed');
  const store = await openSqliteStore(rescued);
  onTestFinished(() => store.close());
  expect(await store.experiment(EXPERIMENT)).toBeDefined();
});

test('a service whose lock file is removed keeps a second one out, or ends if that was faster', async () => {
  const data = newFile();
  const first = await ServiceProcess.start({ data });
  onTestFinished(async () => void (await first.kill()));
  await createExperiment(first.address);
  rmSync(`${data}.lock`);
  // Whichever takes the lock file that is new.
  const second = await ServiceProcess.start({ data }).catch((error: Error) => error);
  if (second instanceof Error) {
    expect(second.message).toContain('[store-in-use]');
    return;
  }
  onTestFinished(async () => void (await second.kill()));
  expect(await first.exited).toEqual({ code: 74, signal: null });
  expect(first.said).toContain('another process is using');
  expect((await stateOf(second.address)).decisions).toBe(0);
});
