/** Rewards that come so late that sums are moved in blocks: the same bits as if all were added up again. */
import { describe, expect, test } from 'vitest';
import { randomStream } from '../../random/source.ts';
import { RestoringArchive, SavingArchive } from '../../shell/kernel-state.ts';
import type { Random } from '../random/generator.ts';
import { Window } from './window.ts';
import { WindowBlocks } from './window-blocks.ts';

const REWARDS: Readonly<Record<string, (random: Random, slot: number) => number>> = {
  uniforms: (random) => random.uniform(),
  coins: (random) => random.below(2),
  clicks: (random) => (random.below(50) === 0 ? 1 : 0),
  'signed ones': (random) => random.uniform() - 0.5,
  'negative ones': (random) => -random.uniform(),
  // Sums between 1 and 2 have steps of 2^-52: halves of it are as likely as not.
  halves: (random, slot) => (slot % 40 === 0 ? 1 : random.below(8) * 2 ** -53),
  'many sizes': (random) => (random.uniform() - 0.1) * 10 ** (random.below(40) - 20),
  'one of 1e17': (random, slot) => (slot % 333 === 0 ? 1e17 : random.uniform()),
  'tiny ones': (random) => random.uniform() * 2 ** -1060,
};

/** A new window from what the ring holds: every sum is made as it is defined. */
function definedBy(memory: Window): Window {
  const archive = new SavingArchive();
  memory.transfer(Object.assign(archive, { slot: () => memory.now }));
  const defined = new Window(memory.cells, memory.window);
  defined.transfer(new RestoringArchive(archive.state, memory.now));
  return defined;
}

function sumsOf(memory: Window): number[] {
  // A sum of nothing may be +0 or −0, which no index distinguishes.
  return Array.from({ length: memory.cells }, (_, cell) => memory.sum(cell) + 0);
}

/** A copy that can be looked at: saving rebuilds, and must not help the one that is tried. */
function copyOf(memory: Window): Window {
  const copy = new Window(memory.cells, memory.window);
  for (const name of ['cellAt', 'rewardAt', 'partial', 'tallies'] as const) {
    (copy[name] as Float64Array).set(memory[name]);
  }
  copy.now = memory.now;
  copy.cursor = memory.cursor;
  return copy;
}

/** Delays up to the whole window: fixed ones, short ones with a few long, any. */
const DELAYS: Readonly<Record<string, (random: Random, window: number) => number>> = {
  'a fixed delay': (_, window) => Math.floor(0.4 * window),
  'a long fixed delay': (_, window) => Math.floor(0.93 * window),
  'mostly short delays': (random, window) =>
    random.below(10) > 0 ? random.below(9) : random.below(window),
  'any delay': (random, window) => random.below(window + 20),
};

function tryLate(kind: string, delay: string, window: number, cells: number): number {
  const random = randomStream(81);
  const memory = new Window(cells, window);
  const due = new Map<number, number[]>();
  let opened = 0;
  for (let slot = 0; slot < 4 * window; slot++) {
    memory.advance();
    const at = slot + (slot % 3 === 0 ? 0 : DELAYS[delay](random, window));
    due.set(at, [...(due.get(at) ?? []), slot]);
    for (const past of due.get(slot) ?? []) {
      // Some cells are played much, some seldom.
      const cell = Math.min(random.below(cells), random.below(cells));
      memory.learn(past, cell, REWARDS[kind](random, past));
    }
    due.delete(slot);
    if (memory.blocks.isOpen()) opened += 1;
    if (slot % 19 > 0) continue;
    const defined = sumsOf(definedBy(copyOf(memory)));
    if (sumsOf(memory).some((sum, cell) => sum !== defined[cell])) {
      expect([slot, sumsOf(memory)]).toEqual([slot, defined]);
    }
  }
  return opened;
}

describe.each(Object.keys(REWARDS))('%s', (kind) => {
  test.each(Object.keys(DELAYS))('after %s', (delay) => {
    for (const [window, cells] of [
      [300, 2],
      [257, 1],
      [700, 5],
    ]) {
      expect(tryLate(kind, delay, window, cells)).toBeGreaterThan(0);
    }
    // Blocks are as long as the window: nothing to be gained.
    expect(tryLate(kind, delay, 60, 9)).toBe(0);
  });
});

test('a late reward goes through blocks, not slots', () => {
  const window = 2 ** 16;
  const memory = new Window(2, window);
  const random = randomStream(82);
  for (let slot = 0; slot < 2 * window; slot++) {
    memory.advance();
    if (slot % 16 > 0) memory.learn(slot, slot % 2, random.uniform());
  }
  let steps = 0;
  memory.cellAt = new Proxy(memory.cellAt, {
    get: (target, name) => {
      steps += 1;
      const value = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
    set: (target, name, value) => Reflect.set(target, name, value),
  });
  const costs = Array.from({ length: 40 }, (_, i) => {
    steps = 0;
    memory.learn(2 * window - 30_000 - 16 * (i % 20) - (i < 20 ? 0 : 20_000), 0, 0.5);
    return steps;
  });
  // Blocks have 256 slots. The first one passes 117 of them, and learns; those that follow move them.
  expect(costs[0]).toBeGreaterThan(29_000);
  for (const cost of costs.slice(1, 20)) expect(cost).toBeLessThan(8 * 256);
});

test('blocks are not too small for the cells, and as long as a power of two', () => {
  expect(1 << new WindowBlocks(2, 100_000).shift).toBe(512);
  expect(1 << new WindowBlocks(100, 100_000).shift).toBe(512);
  expect(1 << new WindowBlocks(1000, 100_000).shift).toBe(4096);
  expect(new WindowBlocks(2, 1000).count).toBe(32);
  expect(new WindowBlocks(2, 1).count).toBe(1);
});
