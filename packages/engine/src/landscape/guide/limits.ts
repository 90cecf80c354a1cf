/** How far a guide reaches: what was played, and what was not. */
import { counted, formatFixed } from '../../figures/numbers.ts';
import { listed } from '../../report/findings.ts';
import type { Result } from '../../result.ts';
import { contestantsOf } from '../analysis.ts';
import type { Landscape } from '../suite.ts';

function ascending(values: readonly number[]): string {
  return listed([...new Set(values)].sort((a, b) => a - b).map((value) => formatFixed(value, 0)));
}

/** The limits of a landscape, a sentence each. */
export function limitsOf(
  { written, tuned, unscored }: Landscape,
  { comparisons }: Pick<Result, 'comparisons'>,
): string[] {
  const { columns, rows } = written;
  const { replications } = comparisons[columns[0].comparison];
  const recorded = columns.filter((column) => column.recorded);
  const fresh = columns.filter(({ comparison }) => comparisons[comparison].environment.fresh);
  const told = contestantsOf(written).filter((row) => rows[row].told.length > 0);
  const horizon = contestantsOf(written).filter(
    (row) => rows[row].horizon && rows[row].told.length === 0,
  );
  const marked = contestantsOf(written).filter((row) => rows[row].standing !== 'confirmed');
  return [
    `The worlds are a choice: ${columns.length} comparisons with ${ascending(columns.map(({ armCount }) => armCount))} arms and ${ascending(columns.map(({ horizon }) => horizon))} slots. Others may turn the order round; a worst case over these is no bound.`,
    `Each was played in ${counted(replications, 'replication')}. Intervals cover chance in these, ${fresh.length === 0 ? 'and nothing about other means' : `and in ${fresh.length} comparisons also that of means drawn anew or of starts`}. A least worst case is the least of many and so looks a little better than it is.`,
    ...(told.length === 0
      ? []
      : [
          `${told.length === 1 ? '1 policy was' : `${told.length} policies were`} told the variation V of the very path that was played, or the number of changes Υ. Nobody knows these so well, and what a wrong value costs is not measured here.`,
        ]),
    ...(horizon.length === 0
      ? []
      : [
          `Told nothing of the drift does not mean told nothing: ${listed(horizon.map((row) => rows[row].label))} ${horizon.length === 1 ? 'takes' : 'take'} the horizon T.`,
        ]),
    ...(tuned === undefined
      ? []
      : [
          'Tuned policies had training paths from the law that they were judged on. A policy that was told nothing but tuned knows something after all.',
        ]),
    ...(recorded.length === 0
      ? []
      : [
          `${recorded.length} comparisons replay recorded rewards. Their means are not known, so regret is realized and a score below 0 % means more than the benchmark earned; replications differ by their start only.${tuned === undefined ? '' : ' Tuning there used the same record shifted, mirrored and stretched, so tuned scores are optimistic.'}`,
        ]),
    ...(unscored.length === 0
      ? []
      : [
          `Left out, because blind choice does not lose there beyond doubt: ${unscored.join('; ')}.`,
        ]),
    ...(marked.length === 0
      ? []
      : [
          `A mark after a name says that the rule could not be confirmed, is of historical interest, or does not act at these horizons: ${listed(marked.map((row) => `${rows[row].label} (${rows[row].standing})`))}.`,
        ]),
  ];
}
