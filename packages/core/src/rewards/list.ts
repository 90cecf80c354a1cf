import { bernoulli } from './bernoulli.definition.ts';
import { beta } from './beta.definition.ts';
import { exact } from './exact.definition.ts';
import { gaussian } from './gaussian.definition.ts';
import type { RewardLawDefinition } from './law.ts';
import { pareto } from './pareto.definition.ts';
import { studentT } from './student-t.definition.ts';
import { uniform } from './uniform.definition.ts';

/** Every reward law, in the order of presentation. */
export const rewardLawDefinitions: readonly RewardLawDefinition[] = [
  bernoulli,
  gaussian,
  pareto,
  studentT,
  beta,
  uniform,
  exact,
];
