/**
 * Shapes of rested arms: how an arm's mean moves with its plays, from its first value to its last.
 *
 * The mean of the play after n others is to + (from − to) · s(n/plays), with s(x) = 1 for x < 1 and else 0
 * (steps), max(0, 1 − x) (lines), e^−x (exponentials) or (1 + x)^−power (powers).
 */
import { ParameterError } from '../base/errors.ts';
import type { EnvironmentSettings } from '../definitions/environment.ts';
import { MeanTable } from '../means/mean-table.ts';
import { Floats } from '../portable/base/language.ts';
import { exp } from '../portable/math/exp.ts';
import { pow } from '../portable/math/pow.ts';
import type { ListParameter, NumberParameter, SpecParameter } from '../spec/spec-values.ts';
import { perArm } from './per-arm.ts';

const SHAPES = ['steps', 'lines', 'exponentials', 'powers'] as const;

/** Share of the first value that is left, for each shape. */
const SHARES: Readonly<
  Record<(typeof SHAPES)[number], (plays: number, scale: number, power: number) => number>
> = {
  steps: (plays, scale) => (plays < scale ? 1 : 0),
  lines: (plays, scale) => Math.max(0, 1 - plays / scale),
  exponentials: (plays, scale) => exp(-plays / scale),
  powers: (plays, scale, power) => pow(1 + plays / scale, -power),
};

/** One value for each arm. */
interface ArmShapes {
  readonly from: readonly number[];
  readonly to: readonly number[];
  readonly plays: readonly number[];
}

/** A table of `horizon` plays of each arm, from the mean of each arm after some plays. */
export function tableOfPlays(
  armCount: number,
  horizon: number,
  meanOf: (plays: number, arm: number) => number,
): MeanTable {
  const means = new Floats(horizon * armCount);
  for (let i = 0; i < means.length; i++) {
    means[i] = meanOf(Math.floor(i / armCount), i % armCount);
  }
  return new MeanTable(means, armCount);
}

/** The means of all plays by the parameters `shape` and `power`. */
export function shapeTable(settings: EnvironmentSettings, shapes: ArmShapes): MeanTable {
  const { armCount, horizon, values } = settings;
  const { from, to, plays: scales } = shapes;
  const shareOf = SHARES[SHAPES[values.number('shape')]];
  const power = values.number('power');
  return tableOfPlays(armCount, horizon, (plays, arm) => {
    const share = shareOf(plays, scales[arm], power);
    return to[arm] + (from[arm] - to[arm]) * share;
  });
}

/** The list of a parameter that has one number for each arm or one for all, each above 0. */
export function playsPerArm(
  settings: EnvironmentSettings,
  usual: (arm: number) => number,
): readonly number[] {
  const { armCount, values } = settings;
  if (values.list('plays') === undefined) {
    return Array.from({ length: armCount }, (_, arm) => usual(arm));
  }
  const plays = perArm(settings, 'plays', 1);
  const bad = plays.find((each) => !(each > 0));
  if (bad === undefined) return plays;
  throw new ParameterError(`plays must be numbers > 0; got ${bad}`);
}

/** The parameters that both directions share, with their own defaults in words. */
export function shapeParameters(defaults: {
  readonly shape: (typeof SHAPES)[number];
  readonly from: string;
  readonly to: string;
  readonly plays: string;
}): readonly SpecParameter[] {
  const list = (id: string, summary: string): ListParameter => ({ kind: 'list', id, summary });
  const power: NumberParameter = {
    kind: 'number',
    id: 'power',
    summary: 'exponent of powers',
    default: 1,
    above: 0,
  };
  return [
    {
      kind: 'choice',
      id: 'shape',
      summary:
        'path between both means over n plays of scale s: jump at s, line up to s, exp(−n/s), or (1 + n/s)^−power',
      default: SHAPES.indexOf(defaults.shape),
      words: SHAPES,
    },
    list('from', `mean of the first play of each arm, separated by / (default: ${defaults.from})`),
    list('to', `final mean of each arm, separated by / (default: ${defaults.to})`),
    list('plays', `scale s of each arm in plays, separated by / (default: ${defaults.plays})`),
    power,
  ];
}
