/** Services whose store is moved, replaced, removed or cut; `npm run test:faults` does it under more load. */
import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { createExperiment, EXPERIMENT, stateOf } from './client.ts';
import { makeMutant } from './mutant.ts';
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
  expect(first.said).toContain('another process is at work');
  expect((await stateOf(second.address)).decisions).toBe(0);
});
