/** The naive forms against traces worked by hand. */
import { describe, expect, test } from 'vitest';
import { NaiveAuto } from '../naive/auto.ts';
import { type DetectingId, naiveDetection } from '../naive/detecting-family.ts';
import { type Exp3Decision, type Exp3Id, naiveProbabilities } from '../naive/exp3-family.ts';
import { naiveExp3R } from '../naive/exp3-r.ts';
import { naiveTrace } from '../naive/index-policies.ts';
import { naiveNormalLaws, naivePosteriors, type ThompsonId } from '../naive/thompson-family.ts';
import {
  autoTraces,
  detectionTraces,
  growingAutoTrace,
  indexTraces,
  normalTrace,
  type PosteriorTrace,
  type ProbabilityTrace,
  posteriorTraces,
  probabilityTraces,
  traces,
} from './traces.ts';

/**
 * The data have 15 digits and values below 10, so they are exact to 1e-14; the naive forms need some
 * tens of operations of relative error 2^-53, and kl-UCB's bisection stops within 1e-13. All of it
 * stays far below this, and every rule that differs in a constant or a slot is far above.
 */
const tolerance = 1e-10;

function expectNear(actual: number, expected: number): void {
  if (actual === expected) return; // also where both are +Infinity
  expect(Math.abs(actual - expected)).toBeLessThan(tolerance);
}

describe.each(indexTraces)('$id', (trace) => {
  const slots = naiveTrace(trace.id, trace.rewards, trace.settings);

  test('plays the arms worked by hand', () => {
    expect(slots.map((slot) => slot.arm)).toEqual(trace.arms);
  });

  test('has the indices worked by hand', () => {
    trace.indices.forEach((row, position) => {
      const { indices } = slots[trace.told?.[position] ?? position];
      expect(indices).toHaveLength(trace.armCount);
      indices.forEach((index, arm) => {
        expectNear(index, row[arm]);
      });
    });
  });
});

function exp3RAfter(trace: ProbabilityTrace, slotCount: number): number[] {
  const arrived = trace.arms.slice(0, slotCount).map((arm, slot) => ({
    slot,
    arrival: slot + 1,
    arm,
    propensity: trace.propensities[slot],
    explored: trace.explored?.[slot] ?? false,
    reward: trace.rewards[slot][arm],
  }));
  return naiveExp3R(arrived, trace.armCount, trace.settings).probabilities;
}

function probabilitiesAfter(trace: ProbabilityTrace, slotCount: number): number[] {
  if (trace.id === 'uniform') return new Array<number>(trace.armCount).fill(1 / trace.armCount);
  if (trace.id === 'exp3r') return exp3RAfter(trace, slotCount);
  const history: Exp3Decision[] = [];
  for (let slot = 0; slot < slotCount; slot += 1) {
    const arm = trace.arms[slot];
    history.push({ arm, propensity: trace.propensities[slot], reward: trace.rewards[slot][arm] });
  }
  return naiveProbabilities(trace.id as Exp3Id, history, trace.armCount, trace.settings);
}

test.each(probabilityTraces)('$id has the probabilities worked by hand', (trace) => {
  trace.arms.forEach((arm, slot) => {
    expectNear(probabilitiesAfter(trace, slot)[arm], trace.propensities[slot]);
    probabilitiesAfter(trace, slot + 1).forEach((probability, other) => {
      expectNear(probability, trace.probabilities[slot][other]);
    });
  });
});

function posteriorsAfter(trace: PosteriorTrace, slotCount: number) {
  const history = trace.arms
    .slice(0, slotCount)
    .map((arm, slot) => ({ arm, reward: trace.rewards[slot][arm] }));
  return naivePosteriors(trace.id as ThompsonId, history, trace.armCount, trace.settings);
}

test.each(posteriorTraces)('$id has the posteriors worked by hand', (trace) => {
  trace.arms.forEach((_, slot) => {
    posteriorsAfter(trace, slot + 1).forEach((posterior, arm) => {
      expectNear(posterior.alpha, trace.posteriors[slot][arm].alpha);
      expectNear(posterior.beta, trace.posteriors[slot][arm].beta);
    });
  });
});

test('dts has the normal laws worked by hand', () => {
  const { armCount, settings, rewards, arms, laws } = normalTrace;
  const history = arms.map((arm, slot) => ({ arm, reward: rewards[slot][arm] }));
  expect(laws).toHaveLength(arms.length);
  laws.forEach((row, slot) => {
    naiveNormalLaws(history.slice(0, slot + 1), armCount, settings).forEach((law, arm) => {
      const known = row[arm];
      expect(law === undefined).toBe(known === undefined);
      expectNear(law?.mean ?? 0, known?.mean ?? 0);
      expectNear(law?.deviation ?? 0, known?.deviation ?? 0);
    });
  });
});

test.each(detectionTraces)('$id has the indices and alarms worked by hand', (trace) => {
  const { id, armCount, settings, rewards, arms, restarts, indices } = trace;
  const arrivals = arms.map((arm, slot) => ({
    slot,
    arm,
    reward: rewards[slot][arm],
    taken: slot + 1,
  }));
  arms.forEach((arm, slot) => {
    const past = arrivals.slice(0, slot);
    const naive = naiveDetection(id as DetectingId, past, slot, armCount, settings);
    naive.indices.forEach((index, k) => {
      expectNear(index, indices[slot][k]);
    });
    expect(naive.forced ?? naive.indices.indexOf(Math.max(...naive.indices))).toBe(arm);
    expect(naive.restarts).toHaveLength(slot === 0 ? 0 : restarts[slot - 1]);
  });
});

test.each([...autoTraces, growingAutoTrace])(
  '$id has the indices and alarms worked by hand',
  (trace) => {
    const naive = new NaiveAuto(trace.armCount);
    trace.arms.forEach((arm, slot) => {
      const indices = naive.indices();
      indices.forEach((index, k) => {
        expectNear(naive.rewardOf(index), trace.indices[slot][k]);
      });
      expect(indices.indexOf(Math.max(...indices))).toBe(arm);
      naive.take({ slot, arm, reward: trace.rewards[slot][arm], taken: slot + 1 });
      expect(naive.alarms).toHaveLength(trace.restarts[slot]);
    });
  },
);

test('every trace is complete', () => {
  for (const trace of traces) {
    const slotCount = trace.rewards.length;
    expect(slotCount).toBeGreaterThanOrEqual(6);
    expect(trace.arms).toHaveLength(slotCount);
    for (const rewards of trace.rewards) expect(rewards).toHaveLength(trace.armCount);
    const expected =
      'indices' in trace
        ? trace.indices
        : 'posteriors' in trace
          ? trace.posteriors
          : trace.probabilities;
    const told = 'told' in trace ? trace.told : undefined;
    expect(expected).toHaveLength(told?.length ?? slotCount);
    for (const row of expected) expect(row).toHaveLength(trace.armCount);
  }
  expect(new Set(traces.map((trace) => trace.id)).size).toBe(traces.length);
});
