import { expect, test } from 'vitest';
import { KeptLog } from '../../test/kept-log.ts';
import { DecisionIds } from '../model/decision-ids.ts';
import { ReaderInsight } from './insight.ts';

/** A log in which reading a page takes a second of a clock that nothing else moves. */
class SlowLog extends KeptLog {
  now = 0;

  override async decisions(...asked: Parameters<KeptLog['decisions']>) {
    this.now += 1000;
    return super.decisions(...asked);
  }
}

function slowInsight() {
  const log = new SlowLog();
  for (let i = 0; i < 100; i++) log.decide(0);
  return {
    log,
    insight: new ReaderInsight(log, new DecisionIds([new Uint8Array(32)]), () => log.now),
  };
}

test('the same question of an unchanged log is answered once, to all who ask at once and later', async () => {
  const { log, insight } = slowInsight();
  const [one, other] = await Promise.all([insight.report('checkout'), insight.report('checkout')]);
  const pages = log.pages;
  log.now += 1e9;
  expect(other).toBe(one);
  expect(await insight.report('checkout')).toBe(one);
  expect(log.pages).toBe(pages);
});

test('of a log that goes on, the answer is given again for nine times as long as it took', async () => {
  const { log, insight } = slowInsight();
  const first = await insight.history('checkout', 5);
  const took = log.now;
  log.decide(0);
  log.now = 10 * took - 1;
  expect(await insight.history('checkout', 5)).toBe(first);
  log.now = 10 * took;
  expect((await insight.history('checkout', 5)).to).toBe(101);
});

test('another question is another answer', async () => {
  const { insight } = slowInsight();
  expect((await insight.history('checkout', 5)).bins).toHaveLength(5);
  expect((await insight.history('checkout', 4)).bins).toHaveLength(4);
  expect((await insight.report('checkout', { last: 10 })).from).toBe(90);
  expect((await insight.report('checkout', { last: 20 })).from).toBe(80);
});

test('a failure is not kept', async () => {
  const { log, insight } = slowInsight();
  const read = log.decisions;
  log.decisions = () => Promise.reject(new Error('the disk is gone'));
  await expect(insight.report('checkout')).rejects.toThrow('the disk is gone');
  log.decisions = read;
  expect((await insight.report('checkout')).to).toBe(100);
});
