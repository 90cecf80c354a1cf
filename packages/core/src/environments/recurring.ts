/**
 * A few regimes that come back: each is a row of means, and one of them holds at any time. Rows are
 * given, or drawn independently and uniformly; of a drawn row the largest mean changes places with that
 * of arm i mod K, i being the number of the regime from 0, so that different regimes have different best
 * arms as far as there are arms.
 *
 * A regime stays `stay` slots, or a number drawn from the geometric law with that mean: then regimes are
 * a Markov chain, left with the chance 1/stay in each slot. What follows is any other regime, all
 * equally likely, or the next in the list. By default there are twelve stays within the horizon.
 *
 * A policy that remembers earlier regimes need not learn them anew; one that only forgets has to.
 */
import { ParameterError } from '../base/errors.ts';
import {
  type EnvironmentDefinition,
  type EnvironmentSettings,
  freshParameter,
} from '../definitions/environment.ts';
import { MeanTable } from '../means/mean-table.ts';
import type { Random } from '../portable/random/generator.ts';
import type { SpecValues } from '../spec/spec-values.ts';
import { drawLimits, meanDrawer } from './draw-means.ts';

const LENGTHS = ['drawn', 'fixed'] as const;
const ORDERS = ['cyclic', 'random'] as const;

function drawnRows({ armCount, values }: EnvironmentSettings, random: Random): number[][] {
  const drawMean = meanDrawer(values, random);
  return Array.from({ length: values.number('regimes') }, (_, regime) => {
    const row = Array.from({ length: armCount }, drawMean);
    const best = row.indexOf(row.reduce((a, b) => (b > a ? b : a)));
    const place = regime % armCount;
    [row[best], row[place]] = [row[place], row[best]];
    return row;
  });
}

function givenRows(values: SpecValues): readonly (readonly number[])[] | undefined {
  const rows = values.table('means');
  if (rows === undefined || !values.given('regimes')) return rows;
  throw new ParameterError(
    'regimes must not be given with means, whose rows already set their number; drop one of them',
    'parameters-conflict',
  );
}

/** Which regime holds in each slot. */
function* regimesOf({ horizon, values }: EnvironmentSettings, count: number, random: Random) {
  const cyclic = ORDERS[values.number('order')] === 'cyclic';
  const fixed = LENGTHS[values.number('lengths')] === 'fixed';
  const stay = values.optionalNumber('stay') ?? Math.max(1, Math.round(horizon / 12));
  let regime = cyclic ? 0 : random.below(count);
  for (let slot = 0; slot < horizon; slot++) {
    const leaves = slot > 0 && (fixed ? slot % stay === 0 : random.uniform() * stay < 1);
    if (leaves && count > 1) {
      regime = (regime + 1 + (cyclic ? 0 : random.below(count - 1))) % count;
    }
    yield regime;
  }
}

function recurringMeans(settings: EnvironmentSettings, random: Random): MeanTable {
  const rows = givenRows(settings.values) ?? drawnRows(settings, random);
  const table: (readonly number[])[] = [];
  for (const regime of regimesOf(settings, rows.length, random)) table.push(rows[regime]);
  return MeanTable.fromRows(table);
}

/** What was once true becomes true again. */
export const recurring: EnvironmentDefinition = {
  id: 'recurring',
  order: 72,
  name: 'Recurring regimes',
  pageName: 'Regimes that come back',
  summary:
    'Means switch between a few regimes that come back. Regimes are given or drawn at random.',
  parameters: [
    {
      kind: 'integer',
      id: 'regimes',
      summary: 'number of regimes to draw',
      default: 3,
      least: 1,
      most: 1000,
    },
    {
      kind: 'integer',
      id: 'stay',
      summary: 'slots that a regime lasts, on average if drawn (default: 1/12 of the horizon)',
      least: 1,
    },
    {
      kind: 'choice',
      id: 'lengths',
      summary:
        'whether a regime ends in any slot with equal probability, or always lasts equally long',
      default: 0,
      words: LENGTHS,
    },
    {
      kind: 'choice',
      id: 'order',
      summary: 'order of the regimes',
      default: 1,
      words: ORDERS,
    },
    {
      kind: 'table',
      id: 'means',
      summary:
        'one row per regime, separated by |, with one mean per arm, separated by / (default: drawn)',
    },
    ...drawLimits,
    freshParameter,
  ],
  armCount: 3,
  horizon: 5000,
  law: 'bernoulli',
  armCountOf: (values) => values.table('means')?.[0].length,
  means: recurringMeans,
};
