import { describe, expect, test } from 'vitest';
import { contextualPolicyCatalogue } from '../../contextual-policies/catalogue.ts';
import { createContextualDecider } from './contextual-decider.ts';
import { type ContextualEvent, retireContextual, reviseContextual } from './contextual-revise.ts';
import type { ContextualSelection } from './contextual-selection.ts';

const FEATURES = [
  { kind: 'cycle', name: 'hour', period: 24 },
  { kind: 'category', name: 'country', values: ['DE', 'FR', 'US'] },
] as const;
const OPTIONS = { armCount: 3, features: FEATURES };

const contextAt = (slot: number) => ({ hour: slot % 24, country: slot % 2 === 0 ? 'DE' : 'FR' });
const rewardOf = ({ arm, slot }: ContextualSelection) => (arm === slot % 3 ? 1 : 0);
const decider = (seed = 1) => createContextualDecider('lints', { ...OPTIONS, seed });

describe('a contextual decider', () => {
  test('decides alike with equal seeds, and otherwise with others', () => {
    const [one, same, other] = [decider(), decider(), decider(2)];
    const picks = [one, same, other].map((each) =>
      Array.from({ length: 40 }, (_, slot) => {
        const decision = each.decide(contextAt(slot));
        each.update(decision, rewardOf(decision));
        return decision.arm;
      }),
    );
    expect(picks[1]).toEqual(picks[0]);
    expect(picks[2]).not.toEqual(picks[0]);
  });

  test('takes every policy without oracles, in each of its forms', () => {
    for (const { id, needs, parameters, forms } of contextualPolicyCatalogue.list) {
      if (needs !== undefined) continue;
      const takesVariation = parameters.some((parameter) => parameter.id === 'variation');
      const common = { horizon: 100, ...(takesVariation ? { variation: 1 } : {}) };
      if (forms.includes('arms')) {
        const arms = createContextualDecider(id, { ...OPTIONS, ...common });
        expect(arms.update(arms.decide(contextAt(0)), 1), id).toBe(true);
      }
      if (!forms.includes('actions')) continue;
      const features = { dimension: 2 };
      const actions = createContextualDecider(id, { form: 'actions', features, ...common });
      const asked = { actions: [[0, 1], new Float32Array([1, 0])] };
      expect(actions.update(actions.decide(asked), 1), id).toBe(true);
    }
  });

  test('goes on after a restart, and knows which decisions were lost', () => {
    const first = decider();
    const kept = first.decide({ hour: 1 });
    const snapshot = JSON.parse(JSON.stringify(first.snapshot()));
    const lost = first.decide({ hour: 2 });
    const second = decider();
    second.restore(snapshot);
    const fresh = second.decide({ hour: 3 });
    expect(fresh.slot).toBe(lost.slot);
    expect(fresh.epoch).toBeDefined();
    expect(second.update(lost, 1)).toBe(false);
    expect(second.policy.warnings.map(({ code }) => code)).toEqual(['decision-lost']);
    expect(second.update(kept, 1)).toBe(true);
    expect(second.update(fresh, 0)).toBe(true);
  });

  test('takes lost decisions again from a journal, with their codes', () => {
    const [first, second] = [decider(), decider()];
    const snapshot = first.snapshot();
    const journal = [first.decide({ hour: 2 }), first.decide({ country: 'FR' })];
    second.restore(snapshot);
    for (const decision of JSON.parse(JSON.stringify(journal))) second.replay(decision);
    expect(second.policy.pendingAt(1)?.codes).toEqual([null, 1]);
    expect(second.update(journal[0], 1)).toBe(true);
  });

  test('refuses snapshots of another kind', () => {
    const { policy } = decider();
    const snapshot = { format: 'driftline-decider', version: 2, policy: policy.snapshot() };
    expect(() => decider().restore(snapshot as never)).toThrow(
      'must have format driftline-contextual-decider, version 1; got format driftline-decider',
    );
  });
});

describe('histories', () => {
  const history: ContextualEvent[] = [];
  const made = createContextualDecider('linucb', OPTIONS);
  for (let slot = 0; slot < 20; slot++) {
    const decision = made.decide(contextAt(slot));
    history.push({ decision: decision.arm, codes: decision.codes });
    if (slot % 4 === 0) continue;
    made.update(decision, rewardOf(decision));
    history.push({ reward: slot, value: rewardOf(decision) });
  }
  made.skip(2);
  history.push({ skip: 2 });

  test('lead to the state of the policy that made them, bit for bit', () => {
    const revised = reviseContextual('linucb', OPTIONS, JSON.parse(JSON.stringify(history)));
    const { state, pending } = made.policy.snapshot();
    expect(revised.snapshot().state).toEqual(state);
    expect(revised.snapshot().pending).toEqual(pending);
  });

  test('without an arm leave its slots empty', () => {
    const retired = retireContextual('linucb', OPTIONS, history, 0);
    expect(retired.armCount).toBe(2);
    expect(retired.slot).toBe(22);
    const moved = history.map((event) => {
      if (!('decision' in event) || event.decision === null) return event;
      return event.decision === 0 ? { skip: 1 } : { ...event, decision: event.decision - 1 };
    });
    const same = reviseContextual('linucb', { ...OPTIONS, armCount: 2 }, moved);
    expect(JSON.stringify(retired.snapshot())).toBe(JSON.stringify(same.snapshot()));
  });

  test('need codes, and more than one arm', () => {
    const options = { ...OPTIONS, armCount: 1 };
    expect(() => reviseContextual('linucb', options, [{ decision: 0 }])).toThrow(
      'its codes, 2 in number',
    );
    expect(() => retireContextual('linucb', options, [], 0)).toThrow('last arm');
    expect(() => retireContextual('lin-oracle', OPTIONS, [], 0)).toThrow('cannot retire');
  });
});
