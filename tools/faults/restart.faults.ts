/** How long a service takes to come back with a long log, in time and, as a busy machine stretches that, in CPU. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createExperiment, stateOf } from '../../packages/service/test/process/client.ts';
import { Ledger } from '../../packages/service/test/process/ledger.ts';
import { underLoad } from '../../packages/service/test/process/load.ts';
import { ServiceProcess } from '../../packages/service/test/process/service-process.ts';
import { grouped } from '../records.ts';
import { place } from './place.ts';
import { note } from './record.ts';

const REWARDS = 500_000;
const RESTARTS = 5;
const TICKS_PER_SECOND = 100;

/** Seconds of CPU that a process has used. */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

test.runIf(process.platform === 'linux')('restart', async () => {
  const data = join(place('restart'), 'data.db');
  let service = await ServiceProcess.start({ data });
  onTestFinished(async () => void (await service.kill()));
  await createExperiment(service.address);
  const ledger = new Ledger(250);
  const goesOn = () => ledger.acknowledged < REWARDS;
  await underLoad(service.address, ledger, { clients: 6, goesOn });
  const { hash } = await stateOf(service.address);
  const seconds: number[] = [];
  const cpu: number[] = [];
  for (let restart = 0; restart < RESTARTS; restart++) {
    await service.kill();
    const began = performance.now();
    service = await ServiceProcess.start({ data });
    seconds.push((performance.now() - began) / 1000);
    cpu.push(cpuOf(service.pid));
    expect((await stateOf(service.address)).hash).toBe(hash);
  }
  const range = (values: number[]) =>
    `${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)} s`;
  const events = grouped(2 * ledger.acknowledged);
  note('restart with a million events in the log', {
    result: `ready after ${range(seconds)}, with the same state each time`,
    details: `${RESTARTS} kills with ${events} events in the log: ready after ${range(seconds)}, with ${range(cpu)} of CPU. The hash of the state is the same each time`,
  });
});
