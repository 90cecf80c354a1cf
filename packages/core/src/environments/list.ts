import type { EnvironmentDefinition } from '../definitions/environment.ts';
import { brownian } from './brownian.ts';
import { paper1, paper1Knots } from './paper-1.ts';
import { paper2 } from './paper-2.ts';
import { paperHeavy } from './paper-heavy.ts';
import { piecewise } from './piecewise.ts';
import { ramp } from './ramp.ts';
import { sinusoid } from './sinusoid.ts';
import { stationary } from './stationary.ts';
import { switching } from './switching.ts';

/** Every environment, presets first, in the order of presentation. */
export const environmentDefinitions: readonly EnvironmentDefinition[] = [
  paper1,
  paper1Knots,
  paper2,
  paperHeavy,
  brownian,
  sinusoid,
  piecewise,
  switching,
  ramp,
  stationary,
];
