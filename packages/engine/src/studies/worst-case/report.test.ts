import { parseHTML } from 'linkedom';
import { describe, expect, test } from 'vitest';
import type { Figure } from '../../drawing/figures/types.ts';
import { InlineExecutor } from '../../play/executor.ts';
import { type GrowthStudy, growthStudy } from './growth.ts';
import { growthReport, type StudyReportSettings, worstCaseReport } from './report.ts';
import { growthNotes } from './wording.ts';
import { worstCase } from './worst-case.ts';

const inline = {
  executor: () => new InlineExecutor(),
};

const drawn = (svg: string): Figure => ({ name: 'f', title: 'F', caption: 'R_T', svg });
const wide = drawn('<svg width="2"></svg>');
const narrow = drawn('<svg width="1"></svg>');

const settings: StudyReportSettings = {
  command: 'c',
  software: { version: '0', commit: null },
  fonts: [],
  figures: [wide],
  narrowFigures: [narrow],
};

function narrowWidths(page: string): (string | null)[] {
  const { document } = parseHTML(page);
  return [...document.querySelectorAll('figure .narrow svg')].map((svg) =>
    svg.getAttribute('width'),
  );
}

describe('worstCaseReport', () => {
  test('has an interval for every policy on every environment, and figures for a phone', async () => {
    const study = await worstCase(
      {
        policies: ['sw-moss', 'ucb1'],
        armCount: 2,
        horizon: 100,
        variation: 1,
        evaluations: 10,
        searchReplications: 2,
        replications: 5,
        seed: 4,
      },
      inline,
    );
    const notes = study.cases.map(() => ({
      upperBound: undefined,
      file: 'm.csv',
      command: 'c',
      figures: [wide],
      narrowFigures: [narrow],
    }));
    const text = worstCaseReport(study, notes, settings);
    const { document } = parseHTML(text);
    expect(narrowWidths(text)).toEqual(['1', '1']);
    const label = 'Every policy on every environment found';
    const cells = [...document.querySelectorAll(`[aria-label="${label}"] tbody td`)];
    const shown = cells.map((cell) => cell.textContent);
    const regrets = study.comparisons.flatMap(({ policies }) => policies);
    expect(shown).toEqual(
      regrets.map(({ regret: { mean, low, high } }) => {
        const [a, b, c] = [mean, low, high].map((value) => value.toFixed(1).replace('-', '−'));
        return `${a} [${b}, ${c}]`;
      }),
    );
  });
});

describe('growthReport', () => {
  test('explains c and c′, and has figures for a phone', async () => {
    const study = await growthStudy(
      {
        policies: ['moss', 'uniform'],
        armCount: 2,
        variation: 1,
        horizons: [50, 100, 200],
        seed: 2,
        effort: 0.2,
      },
      inline,
    );
    const text = growthReport(study, settings);
    const { document } = parseHTML(text);
    expect(narrowWidths(text)).toEqual(['1']);
    const points = document.querySelector('#points')?.textContent ?? '';
    expect(points).toContain('a gap of c√(K/τ) and changes every c′τ slots');
  });
});

describe('growthNotes', () => {
  const horizon = (T: number, choosing: number, judging: number) => ({
    horizon: T,
    window: 10,
    choosingReplications: choosing,
    judgingReplications: judging,
    candidates: [],
  });
  const noteOf = (...horizons: GrowthStudy['horizons'][number][]) =>
    growthNotes({
      settings: { policies: [], armCount: 2, variation: 1, horizons: [], seed: 1, effort: 1 },
      horizons,
      policies: [],
    }).find((note) => note.startsWith('The environments were chosen'));

  test('say that replications shrink where they do', () => {
    expect(noteOf(horizon(1000, 8, 100), horizon(1_000_000, 2, 8))).toContain(
      'chosen with 8 replications at T = 1000 down to 2 at T = 1000000 and measured with 100 new ones at T = 1000 down to 8 at T = 1000000.',
    );
  });

  test('and that they stay where they stay', () => {
    expect(noteOf(horizon(1000, 8, 100), horizon(8000, 8, 100))).toContain(
      'chosen with 8 replications at every T and measured with 100 new ones at every T.',
    );
  });
});
