import { parseHTML } from 'linkedom';
import { expect, it } from 'vitest';
import { html } from '../../drawing/report/html.ts';
import { InlineExecutor } from '../../play/executor.ts';
import { runComparisons } from '../../play/run.ts';
import { NAMES, reproductionPlan } from './plan.ts';
import { studiesSection } from './report-studies.ts';
import { Finder } from './sweeps.ts';

const PANELS: readonly string[] = [NAMES.environment1, NAMES.environment2, NAMES.heavy];

/** The studies of a short reproduction, whose panels have more replications than they. */
async function studies() {
  const plan = reproductionPlan({ replications: 7, seed: 3 }).map((comparison) => ({
    variation: 1,
    ...comparison,
    environment: { kind: 'named', spec: 'sinusoid', horizon: 60 } as const,
    checkpoints: { count: 1, spacing: 'linear' } as const,
    replications: PANELS.includes(comparison.name) ? 7 : 4,
  }));
  const results = await runComparisons(plan, { executor: new InlineExecutor() });
  const { text } = studiesSection(new Finder(results), (name) => html`<i>${name}</i>`);
  return parseHTML(`<html><body>${text}</body></html>`).document;
}

it('compares columns over the same replications, so that a change is the difference of its sides', async () => {
  const document = await studies();
  const rows = [...document.querySelectorAll('tbody tr')]
    .map((row) =>
      [...row.querySelectorAll('td')].map((cell) =>
        Number(/^[+−]?[\d.]+/.exec(cell.textContent ?? '')?.[0].replace('−', '-')),
      ),
    )
    .filter(({ length }) => length === 3);
  expect(rows).toHaveLength(19);
  // Three numbers with one digit after the point each.
  for (const [first, second, change] of rows) {
    expect(Math.abs(second - first - change)).toBeLessThan(0.151);
  }
  const text = document.body.textContent ?? '';
  expect(text).toContain('Each study plays 4 replications');
  expect(text).toContain('the panels above play for 7');
});

it('counts the rows in which the interval of a change is the widest', async () => {
  const text = (await studies()).body.textContent ?? '';
  expect(text).toMatch(/wider than those of both sides in \d+ of 19 rows/);
  expect(text).not.toContain('better than either');
});
