/**
 * The instance behind the minimax lower bound (Wei & Srivastava, section III-B): epochs of
 * τ = ⌈K^(1/3)(T/V)^(2/3)⌉ slots, all arms at the base but one, which lies √(K/τ) above it, and
 * another best arm in each epoch. Its regret is the hardest that a variation budget allows, up to a
 * constant.
 *
 * `offset` moves every switch: with an offset f the first one comes after fτ slots rather than τ, so
 * that a policy resetting every τ slots gains nothing by coinciding. That can add a switch; a gap
 * that is not given is then lowered so that the variation stays within the budget. It is also kept
 * at most 1 − base, which makes the means probabilities.
 */

import {
  type EnvironmentDefinition,
  type EnvironmentSettings,
  freshParameter,
} from '../definitions/environment.ts';
import { MeanTable } from '../means/mean-table.ts';
import { Floats } from '../portable/base/language.ts';
import type { Random } from '../portable/random/generator.ts';
import type { SpecValues } from '../spec/spec-values.ts';
import { windowLength } from '../theory/tuning.ts';

const inRandomOrder = 1;

/** Whether the epochs follow from the variation budget. */
function followsBudget(values: SpecValues): boolean {
  return values.optionalNumber('epoch') === undefined;
}

function epochLengthOf({ armCount, horizon, values }: EnvironmentSettings): number {
  return (
    values.optionalNumber('epoch') ?? windowLength(armCount, horizon, values.number('variation'))
  );
}

function gapOf({ armCount, values }: EnvironmentSettings, epoch: number, switches: number): number {
  const given = values.optionalNumber('gap');
  if (given !== undefined) return given;
  const hardest = Math.min(Math.sqrt(armCount / epoch), Math.max(0, 1 - values.number('base')));
  if (!followsBudget(values) || switches === 0) return hardest;
  return Math.min(hardest, values.number('variation') / switches);
}

/** The best arm of each epoch: never the same twice in a row, unless there is only one arm. */
function bestArms(count: number, armCount: number, random: Random | undefined): number[] {
  const best: number[] = [];
  for (let epoch = 0; epoch < count; epoch++) {
    if (random === undefined || armCount === 1) best.push(epoch % armCount);
    else if (epoch === 0) best.push(random.below(armCount));
    else best.push((best[epoch - 1] + 1 + random.below(armCount - 1)) % armCount);
  }
  return best;
}

function switchingMeans(settings: EnvironmentSettings, random: Random): MeanTable {
  const { armCount, horizon, values } = settings;
  const epoch = epochLengthOf(settings);
  const shift = Math.round(values.number('offset') * epoch) % epoch;
  const firstSwitch = shift === 0 ? epoch : shift;
  const switches = Math.max(0, Math.ceil((horizon - firstSwitch) / epoch));
  const base = values.number('base');
  const gap = gapOf(settings, epoch, armCount === 1 ? 0 : switches);
  const drawn = values.number('order') === inRandomOrder;
  const best = bestArms(switches + 1, armCount, drawn ? random : undefined);
  const means = new Floats(horizon * armCount).fill(base);
  for (let slot = 0; slot < horizon; slot++) {
    const index = Math.floor((slot - firstSwitch) / epoch) + 1;
    means[slot * armCount + best[Math.max(0, index)]] = base + gap;
  }
  return new MeanTable(means, armCount);
}

/** The lower bound's instance, for worst-case regret. */
export const switching: EnvironmentDefinition = {
  id: 'switching',
  order: 80,
  name: 'Switching best arm',
  pageName: 'Small gap that moves on',
  summary:
    'Instance from the proof of the lower bound: in each epoch another arm is better by a small gap.',
  notes: [
    'In the paper the best arm follows some unknown rule. Here it is cyclic by default, or drawn.',
    'With an offset, the gap may be smaller, so that the variation stays within the budget.',
  ],
  parameters: [
    {
      kind: 'number',
      id: 'variation',
      summary: 'variation budget, which sets epoch and gap',
      default: 3,
      least: 0,
    },
    {
      kind: 'integer',
      id: 'epoch',
      summary: 'slots of an epoch, instead of a budget',
      least: 1,
    },
    { kind: 'number', id: 'base', summary: 'mean of the other arms', default: 0.5 },
    { kind: 'number', id: 'gap', summary: 'lead of the best arm', least: 0 },
    {
      kind: 'choice',
      id: 'order',
      summary: 'order of the best arms',
      default: 0,
      words: ['cyclic', 'random'],
    },
    {
      kind: 'number',
      id: 'offset',
      summary: 'fraction of an epoch before the first switch; 0: a whole epoch',
      default: 0,
      least: 0,
      below: 1,
    },
    freshParameter,
  ],
  armCount: 3,
  horizon: 5000,
  law: 'bernoulli',
  means: switchingMeans,
  statedVariation: ({ values }) =>
    followsBudget(values) && !values.given('gap') ? values.number('variation') : undefined,
};
