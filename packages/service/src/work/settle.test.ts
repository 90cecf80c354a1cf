import type { NewExperiment } from '@driftline/client/wire';
import { describe, expect, it } from 'vitest';
import { foldAll, PaperExperiment } from '../../test/fold/paper.ts';
import { hashOf, restoreFold, snapshotOf } from '../fold/snapshot.ts';
import { planRetirement, planStatus } from './configure.ts';
import { decide } from './decide.ts';
import { cancel, reward, rewardUnit } from './settle.ts';
import { armKnowledge } from './view.ts';

function experiment(settings: Partial<NewExperiment['reward']> = {}, type = 'sw-ucb') {
  const isWindow = type === 'sw-ucb';
  return new PaperExperiment({
    arms: [{ key: 'a' }, { key: 'b' }],
    policy: { type },
    ...(isWindow ? { memory: { decisions: 10 } } : {}),
    reward: { min: 0, max: 1, timeout: '1m', ...settings },
    explore: 0,
  });
}

function observed({ fold }: PaperExperiment): number {
  return fold.policy.inspect().reduce((sum, { count = 0 }) => sum + count, 0);
}

describe('silence', () => {
  it('without missing, what is not rewarded counts as nothing', () => {
    const paper = experiment();
    paper.decide();
    paper.decide();
    expect(paper.reward(1, 1)).toBe('counted');
    paper.now += 60_000;
    expect(paper.sweep()).toBe(1);
    expect(observed(paper)).toBe(1);
    expect(paper.fold.waiting.size).toBe(0);
    expect(paper.reward(0, 1)).toBe('late');
    expect(paper.reward(0, 1)).toBe('duplicate');
    expect(observed(paper)).toBe(1);
  });

  it('with missing, rewards are held until all count together', () => {
    const paper = experiment({ missing: 0 });
    const [one, two] = [paper.decide(), paper.decide()];
    expect(paper.reward(1, 1)).toBe('held');
    expect(paper.reward(1, 1)).toBe('duplicate');
    expect(paper.reward(1, 0)).toBe('conflict');
    expect(observed(paper)).toBe(0);
    paper.now += 59_999;
    expect(paper.sweep()).toBe(0);
    paper.now += 1;
    expect(paper.sweep()).toBe(2);
    expect(observed(paper)).toBe(2);
    const mean = (arm: string) => paper.fold.policy.inspect()[arm === 'a' ? 0 : 1].mean;
    expect([one.arm, two.arm].sort()).toEqual(['a', 'b']);
    expect([mean(one.arm), mean(two.arm)]).toEqual([0, 1]);
    expect(paper.reward(0, 1)).toBe('late');
  });

  it('with missing and early, rewards count when they come, and the rest at the timeout', () => {
    const paper = experiment({ missing: 0, early: true });
    paper.decide();
    paper.decide();
    expect(paper.reward(0, 1)).toBe('counted');
    expect(observed(paper)).toBe(1);
    paper.now += 60_000;
    expect(paper.sweep()).toBe(1);
    expect(observed(paper)).toBe(2);
  });

  it('closes in the order of numbers, up to the first that is not overdue', () => {
    const paper = experiment();
    paper.decide();
    paper.now += 30_000;
    paper.decide();
    paper.now += 30_000;
    expect(paper.sweep()).toBe(1);
    expect(paper.fold.facts.swept).toBe(1);
    expect(paper.reward(1, 1)).toBe('counted');
  });

  it('closes at most ten thousand at once', () => {
    const paper = experiment({}, 'uniform');
    for (let i = 0; i < 10_001; i++) paper.fold.apply(decisionEvent(paper));
    paper.now += 60_000;
    expect(paper.sweep()).toBe(10_000);
    expect(paper.sweep()).toBe(1);
    expect(paper.sweep()).toBe(0);
  });
});

function decisionEvent({ fold, now }: PaperExperiment) {
  const { head, next } = fold.facts;
  const row = {
    number: next,
    seq: head + 1,
    at: now,
    deadline: now + 60_000,
    slot: fold.policy.slot,
    arm: 0,
    reason: 'policy',
    propensity: null,
    ticket: 0,
    eligible: null,
    request: null,
    unit: null,
    context: null,
    digest: null,
  } as const;
  return { type: 'decision', row } as const;
}

describe('an outcome', () => {
  it('is one per decision, the first', () => {
    const paper = experiment();
    for (let i = 0; i < 4; i++) paper.decide();
    expect(paper.cancel(0)).toBe('cancelled');
    expect(paper.cancel(0)).toBe('duplicate');
    expect(paper.reward(0, 1)).toBe('conflict');
    expect(paper.reward(1, 1)).toBe('counted');
    expect(paper.cancel(1)).toBe('conflict');
    expect(paper.reward(9, 1)).toBe('not-found');
    expect(paper.cancel(9)).toBe('not-found');
    paper.now += 60_000;
    paper.sweep();
    expect(paper.cancel(2)).toBe('late');
    expect(observed(paper)).toBe(1);
  });

  it('of two in one batch, the first in order wins', () => {
    const paper = experiment();
    paper.decide();
    const statuses = paper.run(
      (session) => [
        reward(session, { number: 0 }, 1, 'one').answer.status,
        reward(session, { number: 0 }, 1, 'two').answer.status,
      ],
      0,
    );
    expect(statuses).toEqual(['counted', 'duplicate']);
    const last = paper.log.at(-1);
    expect(last?.type === 'outcome' && last.row.by).toBe('one');
  });

  it('of a decision that is forgotten is stored and does not count', () => {
    const paper = experiment();
    for (let i = 0; i < 12; i++) paper.decide();
    expect(paper.reward(1, 1)).toBe('outside_memory');
    expect(paper.reward(2, 1)).toBe('counted');
    expect(paper.reward(1, 1)).toBe('duplicate');
    expect(observed(paper)).toBe(1);
  });

  it('of a retired arm is stored and does not count', () => {
    const paper = experiment();
    const { arm } = paper.decide();
    paper.decide();
    paper.carryOut(planRetirement(paper.fold, arm));
    expect(paper.reward(0, 1)).toBe('outside_memory');
    expect(paper.reward(1, 1)).toBe('counted');
    expect(paper.decide().arm).not.toBe(arm);
  });

  it('is recorded where the policy does not learn', () => {
    const paper = experiment({}, 'uniform');
    paper.decide();
    expect(paper.reward(0, 1)).toBe('recorded');
    expect(paper.fold.waiting.size).toBe(0);
    const held = experiment({ missing: 0 }, 'uniform');
    held.decide();
    expect(held.reward(0, 1)).toBe('recorded');
  });

  it('goes to the last decision of a unit', () => {
    const paper = experiment();
    expect(paper.rewardUnit('ann', 1)).toBe('not-found');
    paper.decide({ unit: 'ann' });
    paper.decide({ unit: 'ann' });
    expect(paper.rewardUnit('ann', 1)).toBe('counted');
    expect(paper.reward(1, 1)).toBe('duplicate');
    expect(paper.reward(0, 1)).toBe('counted');
  });

  it('goes to the last decision of a unit that was not cancelled, also among those of one batch', () => {
    const paper = experiment();
    paper.decide({ unit: 'ann' });
    const status = paper.run((session) => {
      const ask = { key: 'x', request: { unit: 'ann' } };
      expect([1, 2].map(() => decide(session, ask).number)).toEqual([1, 2]);
      cancel(session, { number: 2 }, 'page');
      return rewardUnit(session, 'ann', 1, 'page').answer.status;
    });
    expect(status).toBe('counted');
    expect(paper.reward(1, 1)).toBe('duplicate');
    expect(paper.cancel(0)).toBe('cancelled');
  });

  it('counts while the experiment is paused', () => {
    const paper = experiment();
    paper.decide();
    paper.carryOut(planStatus(paper.fold, 'paused'));
    expect(paper.reward(0, 1)).toBe('counted');
  });
});

describe('a value', () => {
  it.each([-0.001, 1.001, 1e308])('outside the range is refused: %d', (value) => {
    const paper = experiment();
    paper.decide();
    const { length } = paper.log;
    expect(paper.reward(0, value)).toBe('reward-out-of-range');
    expect(paper.log.length).toBe(length);
  });

  it('at the ends is taken, -0 as 0, and the smallest one as it is', () => {
    const paper = experiment();
    for (const value of [-0, 1, 5e-324]) {
      const number = paper.decide().number ?? -1;
      expect(paper.reward(number, value)).toBe('counted');
      const last = paper.log.at(-1);
      const stored = last?.type === 'outcome' ? last.row.value : null;
      expect(Object.is(stored, value === 0 ? 0 : value)).toBe(true);
    }
  });

  it('of any size is taken by auto without a range, and means are in its units', () => {
    const arms = [{ key: 'a' }, { key: 'b' }];
    const paper = new PaperExperiment({ arms, reward: { timeout: '1m' } });
    for (let i = 0; i < 60; i++) {
      const decision = paper.decide();
      const place = decision.arm === 'a' ? 80 : -20;
      expect(paper.reward(decision.number ?? -1, place + (i % 3))).toBe('counted');
    }
    const [a, b] = armKnowledge(paper.fold);
    expect(a.mean).toBeGreaterThan(75);
    expect(b.mean).toBeLessThan(-10);
    expect(a.share).toBeGreaterThan(0.7);
    expect(hashOf(restoreFold(snapshotOf(paper.fold)))).toBe(hashOf(paper.fold));
    expect(hashOf(foldAll(paper.log))).toBe(hashOf(paper.fold));
    const number = paper.decide().number ?? -1;
    expect(paper.reward(number, 1e300)).toBe('reward-out-of-range');
    expect(paper.reward(number, 1e6)).toBe('counted');
  });

  it('of any size is taken with a center and a scale', () => {
    const paper = new PaperExperiment({
      arms: [{ key: 'a' }],
      policy: { type: 'sw-rmoss' },
      memory: { decisions: 10 },
      reward: { center: 10, scale: 5, timeout: '1m' },
    });
    paper.decide();
    paper.decide();
    expect(paper.reward(0, 1e6)).toBe('counted');
    expect(paper.reward(1, 1e300)).toBe('reward-out-of-range');
  });
});
