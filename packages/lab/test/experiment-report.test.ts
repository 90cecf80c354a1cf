/** The tables of an experiment's report in a real browser: as wide as their boxes, however large the numbers. */
import { reportFonts } from '@driftline/engine/node';
import { InlineExecutor, runComparisons } from '@driftline/engine/play';
import { experimentReport } from '@driftline/engine/studies';
import { chromium } from 'playwright-core';
import { expect, test } from 'vitest';
import { BROWSER_FLAGS, findBrowser } from './find-browser.ts';
import { SIZES } from './lab-page.ts';

test('tables of large regrets fit their boxes on a desk', async () => {
  const comparisons = await runComparisons(
    [
      {
        name: 'large',
        environment: { kind: 'named', spec: 'sinusoid', horizon: 150_000 },
        policies: ['ucb1', 'd-rmoss:window=5000;zeta=0.25', 'uniform', 'sw-moss:window=100'],
        replications: 6,
        seed: 1,
        checkpoints: { count: 2, spacing: 'linear' },
      },
    ],
    { executor: new InlineExecutor() },
  );
  const result = {
    format: 'driftline-result',
    version: 2,
    name: 'large',
    software: { version: '0', commit: null },
    comparisons,
  } as const;
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: [...BROWSER_FLAGS],
  });
  try {
    const page = await browser.newPage({ viewport: SIZES.desk });
    const fonts = await reportFonts();
    await page.setContent(
      experimentReport(result, [], { command: 'driftline run large.yaml', fonts }),
    );
    const excess = await page.evaluate(() =>
      [...document.querySelectorAll('.scroll')].map(
        ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
      ),
    );
    expect(excess).toEqual([0]);
  } finally {
    await browser.close();
  }
});
