/** What an application's compiler has to understand of the package, and what it has to refuse. */
import {
  createDecider,
  createEnvironment,
  createPolicy,
  type DeciderSnapshot,
  Policy,
  type PolicyDefinition,
  randomStream,
  type Selection,
} from '@driftline/core';
import { identifier, type Recipe, recipeOf } from '@driftline/core/compiled';
import {
  type ContextualPolicyDefinition,
  type ContextualSelection,
  createContextualDecider,
  createContextualPolicy,
} from '@driftline/core/contextual';
import { contextualPolicyContract, policyContract } from '@driftline/core/contract';
import { definePolicy } from '@driftline/core/parts';
import { slidingWindowMoss } from '@driftline/core/policies';

const decider = createDecider('sw-moss', { armCount: 3, window: 50, seed: 7 });
const decision: Selection = decider.decide([0, 2]);
export const counted: boolean = decider.update(decision, 0.5);
export const saved: DeciderSnapshot = decider.snapshot();

const ownDefinition: PolicyDefinition = { ...slidingWindowMoss, id: 'own' };
export const own: Policy = new Policy(ownDefinition, { armCount: 2, window: 10 });
export const checks: string[] = policyContract(ownDefinition).map((check) => check.name);

const recipe: Recipe | undefined = recipeOf(own);
export const compiledAs: string | undefined = recipe && identifier(recipe);

const environment = createEnvironment('sinusoid', { horizon: 100 });
export const reward: number = environment.reward(0, 0, randomStream(1));

// @ts-expect-error the number of arms can't be left out
createPolicy('ucb1', {});

// @ts-expect-error there is no policy of this id
export const misspelled = () => createDecider('autoo', { armCount: 3 });

// @ts-expect-error nor can one be created alone
export const misspelledPolicy = () => createPolicy('sw-mos', { armCount: 3 });

const anyId: string = 'sw-moss';
export const byVariable: Policy = createPolicy(anyId, { armCount: 3, window: 50 });
const oneOfTwo: 'ucb1' | 'moss' = byVariable.armCount > 2 ? 'ucb1' : 'moss';
export const oneOfSome = createDecider(oneOfTwo, { armCount: 3, horizon: 9 });

// @ts-expect-error an arm is a number
export const arm: string = decision.arm;

// @ts-expect-error a reward is a number
decider.update(decision, 'good');

// A policy of ours takes its own parameters, each by its name.
export const known: Policy[] = [
  createPolicy('sw-moss', { armCount: 3, window: 50, eta: 0.8 }),
  createPolicy('ts', { armCount: 3, coin: 1 }),
  createPolicy('exp3s', { armCount: 3, horizon: 100, changes: 2, factor: 2 }),
  createPolicy('oracle-restart', { armCount: 2, means: environment.means, kl: 0, any: 1 }),
  createPolicy('uniform', { armCount: 3 }),
];

// @ts-expect-error no parameter of SW-MOSS has this name
createPolicy('sw-moss', { armCount: 3, windw: 50 });

// @ts-expect-error a parameter of another policy
createPolicy('ucb1', { armCount: 3, window: 50 });

// @ts-expect-error a window is a number, or a text that says one
createPolicy('sw-moss', { armCount: 3, window: true });

// @ts-expect-error a decider takes a seed, and nothing that is spelt like it
createDecider('sw-moss', { armCount: 3, window: 50, sed: 7 });

// Of others the compiler knows nothing, so that any parameter may be theirs.
export const another = (id: string): Policy => createPolicy(id, { armCount: 3, tempo: 2 });

const ownTempo = definePolicy({
  ...slidingWindowMoss,
  id: 'own-tempo',
  parameters: [{ kind: 'number', id: 'tempo', symbol: 'ν', summary: 'how fast', default: 1 }],
});
export const [tempo]: readonly 'tempo'[] = ownTempo.parameters.map(({ id }) => id);

// @ts-expect-error its only parameter has another name
export const [window]: readonly 'window'[] = ownTempo.parameters.map(({ id }) => id);

// Contexts: the names and the kinds of declared features are known.
const withContext = createContextualDecider('linucb', {
  armCount: 3,
  width: 0.2,
  features: [
    { kind: 'cycle', name: 'hour', period: 24 },
    { kind: 'category', name: 'country', values: ['DE', 'FR'] },
    { kind: 'flag', name: 'member' },
  ],
});
const inContext: ContextualSelection = withContext.decide({ hour: 13, country: null });
export const learned: boolean = withContext.update(inContext, 1);
export const someArms = withContext.decide({ country: 'DE' }, { among: [0, 2], floor: 0.1 });

// @ts-expect-error no feature has this name
withContext.decide({ huor: 13 });

// @ts-expect-error an hour is a number
withContext.decide({ hour: '13' });

// @ts-expect-error a flag is true or false
withContext.decide({ member: 1 });

// @ts-expect-error a decider for arms takes no list of actions
withContext.decide({ actions: [] });

const withVectors = createContextualDecider('d-linucb', {
  window: 100,
  features: { dimension: 2 },
});
export const ofVectors = withVectors.decide({ actions: [[0, 1], new Float32Array(2)] });

// @ts-expect-error a vector has numbers
withVectors.decide({ actions: [['0', '1']] });

const withActions = createContextualDecider('lints', {
  features: [{ kind: 'flag', name: 'member' }],
  actionFeatures: [{ kind: 'number', name: 'price', min: 0, max: 10 }],
  crossed: true,
});
export const ofActions = withActions.decide({ context: { member: true }, actions: [{ price: 3 }] });

// @ts-expect-error the context has no price
withActions.decide({ context: { price: 3 }, actions: [{ price: 3 }] });

// @ts-expect-error an action is not a member
withActions.decide({ actions: [{ member: true }] });

// @ts-expect-error there is no contextual policy of this id
createContextualDecider('linucbb', { armCount: 2, features: { dimension: 2 } });

// @ts-expect-error LinUCB has no window
createContextualDecider('linucb', { armCount: 2, features: { dimension: 2 }, window: 9 });

// @ts-expect-error a kind of feature that there is not
createContextualDecider('linucb', { armCount: 2, features: [{ kind: 'nubmer', name: 'x' }] });

export const alone = createContextualPolicy('linucb', { armCount: 2, features: { dimension: 2 } });

export const contextChecks = (definition: ContextualPolicyDefinition): string[] =>
  contextualPolicyContract(definition).map((check) => check.name);
