/** What can happen to an experiment, drawn at random, and done through the real work. */
import type { NewExperiment } from '@driftline/client/wire';
import fc from 'fast-check';
import { defaultLimits } from '../../src/model/limits.ts';
import { offeredPolicies } from '../../src/model/offered.ts';
import { ProblemError } from '../../src/model/problems.ts';
import {
  type Plan,
  planArmChange,
  planNewArm,
  planPatch,
  planRetirement,
  planStatus,
} from '../../src/work/configure.ts';
import type { PaperExperiment } from './paper.ts';

export type Happening =
  | { readonly do: 'decide'; readonly unit?: string; readonly request?: string }
  | { readonly do: 'reward'; readonly back: number; readonly value: number }
  | { readonly do: 'rewardUnit'; readonly unit: string; readonly value: number }
  | { readonly do: 'cancel'; readonly back: number }
  | { readonly do: 'pass'; readonly seconds: number }
  | { readonly do: 'sweep' }
  | { readonly do: 'addArm' }
  | { readonly do: 'pauseArm'; readonly which: number; readonly active: boolean }
  | { readonly do: 'retire'; readonly which: number }
  | { readonly do: 'patch'; readonly which: number }
  | { readonly do: 'status'; readonly running: boolean }
  | { readonly do: 'snapshot' };

const unit = fc.constantFrom('ann', 'bob', 'eve');
const value = fc.constantFrom(0, 0.25, 0.5, 1);
/** Mostly a late decision, sometimes one that is closed or forgotten. */
const back = fc.oneof({ weight: 4, arbitrary: fc.nat(8) }, { weight: 1, arbitrary: fc.nat(40) });

/** Decisions and rewards often, changes now and then. */
export const happenings: fc.Arbitrary<Happening[]> = fc.array(
  fc.oneof(
    { weight: 20, arbitrary: fc.record({ do: fc.constant('decide' as const) }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('decide' as const), unit }) },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('decide' as const),
        request: fc.constantFrom('r1', 'r2', 'r3'),
      }),
    },
    { weight: 24, arbitrary: fc.record({ do: fc.constant('reward' as const), back, value }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('rewardUnit' as const), unit, value }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('cancel' as const), back }) },
    {
      weight: 16,
      arbitrary: fc.record({
        do: fc.constant('pass' as const),
        seconds: fc.constantFrom(1, 7, 25, 40, 70, 3000),
      }),
    },
    { weight: 5, arbitrary: fc.record({ do: fc.constant('sweep' as const) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('addArm' as const) }) },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('pauseArm' as const),
        which: fc.nat(5),
        active: fc.boolean(),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constant('retire' as const), which: fc.nat(5) }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('patch' as const), which: fc.nat(3) }) },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constant('status' as const), running: fc.boolean() }),
    },
    { weight: 10, arbitrary: fc.record({ do: fc.constant('snapshot' as const) }) },
  ),
  { minLength: 100, maxLength: 220, size: 'max' },
);

/** Ways in which silence can count. */
export const silences = [{}, { missing: 0 }, { missing: 0, early: true }] as const;

/** An experiment with a policy that forgets fast, so that forgetting happens. */
export function experimentWith(
  type: string,
  silence: (typeof silences)[number],
  hasMaxAge: boolean,
): NewExperiment {
  const offered = offeredPolicies.get(type);
  // Parts of this age are no whole numbers of milliseconds.
  const memory = { decisions: 13, ...(hasMaxAge ? { maxAge: '10m' } : {}) };
  const values = offered?.rewards === 'range' ? { min: 0, max: 1 } : { center: 0, scale: 1 };
  return {
    arms: [{ key: 'a' }, { key: 'b' }, { key: 'c' }],
    policy: { type },
    ...(offered?.memory === 'required' ? { memory } : {}),
    reward: { ...values, timeout: '1m', ...silence },
    explore: 0.1,
    sticky: '20s',
  };
}

/** Patches after which the policy is another one, or has another memory. */
function patchPlan(paper: PaperExperiment, which: number): Plan {
  const { memory } = paper.fold.config;
  const isRange = 'min' in paper.fold.config.reward.values;
  if (memory !== null && which % 2 === 0) {
    const patch = { memory: { decisions: 10 + which * 7, maxAge: '20m' } };
    return planPatch(paper.fold, patch, undefined);
  }
  const types = isRange ? ['auto', 'adr', 'ts', 'ucb1'] : ['sw-rmoss'];
  const type = types[which % types.length];
  const own = isRange ? null : { decisions: 15 };
  return planPatch(paper.fold, { policy: { type }, memory: own, explore: 0.2 }, undefined);
}

function planFor(paper: PaperExperiment, happening: Happening): Plan | undefined {
  const { fold } = paper;
  const { arms } = fold.config;
  const key = 'which' in happening ? arms[happening.which % arms.length].key : '';
  switch (happening.do) {
    case 'addArm':
      return planNewArm(fold, `arm${arms.length}`, {}, defaultLimits);
    case 'pauseArm': {
      const state = happening.active ? 'active' : 'paused';
      return planArmChange(fold, key, { state }, defaultLimits);
    }
    case 'retire':
      return planRetirement(fold, key);
    case 'patch':
      return patchPlan(paper, happening.which);
    case 'status':
      return planStatus(fold, happening.running ? 'running' : 'paused');
    default:
      return undefined;
  }
}

/** Does what happens; what is refused changes nothing. Returns what was answered. */
export function happen(paper: PaperExperiment, happening: Happening): unknown {
  const last = paper.fold.facts.next - 1;
  try {
    switch (happening.do) {
      case 'decide': {
        const { unit: who, request } = happening;
        return paper.decide(who === undefined ? {} : { unit: who }, request);
      }
      case 'reward':
        return paper.reward(last - happening.back, happening.value);
      case 'rewardUnit':
        return paper.rewardUnit(happening.unit, happening.value);
      case 'cancel':
        return paper.cancel(last - happening.back);
      case 'pass':
        paper.now += happening.seconds * 1000;
        return undefined;
      case 'sweep':
        return paper.sweep();
      case 'snapshot':
        return undefined;
      default: {
        const plan = planFor(paper, happening);
        if (plan !== undefined) paper.carryOut(plan);
        return undefined;
      }
    }
  } catch (error) {
    if (error instanceof ProblemError) return error.kind;
    throw error;
  }
}
