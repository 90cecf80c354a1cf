import type { RewardLawDefinition } from '../definitions/law.ts';
import { bernoulli } from './bernoulli.ts';
import { beta } from './beta.ts';
import { exact } from './exact.ts';
import { gaussian } from './gaussian.ts';
import { pareto } from './pareto.ts';
import { studentT } from './student-t.ts';
import { uniform } from './uniform.ts';

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
