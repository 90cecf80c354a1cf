import { parseHTML } from 'linkedom';
import { describe, expect, it } from 'vitest';
import { html } from '../../drawing/report/html.ts';
import type { Comparison } from '../../play/comparison.ts';
import { InlineExecutor } from '../../play/executor.ts';
import { runComparisons } from '../../play/run.ts';
import { NAMES, STATIONARY } from './plan.ts';
import { readingOfOverview } from './report-claims.ts';
import { panelSections } from './report-panels.ts';
import { Finder } from './sweeps.ts';

function panel(name: string, means: string): Comparison {
  return {
    name,
    environment: { kind: 'named', spec: `stationary:means=${means}`, horizon: 80 },
    policies: [STATIONARY, 'uniform', 'sw-moss'],
    variation: 1,
    replications: 10,
    seed: 3,
    checkpoints: { count: 4, spacing: 'linear' },
  };
}

async function sectionsOf(means: string): Promise<string[]> {
  const comparisons = [NAMES.environment1, NAMES.environment2, NAMES.heavy].map((name) =>
    panel(name, means),
  );
  const results = await runComparisons(comparisons, { executor: new InlineExecutor() });
  const show = (name: string) => html`<figure>${name}</figure>`;
  return panelSections(new Finder(results), show).map(
    (section) =>
      parseHTML(`<html><body>${section.text}</body></html>`).document.body.textContent ?? '',
  );
}

describe('panelSections', () => {
  it('says of UCB1 that it differs in width too, and nothing of what forgetting costs', async () => {
    const sections = await sectionsOf('0.9/0.1/0.1');
    for (const text of sections) {
      expect(text).toContain('in the width of its bonus as well as in its memory');
      expect(text).not.toMatch(/costs more than it saves|what forgetting buys/);
    }
  });

  it('speaks of the bars after them, and of the path of this seed', async () => {
    const [first, second] = await sectionsOf('0.9/0.1/0.1');
    expect(first).toContain('Another seed draws another');
    expect(second.indexOf('The bars show')).toBeGreaterThan(
      second.indexOf(`${NAMES.environment2}-arms`),
    );
  });
});

describe('readingOfOverview', () => {
  const { text } = readingOfOverview();

  it('distinguishes values that the paper states from those that it leaves open', () => {
    expect(text).toContain('which states both (ζ = 2.2)');
  });

  it('says that verdicts on environment 1 are for one path', () => {
    expect(text).toContain('Another seed draws another path');
    expect(text).toContain('href="#study-path"');
  });
});
