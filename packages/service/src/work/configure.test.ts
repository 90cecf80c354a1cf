import type { NewExperiment } from '@driftline/client/wire';
import { type HistoryEvent, policyCatalogue, revise } from '@driftline/core';
import { describe, expect, it } from 'vitest';
import { PaperExperiment } from '../../test/fold/paper.ts';
import { defaultLimits } from '../model/limits.ts';
import { policyOptions } from '../model/policy-options.ts';
import { ProblemError } from '../model/problems.ts';
import {
  isSameExperiment,
  type Plan,
  planArmChange,
  planNewArm,
  planPatch,
  planRetirement,
  planStatus,
} from './configure.ts';
import { importLines } from './import.ts';

const asked: NewExperiment = {
  arms: [{ key: 'a' }, { key: 'b' }, { key: 'c' }],
  policy: { type: 'sw-ucb' },
  memory: { decisions: 20 },
  reward: { min: 0, max: 1, timeout: '10m' },
};

/** An experiment after some decisions, of which some have their rewards. */
function played(settings: Partial<NewExperiment> = {}): PaperExperiment {
  const paper = new PaperExperiment({ ...asked, ...settings });
  for (let i = 0; i < 50; i++) {
    paper.decide();
    if (i > 5 && i % 3 > 0) paper.reward(i - 5, (i % 4) / 4);
  }
  return paper;
}

function kindOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof ProblemError) return error.kind;
    throw error;
  }
  return 'none';
}

describe('a revision', () => {
  it('is what a new policy learns from the log, bit for bit', () => {
    const paper = played();
    paper.carryOut(planRetirement(paper.fold, 'b'));
    const { learner, config } = paper.fold;
    expect(learner.from).toBe(30);
    const history = paper.log.flatMap((event): HistoryEvent[] => {
      if (event.type === 'decision' && event.row.number >= 30) {
        const arm = [0, null, 1][event.row.arm];
        return [{ decision: arm }];
      }
      if (event.type === 'outcome' && event.row.number >= 30) {
        return [{ reward: event.row.number - 30, value: event.row.value ?? 0 }];
      }
      return [];
    });
    const wanted = revise(policyCatalogue.find('sw-ucb'), policyOptions(config, 2), history);
    expect(learner.policy.snapshot().state).toEqual(wanted.snapshot().state);
    expect(learner.policy.snapshot().pending).toEqual(wanted.snapshot().pending);
    expect(learner.policy.slot).toBe(20);
  });

  it('reaches back one memory, 36 for discounts, and a million where nothing is forgotten', () => {
    const paper = played();
    const patch = { policy: { type: 'ucb1' }, memory: null };
    const plan = planPatch(paper.fold, patch, undefined);
    expect(plan.revise).toBe('policy');
    paper.carryOut(plan);
    expect(paper.fold.learner.from).toBe(0);
    expect(paper.fold.policy.slot).toBe(50);
    const discount = { policy: { type: 'd-ucb' }, memory: { decisions: 1000 } };
    paper.carryOut(planPatch(paper.fold, discount, undefined));
    expect(paper.fold.learner.from).toBe(0);
    const short = { policy: { type: 'sw-moss' }, memory: { decisions: 10 } };
    paper.carryOut(planPatch(paper.fold, short, undefined));
    expect(paper.fold.learner.from).toBe(40);
  });

  it('leaves pending what is pending', () => {
    const paper = played();
    const waiting = paper.fold.waiting.size;
    paper.carryOut(planPatch(paper.fold, { memory: { decisions: 25 } }, undefined));
    expect(paper.fold.waiting.size).toBe(waiting);
    const open = [49, 48];
    expect(open.map((number) => paper.reward(number, 1))).toEqual(['counted', 'counted']);
    // Before the new policy's first decision nothing is known of.
    expect(paper.reward(0, 1)).toBe('outside_memory');
  });
});

describe('a patch', () => {
  it('says what it does', () => {
    const { fold } = played({ sticky: '5m' });
    const reward = { timeout: '5m' };
    const patch = { explore: 0.1, reward, defaultArm: 'c', sticky: null, retain: '30d' };
    expect(planPatch(fold, patch, 1).effects).toEqual([
      'a share of 0.1 of new decisions (was 0.02) goes to an arm picked at random, all arms equally likely',
      'new decisions wait 5m for their reward; earlier decisions keep their timeout',
      'while paused, the experiment answers with c instead of a',
      'a unit gets a new decision each time',
      'rows are kept for 30d',
    ]);
  });

  it('is refused where the experiment is not the one that was seen', () => {
    const { fold } = played();
    expect(kindOf(() => planPatch(fold, { explore: 0.1 }, 7))).toBe('revision-mismatch');
  });

  it('of nothing changes nothing', () => {
    const { fold } = played();
    const plan = planPatch(fold, { memory: { decisions: 20 } }, 1);
    expect(plan.change).toBeUndefined();
  });

  it('changes the deadline of new decisions alone', () => {
    const paper = new PaperExperiment(asked);
    paper.decide();
    paper.carryOut(planPatch(paper.fold, { reward: { timeout: '1m' } }, undefined));
    paper.decide();
    paper.now += 60_000;
    // The first one is not overdue, and comes before the second.
    expect(paper.sweep()).toBe(0);
    paper.now += 540_000;
    expect(paper.sweep()).toBe(2);
  });
});

describe('arms', () => {
  it('join once, and their keys are not used again', () => {
    const paper = played();
    const add = (key: string, payload?: number) =>
      planNewArm(paper.fold, key, payload === undefined ? {} : { payload }, defaultLimits);
    paper.carryOut(add('d', 1));
    expect(add('d', 1).change).toBeUndefined();
    expect(kindOf(() => add('d', 2))).toBe('conflict');
    paper.carryOut(planRetirement(paper.fold, 'd'));
    expect(kindOf(() => add('d', 1))).toBe('conflict');
    expect(planRetirement(paper.fold, 'd').change).toBeUndefined();
    expect(kindOf(() => planArmChange(paper.fold, 'd', { payload: 3 }, defaultLimits))).toBe(
      'conflict',
    );
    expect(kindOf(() => planArmChange(paper.fold, 'e', {}, defaultLimits))).toBe('not-found');
  });

  it('are limited in number, live ones and all', () => {
    const { fold } = played();
    const limits = { ...defaultLimits, liveArms: 3 };
    expect(kindOf(() => planNewArm(fold, 'd', {}, limits))).toBe('conflict');
    const all = { ...defaultLimits, arms: 3 };
    expect(kindOf(() => planNewArm(fold, 'd', {}, all))).toBe('conflict');
  });

  it('stay at least one, and the default stays', () => {
    const paper = played({ defaultArm: 'a' });
    expect(kindOf(() => planRetirement(paper.fold, 'a'))).toBe('conflict');
    paper.carryOut(planRetirement(paper.fold, 'b'));
    paper.carryOut(planRetirement(paper.fold, 'c'));
    paper.carryOut(planPatch(paper.fold, { defaultArm: null }, undefined));
    expect(kindOf(() => planRetirement(paper.fold, 'a'))).toBe('conflict');
  });

  it('announce each change of the arm that a paused experiment answers with', () => {
    const paper = played();
    const done: string[] = [];
    const carryOut = (plan: Plan) => {
      paper.carryOut(plan);
      done.push(plan.effects.filter((effect) => /answers|refuse|default/.test(effect)).join());
    };
    const setState = (key: string, state: 'active' | 'paused') =>
      carryOut(planArmChange(paper.fold, key, { state }, defaultLimits));
    const setDefault = (defaultArm: string | null) =>
      carryOut(planPatch(paper.fold, { defaultArm }, undefined));
    setState('a', 'paused');
    setState('c', 'paused');
    setState('a', 'active');
    carryOut(planRetirement(paper.fold, 'a'));
    setDefault('c');
    setState('c', 'active');
    setState('c', 'paused');
    setState('b', 'paused');
    carryOut(planStatus(paper.fold, 'paused'));
    carryOut(planNewArm(paper.fold, 'd', {}, defaultLimits));
    setState('c', 'active');
    setDefault(null);
    carryOut(planRetirement(paper.fold, 'c'));
    expect(done).toEqual([
      'while paused, the experiment answers with b instead of a',
      '',
      'while paused, the experiment answers with a instead of b',
      'while paused, the experiment answers with b instead of a',
      'c is paused; it becomes the default arm when you activate it again',
      'while paused, the experiment answers with c instead of b',
      'while paused, the experiment answers with b instead of c',
      'no arm is active; decisions are refused until you activate one, even while the experiment is paused',
      'the experiment makes no decisions and refuses requests until you activate an arm; rewards still count',
      'while paused, the experiment answers with d',
      'while paused, the experiment answers with c instead of d',
      '',
      'while paused, the experiment answers with d instead of c',
    ]);
  });
});

describe('an import', () => {
  const lines = Array.from({ length: 30 }, (_, i) => ({ arm: i % 2 ? 'a' : 'b', value: i % 2 }));

  it.each([{}, { missing: 0 }])('is settled before the first decision: %j', (silence) => {
    const paper = new PaperExperiment({ ...asked, reward: { ...asked.reward, ...silence } });
    const answer = paper.run((session) => importLines(session, lines, 'test'));
    expect(answer).toEqual({ imported: 30 });
    expect(paper.fold.waiting.size).toBe(0);
    const [a, b] = paper.fold.policy.inspect();
    expect([a.count, a.mean, b.count, b.mean]).toEqual([10, 1, 10, 0]);
    expect(paper.decide().number).toBe(30);
    expect(kindOf(() => paper.run((session) => importLines(session, lines, 'test')))).toBe(
      'conflict',
    );
  });

  it('is taken whole or not at all', () => {
    const paper = new PaperExperiment(asked);
    const wrong = [...lines, { arm: 'a', value: 2 }];
    const { length } = paper.log;
    expect(kindOf(() => paper.run((session) => importLines(session, wrong, 'test')))).toBe(
      'reward-out-of-range',
    );
    const unknown = [...lines, { arm: 'z', value: 1 }];
    expect(kindOf(() => paper.run((session) => importLines(session, unknown, 'test')))).toBe(
      'invalid',
    );
    expect([paper.log.length, paper.fold.facts.next]).toEqual([length, 0]);
  });
});

describe('an experiment that is there', () => {
  it('is the same whatever the order of names, and another one in any other way', () => {
    const { fold } = played();
    const { arms, reward, ...others } = asked;
    expect(isSameExperiment(fold, { ...others, reward, arms }, defaultLimits)).toBe(true);
    const fast = { ...reward, timeout: '600s' };
    expect(isSameExperiment(fold, { ...asked, reward: fast }, defaultLimits)).toBe(true);
    const slow = { ...reward, timeout: '601s' };
    expect(isSameExperiment(fold, { ...asked, reward: slow }, defaultLimits)).toBe(false);
    const payload = [{ key: 'a', payload: 1 }, ...arms.slice(1)];
    expect(isSameExperiment(fold, { ...asked, arms: payload }, defaultLimits)).toBe(false);
  });

  it('is the same if its first arm is named as the default', () => {
    const first = { ...asked, defaultArm: 'a' };
    expect(isSameExperiment(played().fold, first, defaultLimits)).toBe(true);
    expect(isSameExperiment(played({ defaultArm: 'a' }).fold, asked, defaultLimits)).toBe(true);
    const other = { ...asked, defaultArm: 'c' };
    expect(isSameExperiment(played().fold, other, defaultLimits)).toBe(false);
  });

  it('is the same while its default arm is paused', () => {
    const paper = played({ defaultArm: 'b' });
    paper.carryOut(planArmChange(paper.fold, 'b', { state: 'paused' }, defaultLimits));
    const same = { ...asked, defaultArm: 'b' };
    expect(isSameExperiment(paper.fold, same, defaultLimits)).toBe(true);
    expect(isSameExperiment(paper.fold, asked, defaultLimits)).toBe(false);
  });

  it('can be paused and goes on, each with what that does', () => {
    const paper = played();
    const plan = planStatus(paper.fold, 'paused');
    expect(plan.effects[0]).toMatch(/its default arm, a;/);
    paper.carryOut(plan);
    expect(paper.fold.facts).toMatchObject({ status: 'paused', revision: 2 });
    expect(planStatus(paper.fold, 'paused').change).toBeUndefined();
  });
});
