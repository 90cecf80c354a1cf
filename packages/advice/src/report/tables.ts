/** Tables of a report: arms, fits, candidates, values. */
import { type Content, type Html, html, tablePart } from '@driftline/engine/drawing';
import type { Advice } from '../contract/advice.ts';
import type { DriftVerdict } from '../contract/drift.ts';
import { isRefused, refusalCodes } from '../contract/refusal.ts';
import type { Value } from '../contract/values.ts';
import { eText } from '../words/drift.ts';
import { Amounts, count, percent, rough } from '../words/numbers.ts';
import { namedValues, valueName } from '../words/value-names.ts';

const VERDICTS: Readonly<Record<DriftVerdict, string>> = {
  drifting: 'drifting',
  signs: 'signs',
  'none-detected': 'not detected',
  unknown: 'too little data',
};

/** Rows of tables that are shown. */
const MOST_ROWS = 40;

function capped<Row>(rows: readonly Row[], what: string): { rows: readonly Row[]; note: string } {
  if (rows.length <= MOST_ROWS) return { rows, note: '' };
  return {
    rows: rows.slice(0, MOST_ROWS),
    note: ` The table shows the first ${MOST_ROWS} of ${count(rows.length)} ${what}. All are in advice.json.`,
  };
}

/** Each arm, and whether it moves. */
export function armsTable({ log, drift }: Advice): Html[] {
  if (log.arms.length === 0) return [];
  const { rows, note } = capped(log.arms, 'arms');
  const amounts = new Amounts(
    rows.map(({ deviation, rows: size }) => deviation / Math.sqrt(Math.max(1, size))),
  );
  const cells = rows.map(({ key, rows: size, mean, deviation }): { cells: Content[] } => {
    const arm = drift.arms.find((each) => each.arm === key);
    const shown =
      arm?.p === undefined ? (arm?.e === undefined ? '–' : eText(arm.e)) : `p = ${rough(arm.p)}`;
    return {
      cells: [
        key,
        count(size),
        amounts.text(mean),
        rough(deviation, 3),
        arm === undefined ? '–' : VERDICTS[arm.verdict],
        shown,
      ],
    };
  });
  const columns = [
    { title: 'Arm', kind: 'name' },
    { title: 'Decisions', kind: 'number' },
    { title: 'Mean', kind: 'number' },
    { title: 'Standard deviation', kind: 'number' },
    { title: 'Drift' },
    { title: 'Test', kind: 'number' },
  ] as const;
  return [
    tablePart(columns, cells, { label: 'Arms', caption: `Each arm tested separately.${note}` }),
  ];
}

/** How well each form predicts what it has not seen. */
export function fitsTable({ drift }: Advice): Html[] {
  const fits = drift.kind?.fits ?? [];
  if (fits.length === 0) return [];
  const columns = [
    { title: 'Form of drift', kind: 'name' },
    { title: 'Gain over constant means', kind: 'number' },
    { title: 'Standard error', kind: 'number' },
  ] as const;
  const rows = fits.map(({ kind, gain, error }) => ({
    cells: [kind, rough(gain, 3), rough(error)],
  }));
  return [
    tablePart(columns, rows, {
      label: 'Forms of drift',
      caption:
        'How much better each form predicts held-out rewards than constant means do (squared error, in units of the noise variance).',
    }),
  ];
}

/** Candidates and their relative regret in simulations. */
export function candidatesTable({ advice }: Advice): Html[] {
  if (isRefused(advice) || advice.candidates.length === 0) return [];
  const { rows, note } = capped(advice.candidates, 'candidates');
  const columns = [
    { title: 'Candidate', kind: 'name' },
    { title: 'Relative regret', kind: 'number' },
    { title: 'Standard error', kind: 'number' },
  ] as const;
  const cells = rows.map(({ spec, score, error }) => ({
    cells: [spec, percent(score), percent(error)],
  }));
  const table = tablePart(columns, cells, {
    label: 'Candidates',
    caption: `Regret divided by that of uniform random choice, lowest first.${note}`,
  });
  return [html`<details><summary>All candidates</summary>${table}</details>`];
}

function valueCells(value: Value, amounts: Amounts): Content[] {
  if (isRefused(value)) {
    const support = value.support === undefined ? '–' : value.support.toFixed(2);
    return [valueName(value.policy), 'no answer', '–', '–', support, refusalCodes[value.refused]];
  }
  const { policy, value: mean, low, high, atLeast, ess, support, how } = value;
  const hows = { 'doubly-robust': 'doubly robust', model: 'model', logged: 'observed' };
  return [
    valueName(policy),
    html`${amounts.text(mean)} <span class="pale">${amounts.interval(low, high)}</span>`,
    amounts.text(atLeast),
    count(ess),
    support.toFixed(2),
    hows[how],
  ];
}

/** Estimated earnings of each policy. */
export function valuesTable(advice: Advice): Html[] {
  const { units } = advice;
  const values = namedValues(advice);
  if (values.length === 0) return [];
  const errors = values.flatMap((value) =>
    isRefused(value) || value.how === 'logged' ? [] : [(value.high - value.low) / 4],
  );
  const amounts = new Amounts(errors);
  const columns = [
    { title: 'Policy', kind: 'name' },
    {
      title: html`'${units.reward}' per decision <span class="pale">[95% CI]</span>`,
      kind: 'number',
    },
    { title: 'At least (one-sided 95%)', kind: 'number' },
    { title: 'Effective sample size', kind: 'number' },
    { title: 'Support', kind: 'number' },
    { title: 'Method' },
  ] as const;
  const rows = values.map((value) => ({ cells: valueCells(value, amounts) }));
  return [
    tablePart(columns, rows, {
      label: 'Values',
      caption: 'Estimated earnings in the period of the log.',
    }),
  ];
}
