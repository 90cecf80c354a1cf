/** A clock that jumps by a day, forward and back, while the service runs and between its runs (libfaketime). */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import {
  createExperiment,
  EXPERIMENT,
  send,
  stateOf,
} from '../../packages/service/test/process/client.ts';
import { ServiceProcess } from '../../packages/service/test/process/service-process.ts';
import { place } from './place.ts';
import { note } from './record.ts';
import { clockLibrary, SetClock } from './set-clock.ts';

const HOUR = 3_600_000;

interface Made {
  readonly number: number;
  readonly expiresAt: string;
}

async function decide(address: string): Promise<Made> {
  const answered = await send(address, 'POST', `v1/experiments/${EXPERIMENT}/decisions`, {});
  expect(answered?.status).toBe(200);
  return answered?.body as Made;
}

/** Waits until sweeps, one per second, had their chance. */
async function sweepsWouldHaveCome(): Promise<void> {
  await sleep(4000);
}

const preloaded = clockLibrary();

test.skipIf(preloaded === undefined)('the clock jumps', async () => {
  const clock = new SetClock(preloaded ?? '');
  const data = join(place('jump'), 'data.db');
  const start = () => ServiceProcess.start({ data, env: clock.env });
  let service = await start();
  onTestFinished(async () => void (await service.kill()));
  await createExperiment(service.address, '1h');
  const first = await decide(service.address);
  // While it runs, a jump changes nothing: neither deadlines nor what is pending.
  for (const offset of ['+1d', '-1d']) {
    clock.set(offset);
    await sweepsWouldHaveCome();
    const { expiresAt } = await decide(service.address);
    expect(Math.abs(Date.parse(expiresAt) - Date.parse(first.expiresAt))).toBeLessThan(HOUR);
  }
  expect((await stateOf(service.address)).pending).toBe(3);

  // Between two runs it is believed, but never backwards.
  await service.kill();
  clock.set('-1d');
  service = await start();
  const back = await decide(service.address);
  expect(back.number).toBe(3);
  expect(Date.parse(back.expiresAt)).toBeGreaterThanOrEqual(Date.parse(first.expiresAt));
  await service.kill();
  clock.set('+1d');
  service = await start();
  const forward = await decide(service.address);
  expect(forward.number).toBe(4);
  expect(Date.parse(forward.expiresAt) - Date.parse(first.expiresAt)).toBeGreaterThan(20 * HOUR);
  // What is overdue now is not swept at once: clients may still hand in what they kept.
  await sweepsWouldHaveCome();
  expect((await stateOf(service.address)).pending).toBe(5);
  await service.kill('SIGTERM');
  note(
    'the clock jumps by a day, forward and back',
    'with libfaketime, while the service runs: deadlines and pending decisions stay as they are; between two runs: numbers go on, times never go back, nothing is swept at once',
  );
});
