import type { NewExperiment } from '@driftline/client/wire';
import { describe, expect, it } from 'vitest';
import { foldAll, PaperExperiment } from '../../test/fold/paper.ts';
import { hashOf } from '../fold/snapshot.ts';
import { defaultLimits } from '../model/limits.ts';
import { ProblemError } from '../model/problems.ts';
import { planArmChange, planRetirement, planStatus } from './configure.ts';

const asked: NewExperiment = {
  arms: [{ key: 'a' }, { key: 'b', payload: { n: 1 } }, { key: 'c' }, { key: 'd' }],
  policy: { type: 'ucb1' },
  reward: { min: 0, max: 1, timeout: '10m' },
  explore: 0.2,
  defaultArm: 'b',
  sticky: '5m',
};

function kindOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof ProblemError) return error.kind;
    throw error;
  }
  return 'none';
}

describe('a decision', () => {
  it('is written with what it was chosen from', () => {
    const paper = new PaperExperiment(asked);
    const first = paper.decide({ only: ['a', 'b', 'c'], exclude: ['c'], context: { page: 1 } });
    expect(['a', 'b']).toContain(first.arm);
    const event = paper.log.at(-1);
    expect(event?.type === 'decision' && event.row).toMatchObject({
      number: 0,
      slot: 0,
      seq: 2,
      eligible: '[0,1]',
      context: '{"page":1}',
      deadline: paper.now + 600_000,
    });
    paper.decide();
    const second = paper.log.at(-1);
    expect(second?.type === 'decision' && second.row.eligible).toBe(null);
  });

  it('states the probability of its arm, floor included, and how often it explores', () => {
    const paper = new PaperExperiment(asked);
    // Nothing is known: all four arms are tied.
    expect(paper.decide().propensity).toBeCloseTo(0.2 / 4 + 0.8 / 4, 12);
    for (let i = 0; i < 4; i++) paper.decide();
    let explored = 0;
    const decisions = 4000;
    for (let i = 0; i < decisions; i++) {
      const { reason, propensity, number, arm } = paper.decide();
      if (reason === 'explored') explored += 1;
      else expect(propensity).toBeGreaterThanOrEqual(0.2 / 4);
      paper.reward(number ?? -1, arm === 'c' ? 1 : 0);
    }
    // Binomial with p = 0.2: four standard deviations.
    expect(Math.abs(explored - 800)).toBeLessThan(4 * Math.sqrt(decisions * 0.2 * 0.8));
  });

  it('cannot state it where the policy draws, and the floor is all it knows', () => {
    const paper = new PaperExperiment({ ...asked, policy: { type: 'ts' } });
    expect(paper.decide().propensity).toBe(null);
    const uniform = new PaperExperiment({ ...asked, policy: { type: 'uniform' } });
    expect(uniform.decide().propensity).toBeCloseTo(0.25, 12);
  });

  it('needs an arm that may be chosen, of those that there are', () => {
    const paper = new PaperExperiment(asked);
    expect(kindOf(() => paper.decide({ only: ['a'], exclude: ['a'] }))).toBe('no-eligible-arm');
    expect(kindOf(() => paper.decide({ only: ['z'] }))).toBe('invalid');
    for (const key of ['a', 'b', 'c', 'd']) {
      paper.carryOut(planArmChange(paper.fold, key, { state: 'paused' }, defaultLimits));
    }
    expect(kindOf(() => paper.decide())).toBe('no-eligible-arm');
    paper.carryOut(planArmChange(paper.fold, 'c', { state: 'active' }, defaultLimits));
    expect(paper.decide().arm).toBe('c');
  });

  it('that is refused leaves the state as it was, however long nobody asked', () => {
    const memory = { decisions: 10, maxAge: '10m' };
    const paper = new PaperExperiment({ ...asked, policy: { type: 'sw-ucb' }, memory });
    for (let i = 0; i < 10; i++) paper.reward(paper.decide().number ?? -1, 1);
    const before = hashOf(paper.fold);
    paper.now += 86_400_000;
    expect(kindOf(() => paper.decide({ only: ['a'], exclude: ['a'] }))).toBe('no-eligible-arm');
    expect(paper.reward(0, 0.5)).toBe('conflict');
    expect(paper.reward(99, 0.5)).toBe('not-found');
    expect(hashOf(paper.fold)).toBe(before);
    expect(hashOf(foldAll(paper.log))).toBe(before);
  });

  it('is refused with a context that is too large', () => {
    const paper = new PaperExperiment(asked);
    expect(kindOf(() => paper.decide({ context: 'x'.repeat(2047) }))).toBe('invalid');
    expect(paper.decide({ context: 'x'.repeat(2046) }).number).toBe(0);
  });
});

describe('asked again', () => {
  it('with the same idempotency key, the answer is the same, whatever happened since', () => {
    const paper = new PaperExperiment(asked);
    const first = paper.decide({ only: ['a', 'b'] }, 'request');
    paper.reward(0, 1);
    paper.now += 100_000_000;
    expect(paper.decide({ only: ['b', 'a'] }, 'request')).toEqual(first);
    paper.carryOut(planStatus(paper.fold, 'paused'));
    expect(paper.decide({ only: ['a', 'b'] }, 'request')).toEqual(first);
    expect(paper.fold.facts.next).toBe(1);
  });

  it('with the idempotency key of another request, it is refused', () => {
    const paper = new PaperExperiment(asked);
    const request = { unit: 'ann', only: ['a', 'b'], context: { page: 1 } };
    const first = paper.decide(request, 'request');
    const others = [
      {},
      { ...request, unit: 'ben' },
      { ...request, only: ['d'] },
      { ...request, only: ['nothing'] },
      { ...request, exclude: ['a'] },
      { ...request, context: { page: 2 } },
      { unit: 'ann', only: ['a', 'b'] },
    ];
    for (const other of others)
      expect(kindOf(() => paper.decide(other, 'request'))).toBe('idempotency-key-reused');
    paper.carryOut(planStatus(paper.fold, 'paused'));
    expect(kindOf(() => paper.decide({}, 'request'))).toBe('idempotency-key-reused');
    expect(paper.decide(request, 'request')).toEqual(first);
    expect(paper.fold.facts.next).toBe(1);
  });

  it('by a unit, its last decision is given again while that is fresh', () => {
    const paper = new PaperExperiment(asked);
    const first = paper.decide({ unit: 'ann' });
    paper.now += 299_999;
    const again = paper.decide({ unit: 'ann' });
    expect(again).toEqual({ ...first, reason: 'sticky' });
    expect(paper.decide({ unit: 'bob' }).number).toBe(1);
    paper.now += 1;
    expect(paper.decide({ unit: 'ann' })).toMatchObject({ number: 2 });
  });

  it('by a unit whose last one was cancelled, is made anew', () => {
    const paper = new PaperExperiment(asked);
    paper.decide({ unit: 'ann' });
    paper.cancel(0);
    expect(paper.decide({ unit: 'ann' })).toMatchObject({ number: 1 });
    expect(paper.decide({ unit: 'ann' })).toMatchObject({ number: 1, reason: 'sticky' });
  });

  it('by a unit whose arm is paused, another arm is decided', () => {
    const paper = new PaperExperiment(asked);
    const { arm } = paper.decide({ unit: 'ann' });
    paper.carryOut(planArmChange(paper.fold, arm, { state: 'paused' }, defaultLimits));
    const again = paper.decide({ unit: 'ann' });
    expect(again.number).toBe(1);
    expect(again.arm).not.toBe(arm);
  });
});

describe('an experiment that is not running', () => {
  it('answers with its default while it is paused, and writes nothing', () => {
    const paper = new PaperExperiment(asked);
    paper.decide({ unit: 'ann' });
    paper.carryOut(planStatus(paper.fold, 'paused'));
    const length = paper.log.length;
    expect(paper.decide({ unit: 'ann' })).toEqual({
      experiment: 1,
      number: null,
      arm: 'b',
      payload: { n: 1 },
      propensity: null,
      reason: 'paused',
      expiresAt: null,
      at: null,
    });
    expect(paper.log.length).toBe(length);
    expect(paper.reward(0, 1)).toBe('counted');
  });

  it('never answers with an arm that is paused or retired', () => {
    const paper = new PaperExperiment(asked);
    paper.carryOut(planStatus(paper.fold, 'paused'));
    const setState = (key: string, state: 'active' | 'paused') =>
      paper.carryOut(planArmChange(paper.fold, key, { state }, defaultLimits));
    setState('b', 'paused');
    expect(paper.decide()).toMatchObject({ arm: 'a', payload: null, reason: 'paused' });
    paper.carryOut(planRetirement(paper.fold, 'a'));
    expect(paper.decide().arm).toBe('c');
    setState('b', 'active');
    expect(paper.decide()).toMatchObject({ arm: 'b', payload: { n: 1 } });
    for (const key of ['b', 'c', 'd']) setState(key, 'paused');
    expect(kindOf(() => paper.decide())).toBe('no-eligible-arm');
    setState('d', 'active');
    expect(paper.decide().arm).toBe('d');
  });

  it('answers while paused with an arm that only and exclude allow, or refuses', () => {
    const paper = new PaperExperiment(asked);
    paper.carryOut(planStatus(paper.fold, 'paused'));
    expect(paper.decide({ only: ['d', 'b'] })).toMatchObject({ arm: 'b', payload: { n: 1 } });
    expect(paper.decide({ exclude: ['a'] }).arm).toBe('b');
    expect(paper.decide({ exclude: ['b'] })).toMatchObject({ arm: 'a', payload: null });
    expect(paper.decide({ only: ['d', 'c'] }).arm).toBe('c');
    expect(paper.decide({ only: ['b', 'd'], exclude: ['b'] }).arm).toBe('d');
    paper.carryOut(planArmChange(paper.fold, 'b', { state: 'paused' }, defaultLimits));
    const refused = () => paper.decide({ only: ['a', 'b'], exclude: ['a'] });
    expect(kindOf(refused)).toBe('no-eligible-arm');
    expect(refused).toThrow('allow one of a, c, d');
    expect(kindOf(() => paper.decide({ exclude: ['z'] }))).toBe('invalid');
    expect(paper.fold.facts.next).toBe(0);
  });

  it('decides no more and takes no outcomes when it is archived', () => {
    const paper = new PaperExperiment(asked);
    paper.decide();
    paper.carryOut(planStatus(paper.fold, 'archived'));
    expect(kindOf(() => paper.decide())).toBe('archived');
    expect(paper.reward(0, 1)).toBe('archived');
    expect(paper.cancel(0)).toBe('archived');
    expect(kindOf(() => planStatus(paper.fold, 'running'))).toBe('archived');
  });
});
