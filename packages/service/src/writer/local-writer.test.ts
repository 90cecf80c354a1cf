import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Asked, Folder, HandClock, plain, startWriter } from '../../test/writer/bench.ts';

let folder: Folder;
let clock: HandClock;
let asked: Asked;

beforeEach(async () => {
  folder = new Folder();
  clock = new HandClock();
  asked = await startWriter(await folder.open(), { clock });
});

afterEach(async () => {
  await asked.writer.close();
  folder.remove();
});

/** The same store by a new process. */
async function restart(): Promise<void> {
  await asked.writer.close();
  asked = await startWriter(await folder.open(), { clock });
}

describe('decisions and rewards', () => {
  it('are numbered, and count once', async () => {
    await asked.create();
    const first = await asked.decide();
    const second = await asked.decide();
    expect([first.number, second.number]).toEqual([0, 1]);
    expect(first).toMatchObject({
      experiment: 1,
      reason: 'policy',
      expiresAt: '2026-01-01T12:10:00.000Z',
    });
    expect(await asked.reward(0, 1)).toBe('counted');
    expect(await asked.reward(0, 1)).toBe('duplicate');
    const conflict = await asked.ask('reward', { experiment: 1, number: 0, value: 0.5 });
    expect(conflict).toMatchObject({ problem: { status: 409, stored: 1 } });
    const state = await asked.ok('state', { key: 'x' });
    expect(state).toMatchObject({ decisions: 2, pending: 1 });
    expect(state.arms.reduce((sum, { observed }) => sum + observed, 0)).toBe(1);
  });

  it('are the same after a restart', async () => {
    await asked.create();
    for (let i = 0; i < 20; i++) {
      const { number } = await asked.decide();
      if (i % 3 > 0) await asked.reward(number, (i % 5) / 4);
    }
    const before = await asked.ok('state', { key: 'x' });
    await restart();
    expect(await asked.ok('state', { key: 'x' })).toEqual(before);
    expect((await asked.decide()).number).toBe(20);
  });
});

describe('an experiment', () => {
  it('is created once, and the same again is no news', async () => {
    expect((await asked.create()).created).toBe(true);
    expect((await asked.create()).created).toBe(false);
    const other = { ...plain, explore: 0.5 };
    expect(await asked.problem('create', { key: 'x', config: other })).toBe('conflict');
    await restart();
    expect((await asked.create()).created).toBe(false);
  });
});
