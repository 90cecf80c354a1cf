/** Worst cases and their growth as tables for a terminal. */
import {
  type GrowthStudy,
  growthNotes,
  parameterText,
  type Slope,
  type WorstCaseStudy,
  worstCaseNotes,
} from '@driftline/engine';
import {
  displayWidth,
  labelled,
  padLeft,
  padRight,
  readable,
  shortened,
  WIDTH,
  wrap,
} from './text.ts';
import { upperBoundOf } from './worst-case-record.ts';

/** Columns side by side: the first and the last to the left, numbers to the right. */
function columns(rows: readonly (readonly string[])[]): string[] {
  const last = rows[0].length - 1;
  const widths = rows[0].map((_, i) => Math.max(...rows.map((row) => displayWidth(row[i]))));
  // What the other columns leave of the line belongs to the names.
  const rest = widths.slice(1).reduce((sum, width) => sum + width + 2, 2);
  widths[0] = Math.min(widths[0], Math.max(12, WIDTH - rest));
  const cell = (text: string, i: number) => {
    if (i === 0) return `  ${padRight(shortened(text, widths[0]), widths[0])}`;
    return i === last ? padRight(text, widths[i]) : padLeft(text, widths[i]);
  };
  return rows.map((row) => row.map(cell).join('  ').trimEnd());
}

/** Enough decimals for four digits of the largest number. */
function decimalsFor(largest: number): number {
  return Math.max(0, 3 - Math.max(0, Math.floor(Math.log10(Math.max(1, largest)))));
}

function caseRows({ cases }: WorstCaseStudy): string[][] {
  const decimals = decimalsFor(Math.max(...cases.map(({ regret }) => regret.mean)));
  const show = (value: number) => value.toFixed(decimals);
  return [
    ['policy', 'regret', '95 % interval', '/ rate', 'search', 'environment'],
    ...cases.map(({ policy, regret, ratio, searchMaximum, family }) => [
      policy,
      show(regret.mean),
      `${show(regret.low)} – ${show(regret.high)}`,
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
  const sentence = `Rate (KV)^(1/3) T^(2/3) = ${readable(study.rate.value, 4)}. The theory's upper bounds, against at most T = ${readable(horizon)}: ${said.join(', ')}.`;
  return wrap(sentence, WIDTH);
}

function environmentLines(study: WorstCaseStudy): string[] {
  return study.cases.flatMap(({ policy, family, parameters, variation }) => {
    const values = Object.entries(parameters).map(
      ([name, value]) => `${name} ${parameterText(value)}`,
    );
    const text = `${family.name}; ${values.join('; ')}; variation ${readable(variation, 4)}`;
    return labelled(`  ${shortened(policy, 11)}`, text, 14);
  });
}

/** The tables of a search. */
export function worstCaseTables(study: WorstCaseStudy): string[] {
  const { armCount, horizon, variation, evaluations, searchReplications, replications, seed } =
    study.settings;
  const heading = `Worst cases found: ${armCount} arms, ${readable(horizon)} slots, variation budget ${readable(variation, 4)}, Bernoulli rewards; ${evaluations} evaluations of ${searchReplications} replications for each policy, judged by ${replications} fresh ones; seed ${seed}`;
  return [
    ...wrap(heading, WIDTH),
    '',
    ...columns(caseRows(study)),
    '',
    ...boundLines(study),
    '',
    'The environments',
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
    ['regret at T', ...horizons.map(({ horizon }) => short(horizon)), ''],
    ...policies.map(({ policy, both }) => [
      policy,
      ...both.points.map(({ mean }) => short(mean)),
      '',
    ]),
  ];
}

/** The tables of a growth study. */
export function growthTables(study: GrowthStudy): string[] {
  const { armCount, variation, seed } = study.settings;
  const heading = `Growth of the worst case found with the horizon T: ${armCount} arms, variation budget ${readable(variation, 4)} at every T, Bernoulli rewards, seed ${seed}`;
  const slopes = [
    ['slope (95 %)', '(a) switching', '(b) constant gaps', 'worse of both', ''],
    ...study.policies.map(({ policy, switching, constantGap, both }) => [
      policy,
      ...[switching, constantGap, both].map(({ slope }) => slopeText(slope)),
      '',
    ]),
  ];
  return [
    ...wrap(heading, WIDTH),
    '',
    ...columns(slopes),
    '',
    ...columns(regretRows(study)),
    '',
    ...growthNotes(study).flatMap((note) => wrap(note, WIDTH)),
  ];
}
