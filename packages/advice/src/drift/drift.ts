/** The first question: is it drifting, which arms, what kind, how fast? */
import type {
  ArmDrift,
  Drift,
  DriftTest,
  DriftVerdict,
  Movement,
  TestedDrift,
} from '../contract/drift.ts';
import type { Log } from '../contract/log.ts';
import type { Refusal } from '../contract/refusal.ts';
import { FitData } from '../fits/fit.ts';
import { armCountOf } from '../log/part.ts';
import { type ArmSummary, armSummaries, generalRefusal } from '../log/summary.ts';
import { type KindAndFit, kindOf } from './kind.ts';
import { rowsAlike } from './neighbours.ts';
import { sharingOf, structureOf } from './structure.ts';

/** What is known of drift, and how means are fitted from here on. */
export interface DriftAnswer {
  readonly drift: Drift;
  readonly data: FitData;
  readonly fit: KindAndFit['fit'];
}

const SIGNS_P = 0.05;
const DRIFTING_P = 0.01;
/** Above it nothing else counts: tails may be too heavy for intervals, and not for permutations. */
const NOTHING_P = 0.2;
/** Where nothing else shows it. */
const ALONE_P = 0.002;
const SIGNS_E = 5;
const DRIFTING_E = 20;

/** What a p or an e says. */
function verdictOf(kind: DriftTest['kind'], value: number): DriftVerdict {
  const [isDrifting, hasSigns] =
    kind === 'permutation'
      ? [value < DRIFTING_P, value < SIGNS_P]
      : [value >= DRIFTING_E, value >= SIGNS_E];
  if (isDrifting) return 'drifting';
  return hasSigns ? 'signs' : 'none-detected';
}

function armDrifts(
  log: Log,
  summaries: readonly ArmSummary[],
  tested: TestedDrift | undefined,
): ArmDrift[] {
  return log.arms.slice(0, armCountOf(log)).map((arm, i) => {
    const { rows } = summaries[i];
    const value = tested?.arms[i];
    if (tested === undefined || value === undefined) return { arm, verdict: 'unknown', rows };
    const { kind } = tested.test;
    const shown = kind === 'permutation' ? { p: value } : { e: value };
    return { arm, verdict: verdictOf(kind, value), ...shown, rows };
  });
}

/** Movement that would have stayed unseen though it is larger than what arms differ by. */
function unseen(
  rate: Movement | undefined,
  summaries: readonly ArmSummary[],
  rows: number,
): Refusal | undefined {
  const means = summaries.filter((arm) => arm.rows > 0).map(({ mean }) => mean);
  const spread = Math.max(...means) - Math.min(...means);
  if (rate === undefined) return { refused: 'too-short', need: { rows: 10 * rows } };
  if (rate.detectable <= spread) return undefined;
  // The smallest detectable movement falls with the fourth root of the rows.
  const factor = spread > 0 ? Math.min(1e6, (rate.detectable / spread) ** 4) : 1e6;
  return { refused: 'movement-undetectable', need: { rows: Math.ceil(rows * factor) } };
}

function overall(tested: TestedDrift): DriftVerdict {
  const { test } = tested;
  return verdictOf(test.kind, test.kind === 'permutation' ? test.p : test.e);
}

/**
 * A test that sees nothing is not the last word where a fit or the structure function does, unless it is exact and sees
 * nothing at all; and where neither does, a test alone has to be surer.
 */
function agreed(tested: TestedDrift, isSeen: boolean): DriftVerdict {
  const verdict = overall(tested);
  const { test } = tested;
  const [isUnlike, isUnsure] =
    test.kind === 'permutation' ? [test.p > NOTHING_P, test.p > ALONE_P] : [false, false];
  if (isSeen) return verdict === 'none-detected' && !isUnlike ? 'signs' : verdict;
  return verdict === 'drifting' && isUnsure ? 'signs' : verdict;
}

/**
 * The answer, from a test that suits how choices were made.
 *
 * @param weights - of rows, where choices used a context: the inverse of their propensities
 */
export function driftOf(
  log: Log,
  tested: TestedDrift | undefined,
  weights?: Float64Array,
): DriftAnswer {
  const data = new FitData(log, weights);
  const summaries = armSummaries(log).slice(0, armCountOf(log));
  const arms = armDrifts(log, summaries, tested);
  const general = generalRefusal(log, summaries);
  const open = (why: Refusal): Drift => ({
    verdict: 'unknown',
    why,
    sharing: 'unknown',
    arms,
  });
  if (general !== undefined) return { drift: open(general), data, fit: { kind: 'constant' } };
  const structure = structureOf(log, weights);
  const rate = structure?.lags[structure.headline];
  const { kind, fit } = kindOf(data);
  const isSeen = kind.kind !== 'constant' || (rate !== undefined && rate.low > 0);
  const verdict = tested === undefined ? 'none-detected' : agreed(tested, isSeen);
  // Fits and intervals are no better than the test where neighbours are alike.
  if (verdict !== 'none-detected' && rowsAlike(log))
    return {
      drift: open({ refused: 'rows-autocorrelated', need: {} }),
      data,
      fit: { kind: 'constant' },
    };
  const why = verdict === 'none-detected' ? unseen(rate, summaries, log.rows) : undefined;
  return {
    drift: {
      verdict: why === undefined ? verdict : 'unknown',
      ...(why === undefined ? {} : { why }),
      ...(tested === undefined ? {} : { test: tested.test }),
      sharing: structure === undefined ? 'unknown' : sharingOf(structure, arms.length),
      ...(structure === undefined || rate === undefined
        ? {}
        : { rate, own: structure.ownLags[structure.headline], structure }),
      kind,
      arms,
    },
    data,
    fit,
  };
}
