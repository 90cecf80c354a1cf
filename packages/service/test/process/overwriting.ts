/** Overwrites the files of a store under a service at work, and looks whether the service writes to them afterwards. */
import { createHash } from 'node:crypto';
import {
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { backupSqlite } from '../../src/store/sqlite/sqlite-reader.ts';
import { createExperiment, EXPERIMENT, send, sendBatch } from './client.ts';
import type { Way } from './replacing.ts';
import { type Exit, type ProcessOptions, ServiceProcess } from './service-process.ts';

/** Ways in which the name of the store still leads to the file that the service has open. */
export const overwrites: readonly Way[] = [
  {
    name: 'a backup is copied over the store',
    strike: (file, backup) => copyFileSync(backup, file),
  },
  {
    name: 'a backup is written over the beginning of the store',
    strike: (file, backup) => {
      const descriptor = openSync(file, 'r+');
      writeSync(descriptor, readFileSync(backup));
      closeSync(descriptor);
    },
  },
  { name: 'the store is cut to nothing', strike: (file) => truncateSync(file, 0) },
  {
    name: 'the files beside the store are removed and a backup is copied over it',
    strike: (file, backup) => {
      for (const ending of ['-wal', '-shm']) rmSync(`${file}${ending}`);
      copyFileSync(backup, file);
    },
  },
];

export interface OverwritingFigures {
  readonly exit: Exit;
  readonly said: string;
  /** Digests of the data file, right after the strike and when the service has ended. */
  readonly struck: string;
  readonly left: string;
  readonly hasLog: boolean;
  /** Decisions in the backup. */
  readonly backedUp: number;
}

export function digestOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

const BATCH = 500;

/** Sends batches of decisions until one is not acknowledged; returns how many were. */
async function decide(address: string, batches: number): Promise<number> {
  for (let batch = 0; batch < batches; batch++) {
    const operations = Array.from({ length: BATCH }, () => ({ decide: EXPERIMENT }));
    const results = (await sendBatch(address, operations)) ?? [];
    if (results.length < BATCH || !results.every((result) => 'ok' in result)) return batch;
  }
  return batches;
}

/** Decides until the log was moved into the data file, and is then more than half full again. */
async function fillLog(address: string, data: string): Promise<void> {
  const before = digestOf(data);
  let batches = 0;
  while (digestOf(data) === before) batches += await decide(address, 2);
  await decide(address, Math.ceil(0.6 * batches));
}

/** Plays one way. Between backup and strike the log is moved into the data file at least once. */
export async function overwriteAtWork(
  options: ProcessOptions & { readonly way: Way; readonly backup: string },
): Promise<OverwritingFigures> {
  const { way, data, backup } = options;
  const service = await ServiceProcess.start(options);
  await createExperiment(service.address);
  const backedUp = BATCH * (await decide(service.address, 20));
  await backupSqlite(data, backup);
  await fillLog(service.address, data);
  way.strike(data, backup);
  const struck = digestOf(data);
  // A connection that stays open would hold up the end until the process gives up, which closes less.
  while ((await send(service.address, 'GET', 'readyz')) !== undefined) await sleep(10);
  return {
    exit: await service.exited,
    said: service.said,
    struck,
    left: digestOf(data),
    hasLog: existsSync(`${data}-wal`),
    backedUp,
  };
}
