import type { Experiment } from '@driftline/client/wire';
import { expect, test } from 'vitest';
import { KeptLog } from '../../test/kept-log.ts';
import { DecisionIds } from '../model/decision-ids.ts';
import { AlarmDesk } from './alarm-desk.ts';
import { ReaderInsight } from './insight.ts';

const CHECKOUT: Experiment = {
  key: 'checkout',
  status: 'running',
  revision: 1,
  created: '2026-01-01T00:00:00.000Z',
  arms: [],
  policy: { type: 'auto' },
  memory: null,
  reward: { min: 0, max: 1, timeout: '10s' },
  explore: 0.02,
  defaultArm: 'blue',
  sticky: null,
  retain: '90d',
  warnings: [],
};

const BLUE_TAKES_ALL = {
  experiments: [],
  arms: [
    {
      experiment: 'checkout',
      arms: [
        { key: 'blue', share: 1, mean: 0.1 },
        { key: 'green', share: 0, mean: 0.1 },
      ],
    },
  ],
  gone: [],
  commitSeconds: [],
  batchOperations: [],
  snapshotSeconds: [],
  shed: {},
  queued: 0,
  damaged: 0,
  busy: 0,
  storeUp: true,
  storeFull: false,
  clockOffset: undefined,
  logClocks: [],
};

/** Explored: one of the arms earns nothing, the other everything. */
function explored(better: number, decisions: number, log = new KeptLog()): KeptLog {
  for (let i = 0; i < decisions; i++)
    log.play(i % 2, i % 2 === better ? 1 : 0, { reason: 'explored' });
  return log;
}

function deskOver(log: KeptLog): AlarmDesk {
  const insight = new ReaderInsight(log, new DecisionIds([new Uint8Array(32)]));
  return new AlarmDesk(insight, () => 0);
}

function unexpected(error: unknown): never {
  throw error;
}

test('one arm that takes all is compared with what was explored, once the desk has looked', async () => {
  const desk = deskOver(explored(1, 100));
  desk.take(BLUE_TAKES_ALL);
  expect(desk.ofExperiment(CHECKOUT)).toEqual([]);
  await desk.look(unexpected);
  expect(desk.ofExperiment(CHECKOUT).map(({ code }) => code)).toEqual(['one-arm-unsupported']);
  expect(desk.ofExperiment(CHECKOUT)[0].message).toContain('green earned more');
});

test('it is quiet where the arm is the better one, or was not long ago', async () => {
  const right = deskOver(explored(0, 100));
  right.take(BLUE_TAKES_ALL);
  await right.look(unexpected);
  expect(right.ofExperiment(CHECKOUT)).toEqual([]);
  const changed = deskOver(explored(0, 20_000, explored(1, 30_000)));
  changed.take(BLUE_TAKES_ALL);
  await changed.look(unexpected);
  expect(changed.ofExperiment(CHECKOUT)).toEqual([]);
});

test('an experiment that cannot be read leaves the others to be', async () => {
  const desk = deskOver(explored(1, 100));
  const [{ arms }] = BLUE_TAKES_ALL.arms;
  desk.take({ ...BLUE_TAKES_ALL, arms: [{ experiment: 'gone', arms }] });
  desk.take(BLUE_TAKES_ALL);
  const failed: unknown[] = [];
  await desk.look((error) => failed.push(error));
  expect(failed).toEqual([expect.objectContaining({ kind: 'not-found' })]);
  expect(desk.ofExperiment(CHECKOUT).map(({ code }) => code)).toEqual(['one-arm-unsupported']);
});

test('what the writer warns of already is not said twice', async () => {
  const desk = deskOver(explored(1, 100));
  desk.take(BLUE_TAKES_ALL);
  await desk.look(unexpected);
  const warnings = [{ code: 'one-arm-unsupported', message: '' }];
  expect(desk.ofExperiment({ ...CHECKOUT, warnings })).toEqual([]);
  expect(desk.ofAll([{ ...CHECKOUT, warnings }]).get('checkout')).toEqual(warnings);
});

test('warnings of the whole service stand under the empty key', () => {
  const desk = deskOver(new KeptLog());
  desk.take({ ...BLUE_TAKES_ALL, commitSeconds: [1], shed: { 'queue-full': 1 } });
  const all = desk.ofAll([CHECKOUT]);
  expect(all.get('')?.map(({ code }) => code)).toEqual(['commits-slow', 'shedding']);
  expect(all.get('checkout')).toEqual([]);
});
