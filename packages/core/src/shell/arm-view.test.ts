import { describe, expect, test } from 'vitest';
import { randomStream } from '../random/source.ts';
import type { ArmView } from './arm-view.ts';
import { createPolicy } from './create-policy.ts';
import type { Policy } from './policy.ts';

/** What was played and paid, slot by slot. */
interface Played {
  readonly arm: number;
  readonly reward: number;
}

/** Lets a policy play; `look` sees it before each pick, with all that happened, and the arm that is picked. */
function live(
  policy: Policy,
  slots: number,
  look: (views: ArmView[], past: readonly Played[], arm: number) => void,
): void {
  const random = randomStream(11);
  const past: Played[] = [];
  for (let slot = 0; slot < slots; slot++) {
    const views = policy.inspect();
    const selection = policy.select(random);
    look(views, past, selection.arm);
    const mean = slot < slots / 2 ? [0.8, 0.5, 0.2] : [0.2, 0.5, 0.8];
    const reward = random.uniform() < mean[selection.arm] ? 1 : 0;
    policy.update(selection, reward);
    past.push({ arm: selection.arm, reward });
  }
}

/** The arms of the largest index: one, but where nothing is remembered of several. */
function leadersOf(views: readonly ArmView[]): number[] {
  const largest = Math.max(...views.map(({ index = Number.NaN }) => index));
  return views.filter(({ index }) => index === largest).map(({ arm }) => arm);
}

function own(past: readonly Played[], arm: number): number[] {
  return past.filter((played) => played.arm === arm).map(({ reward }) => reward);
}

function meanOf(rewards: readonly number[]): number | undefined {
  return rewards.length === 0 ? undefined : rewards.reduce((a, b) => a + b) / rewards.length;
}

describe('policies of several parts show what the part that picks knows', () => {
  test.each(['bob', 'adapt-eve'])('%s picks its largest index', (id) => {
    const policy = createPolicy(id, { armCount: 3, horizon: 900 });
    let known = 0;
    live(policy, 900, (views, _, arm) => {
      expect(leadersOf(views)).toContain(arm);
      for (const { mean, width, index } of views) {
        if (mean === undefined) expect(index).toBe(Number.POSITIVE_INFINITY);
        else expect(mean + Number(width)).toBeCloseTo(Number(index), 12);
        known += mean === undefined ? 0 : 1;
      }
    });
    expect(known).toBeGreaterThan(1000);
  });

  test('master has bounds but no index, for chance decides which instance picks', () => {
    const policy = createPolicy('master', { armCount: 3, horizon: 900 });
    let disagreed = 0;
    live(policy, 900, (views, _, arm) => {
      expect(views.map(({ index, width }) => [index, width])).toEqual(
        views.map(() => [undefined, undefined]),
      );
      const bounds = views.map(({ facts }) => facts.bound);
      disagreed += arm === bounds.indexOf(Math.max(...bounds)) ? 0 : 1;
    });
    // Whoever has just begun takes the first arm, and nothing else may differ.
    expect(disagreed).toBeGreaterThan(0);
    expect(disagreed).toBeLessThan(450);
  });
});

test('lm-dsee has the means of its exploration, and no width', () => {
  const policy = createPolicy('lm-dsee', { armCount: 3, horizon: 900, nu: 0.3 });
  live(policy, 60, (views, past) => {
    views.forEach(({ mean, count, width, index }, arm) => {
      expect([mean, count]).toEqual([meanOf(own(past, arm)), own(past, arm).length]);
      expect([width, index]).toEqual([undefined, undefined]);
    });
  });
});

test('adswitch has the means of an episode, and says who is evicted', () => {
  const policy = createPolicy('adswitch', { armCount: 3, horizon: 2000 });
  let start = 0;
  let restarts = 0;
  let evicted = 0;
  live(policy, 2000, (views, past, picked) => {
    if (policy.restarts !== restarts) start = past.length;
    restarts = policy.restarts ?? 0;
    views.forEach(({ mean, count, width, facts }, arm) => {
      const rewards = own(past.slice(start), arm);
      expect(count).toBe(rewards.length);
      if (mean === undefined) expect(rewards).toEqual([]);
      else expect(mean).toBeCloseTo(meanOf(rewards) ?? Number.NaN, 9);
      if (width !== undefined) {
        expect(width).toBeCloseTo(Math.sqrt((2 * Math.log(2000)) / rewards.length), 9);
      }
      expect(facts.evictedMean === undefined).toBe(facts.evicted === 0);
    });
    evicted += views[picked].facts.evicted;
  });
  expect(restarts).toBeGreaterThan(0);
  expect(evicted).toBeGreaterThan(0);
});

test('cts mixes the posteriors of its guesses; without changes there is one', () => {
  const policy = createPolicy('cts', { armCount: 3, hazard: 0 });
  live(policy, 40, (views, past) => {
    views.forEach(({ mean, deviation, count }, arm) => {
      const rewards = own(past, arm);
      const [alpha, total] = [1 + rewards.reduce((a, b) => a + b, 0), 2 + rewards.length];
      expect(count).toBeCloseTo(rewards.length, 9);
      expect(mean).toBeCloseTo(alpha / total, 9);
      const variance = (alpha * (total - alpha)) / (total * total * (total + 1));
      expect(deviation).toBeCloseTo(Math.sqrt(variance), 9);
    });
  });
});

test('showing reads and changes nothing', () => {
  for (const id of ['cts', 'adswitch', 'bob', 'lm-dsee', 'master', 'adapt-eve', 'lb-sda']) {
    const own = id === 'lm-dsee' ? { nu: 0.3 } : {};
    const make = () => createPolicy(id, { armCount: 3, horizon: 400, ...own });
    const [watched, left] = [make(), make()];
    const arms: number[] = [];
    live(watched, 400, (_, _past, arm) => arms.push(arm));
    const random = randomStream(11);
    arms.forEach((arm, slot) => {
      const selection = left.select(random);
      expect(selection.arm).toBe(arm);
      const mean = slot < 200 ? [0.8, 0.5, 0.2] : [0.2, 0.5, 0.8];
      left.update(selection, random.uniform() < mean[arm] ? 1 : 0);
    });
    expect(left.snapshot()).toEqual(watched.snapshot());
  }
});
