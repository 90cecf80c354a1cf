/** A clock that jumps by a day, forward and back, while the service runs and between its runs (libfaketime). */
import { globSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { programOf } from '../../packages/service/test/debian.ts';
import {
  createExperiment,
  EXPERIMENT,
  send,
  stateOf,
} from '../../packages/service/test/process/client.ts';
import { ServiceProcess } from '../../packages/service/test/process/service-process.ts';
import { place } from './place.ts';
import { note } from './record.ts';

const HOUR = 3_600_000;

function library(): string | undefined {
  programOf('faketime', 'faketime');
  return globSync('/usr/lib/*/faketime/libfaketimeMT.so.1').at(0);
}

/** A clock that a running process reads anew. */
class SetClock {
  readonly #file = join(place('clock'), 'offset');
  readonly env: Readonly<Record<string, string>>;

  constructor(preloaded: string) {
    this.set('+0');
    this.env = {
      LD_PRELOAD: preloaded,
      FAKETIME_TIMESTAMP_FILE: this.#file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    };
  }

  /** @param offset - such as `+1d` */
  set(offset: string): void {
    writeFileSync(this.#file, `${offset}\n`);
  }
}

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

const preloaded = library();

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
