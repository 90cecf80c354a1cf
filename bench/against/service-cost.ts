/** CPU that the service of one checkout needs per request, with a store on disk. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closedLoop } from '../service/load.ts';
import {
  cpuMilliseconds,
  createExperiment,
  ended,
  makeKey,
  ready,
  type Served,
  serviceTarget,
  startService,
} from '../service/processes.ts';
import type { Costs } from './costs.ts';

const CONNECTIONS = 64;
const ARMS = 5;
const WARM_UP_SECONDS = 3;
const MEASURED_SECONDS = 5;

async function costUnderLoad(served: Served, key: string): Promise<Costs> {
  await ready(served, key);
  await createExperiment(served, key, 'hot', ARMS);
  const target = serviceTarget('hot', [served], key, ['hot']);
  await closedLoop(target, CONNECTIONS, WARM_UP_SECONDS);
  const before = cpuMilliseconds(served);
  const { pairs, failures } = await closedLoop(target, CONNECTIONS, MEASURED_SECONDS);
  if (failures > 0) throw new Error(`${failures} requests failed`);
  return {
    'decision or reward over HTTP': (1e6 * (cpuMilliseconds(served) - before)) / (2 * pairs),
  };
}

/** Starts a service on an empty store, loads it and stops it. Nanoseconds of CPU per request. */
export async function serviceCost(checkout: string): Promise<Costs> {
  const folder = mkdtempSync(join(tmpdir(), 'driftline-against-'));
  const location = join(folder, 'load.db');
  const key = makeKey(location, checkout);
  const served = await startService(location, checkout);
  try {
    return await costUnderLoad(served, key);
  } finally {
    await ended(served, 'SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  }
}
