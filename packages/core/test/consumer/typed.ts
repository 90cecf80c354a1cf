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
import { policyContract } from '@driftline/core/contract';
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

// @ts-expect-error an arm is a number
export const arm: string = decision.arm;

// @ts-expect-error a reward is a number
decider.update(decision, 'good');
