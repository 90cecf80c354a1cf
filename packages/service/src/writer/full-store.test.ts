/** A store that has no room: what the writer says of it, and how it finds that there is some again. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { alteredStore } from '../../test/writer/altered-store.ts';
import { type Asked, Folder, HandClock, startWriter } from '../../test/writer/bench.ts';
import { ReadinessCheck } from '../http/readiness.ts';
import { StoreFull } from '../store/errors.ts';
import type { Store } from '../store/store.ts';
import type { Fault } from './committer.ts';
import type { Measures } from './measures.ts';

let folder: Folder;
let clock: HandClock;
let store: Store;
let asked: Asked;
let isFull: boolean;
const faults: Fault[] = [];
const measured: Measures[] = [];
/** Of each probe, whether room for rows was asked for. */
const probes: boolean[] = [];

beforeEach(async () => {
  folder = new Folder();
  clock = new HandClock();
  isFull = false;
  for (const list of [faults, measured, probes]) list.length = 0;
  store = await folder.open();
  const full = new StoreFull('no room');
  // Small writes find room in what the files have.
  const tight = alteredStore(store, {
    commit: async (batches) =>
      isFull ? batches.map(() => ({ end: 'failed', error: full })) : store.commit(batches),
    probe: async (needsRoom = false) => {
      probes.push(needsRoom);
      if (isFull && needsRoom) throw full;
      return store.probe();
    },
  });
  asked = await startWriter(tight, {
    clock,
    onFault: (fault) => faults.push(fault),
    onMeasures: (measures) => measured.push(measures),
  });
  await asked.create();
  await asked.decide();
});
afterEach(async () => {
  await asked.writer.close();
  folder.remove();
});

const decide = () => asked.problem('decide', { key: 'x', request: {} });
const readiness = () => new ReadinessCheck(asked.writer).state();

it('is not ready and not up until a commit with rows succeeds', async () => {
  expect(await readiness()).toEqual({ ready: true });
  isFull = true;
  expect(await decide()).toBe('disk-full');
  await asked.writer.turn();
  expect(measured.at(-1)).toMatchObject({ storeUp: false, storeFull: true });
  expect(await readiness()).toEqual({
    ready: false,
    problem: 'disk-full',
    why: 'a commit fails: no room',
  });
  expect(probes).not.toContain(false);
  isFull = false;
  expect(await asked.reward(0, 1)).toBe('counted');
  await asked.writer.turn();
  expect(measured.at(-1)).toMatchObject({ storeUp: true, storeFull: false });
  expect(await readiness()).toEqual({ ready: true });
});

it('looks for room every five seconds by itself, and is ready again without traffic', async () => {
  isFull = true;
  expect(await decide()).toBe('disk-full');
  for (let second = 0; second < 10; second++) {
    await asked.writer.turn();
    clock.pass(1000);
  }
  expect(probes).toEqual([true, true]);
  isFull = false;
  clock.pass(5000);
  await asked.writer.turn();
  expect(measured.at(-1)).toMatchObject({ storeUp: true, storeFull: false });
  expect(await readiness()).toEqual({ ready: true });
  await asked.writer.turn();
  expect(probes).toEqual([true, true, true]);
});

it('says so now and then, and not for each batch', async () => {
  isFull = true;
  for (let i = 0; i < 20; i++) expect(await decide()).toBe('disk-full');
  expect(faults).toHaveLength(1);
});

it('gives clients time to hand in rewards before decisions are closed', async () => {
  isFull = true;
  for (let minute = 0; minute < 11; minute++) {
    clock.pass(60_000);
    await asked.writer.turn();
  }
  expect(await decide()).toBe('disk-full');
  isFull = false;
  clock.pass(5000);
  await asked.writer.turn();
  expect(await asked.reward(0, 1)).toBe('counted');
});
