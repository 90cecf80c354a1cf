/** Worst cases and their growth as tables for a terminal. */

import { columnFormat, counted, readable } from '@driftline/engine/numbers';
import {
  type GrowthStudy,
  growthNotes,
  parameterText,
  type Slope,
  type WorstCaseStudy,
  worstCaseNotes,
} from '@driftline/engine/studies';
import { tableLines } from '../../terminal/table.ts';
import { displayWidth, labelled, WIDTH, wrap } from '../../terminal/text.ts';
import { upperBoundOf } from './record.ts';

function caseRows({ cases, settings: { replications } }: WorstCaseStudy): string[][] {
  const show = columnFormat(Math.max(...cases.map(({ regret }) => regret.mean)));
  return [
    ['policy', 'regret', '95% interval', '/ rate', 'search', 'environment'],
    ...cases.map(({ policy, regret, ratio, searchMaximum, family }) => [
      policy,
      show(regret.mean),
      replications === 1 ? '–' : `${show(regret.low)} – ${show(regret.high)}`,
      ratio === undefined ? '–' : ratio.toFixed(2),
      show(searchMaximum),
      family.id,
    ]),
  ];
}

function boundLines(study: WorstCaseStudy): string[] {
  const { horizon } = study.settings;
  const said = study.comparisons.map(({ policies }, i) => {
    const bound = upperBoundOf(policies[i], study.settings);
    if (bound === undefined) return `${policies[i].spec} none`;
    const value = readable(Math.round(bound.value));
    return `${policies[i].spec} ${value}${bound.vacuous ? ' (vacuous)' : ''}`;
  });
  const sentence = `Rate (KV)^(1/3) T^(2/3) = ${readable(study.rate.value, 4)}. Upper bounds from theory (no policy can lose more than T = ${readable(horizon)}): ${said.join(', ')}.`;
  return wrap(sentence, WIDTH);
}

function environmentLines(study: WorstCaseStudy): string[] {
  return study.cases.flatMap(({ policy, family, parameters, variation }) => {
    const values = Object.entries(parameters).map(
      ([name, value]) => `${name} ${parameterText(value)}`,
    );
    const text = `${family.name}; ${values.join('; ')}; variation ${readable(variation, 4)}`;
    // A long name has a line of its own.
    return displayWidth(policy) <= 11
      ? labelled(`  ${policy}`, text, 14)
      : [`  ${policy}`, ...labelled('', text, 14)];
  });
}

/** The tables of a search. */
export function worstCaseTables(study: WorstCaseStudy): string[] {
  const { armCount, horizon, variation, evaluations, searchReplications, replications, seed } =
    study.settings;
  const heading = `Worst cases found: ${armCount} arms, ${readable(horizon)} slots, variation budget ${readable(variation, 4)}, Bernoulli rewards; ${counted(evaluations, 'environment')} tried for each policy with ${counted(searchReplications, 'replication')} each, then ${counted(replications, 'new replication')} of the worst; seed ${seed}`;
  return [
    ...wrap(heading, WIDTH),
    '',
    ...tableLines({ rows: caseRows(study), dispensable: ['search'], endsInWords: true }),
    '',
    ...boundLines(study),
    '',
    'Worst environments',
    ...environmentLines(study),
    '',
    ...worstCaseNotes(study).flatMap((note) => wrap(note, WIDTH)),
  ];
}

function slopeText(slope: Slope | undefined): string {
  if (slope === undefined) return '–';
  const [value, low, high] = [slope.value, slope.low, slope.high].map((x) => x.toFixed(2));
  return `${value} (${low} – ${high})`;
}

function regretRows({ horizons, policies }: GrowthStudy): string[][] {
  const short = (value: number) => value.toPrecision(3).replace(/\.?0*e\+?/, 'e');
  return [
    ['regret at T', ...horizons.map(({ horizon }) => short(horizon))],
    ...policies.map(({ policy, both }) => [policy, ...both.points.map(({ mean }) => short(mean))]),
  ];
}

/** The tables of a growth study. */
export function growthTables(study: GrowthStudy): string[] {
  const { armCount, variation, seed } = study.settings;
  const heading = `How the worst case grows with the horizon T: ${armCount} arms, variation budget ${readable(variation, 4)} at every T, Bernoulli rewards, seed ${seed}`;
  const slopes = [
    ['slope (95%)', '(a) switching', '(b) constant gaps', 'worse of both'],
    ...study.policies.map(({ policy, switching, constantGap, both }) => [
      policy,
      ...[switching, constantGap, both].map(({ slope }) => slopeText(slope)),
    ]),
  ];
  return [
    ...wrap(heading, WIDTH),
    '',
    ...tableLines({ rows: slopes }),
    '',
    ...tableLines({ rows: regretRows(study) }),
    '',
    ...growthNotes(study).flatMap((note) => wrap(note, WIDTH)),
  ];
}
