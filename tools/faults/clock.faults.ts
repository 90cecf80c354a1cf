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
import { type ClockFindings, clockTrial } from '../../packages/service/test/process/clock-trial.ts';
import type { MutantName } from '../../packages/service/test/process/mutant.ts';
import { ServiceProcess } from '../../packages/service/test/process/service-process.ts';
import { grouped } from '../records.ts';
import { mutant, place } from './place.ts';
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
  note('the clock is set a day forward and a day back', {
    result: 'deadlines stay unchanged, decision numbers continue, and times never go back',
    details:
      'With libfaketime. While the service runs, deadlines and pending decisions stay unchanged. Between two runs, numbers continue, times never go back, and no decision is closed at once',
  });
});

/** Decisions of each experiment while the clock is ahead. */
const DECISIONS = 200;

function trial(offset: string, decisions: number, program?: string): Promise<ClockFindings> {
  const [ahead, right] = [offset, '+0'].map((each) => new SetClock(preloaded ?? '', each).env);
  return clockTrial({
    data: join(place('ahead'), 'data.db'),
    env: { ahead: { ...ahead }, right: { ...right } },
    decisions,
    // A mutant may never close what is overdue; a right service has closed it long before.
    patience: program === undefined ? 120 : 15,
    rest: 70,
    ...(program === undefined ? {} : { program }),
  });
}

function settled(decisions: number) {
  return {
    refused: 0,
    waiting: 0,
    counted: decisions + 1,
    slow: ['counted'],
    codes: ['clock-ahead'],
    note: expect.stringContaining('see driftline store clock'),
    inOrder: true,
  };
}

test.skipIf(preloaded === undefined)('the clock was ahead at one start', async () => {
  const mutants: MutantName[] = [
    'do not record the offset',
    'let the log go back',
    'keep old deadlines',
  ];
  const wrong: string[] = [];
  for (const name of mutants) {
    const found = await trial('+1d', 4, mutant(name).program);
    expect(found).not.toEqual(settled(4));
    const { waiting, refused, slow } = found;
    wrong.push(
      `${name}: ${waiting} stay open permanently, ${refused} refused, others ${slow.join(', ')}`,
    );
  }
  const offsets = ['+2h', '+1d', '+400d'];
  for (const offset of offsets) {
    expect(await trial(offset, DECISIONS)).toEqual(settled(DECISIONS));
  }
  const made = grouped(offsets.length * DECISIONS);
  const late = grouped(offsets.length * (1 + DECISIONS / 2));
  note('the clock was ahead at one start and is correct after kill −9', {
    result: `${made} decisions closed at their timeout, and ${late} late rewards were accepted`,
    details: `With libfaketime, ahead by ${offsets.join(', ')}: ${made} decisions with a timeout of 2 s closed at their timeout and counted. ${late} open decisions with a timeout of 1 h accepted their rewards 70 s later, among them one per trial from before the clock was ahead. 0 were refused, and 0 times went back. The offset is in the log, in the warnings and at /readyz`,
    mutants: wrong,
  });
});

test.skipIf(preloaded === undefined)(
  'a stop of a day looks like a clock that is ahead',
  async () => {
    const clock = new SetClock(preloaded ?? '');
    const data = join(place('stop'), 'data.db');
    const start = (...flags: string[]) => ServiceProcess.start({ data, env: clock.env, flags });
    let service = await start();
    onTestFinished(async () => void (await service.kill()));
    await createExperiment(service.address, '1h');
    await decide(service.address);
    await service.kill();
    clock.set('+1d');
    service = await start();
    const ready = await send(service.address, 'GET', 'readyz');
    expect(ready?.body).toMatchObject({
      note: expect.stringContaining('normal after a long stop'),
    });
    // Without the step it would be closed after a minute.
    await sleep(75_000);
    const { pending, warnings } = await stateOf(service.address);
    expect({ pending, codes: warnings.map(({ code }) => code) }).toEqual({
      pending: 1,
      codes: ['clock-step'],
    });
    await service.kill();
    service = await start('--accept-clock');
    await expect
      .poll(async () => (await stateOf(service.address)).pending, { timeout: 120_000 })
      .toBe(0);
    note('a stop of one day', {
      result:
        'the service warns about the step, keeps overdue decisions open, and obeys --accept-clock',
      details:
        'With libfaketime. The service is ready, and reports at /readyz and in its warnings that time moved on. 75 s later the overdue decision is still open. After kill −9 and a start with --accept-clock it is closed',
    });
  },
);
