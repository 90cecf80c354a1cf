import { expect, test } from 'vitest';
import { atMost } from './aims.ts';
import { count, ratioText, shortNumber } from './format.ts';
import type { BenchRecord } from './record.ts';
import { recordMarkdown, sectionText } from './render.ts';
import type { TitledFindings } from './section.ts';

const findings: TitledFindings = {
  id: 'table',
  title: 'Cost of a slot',
  tables: [
    {
      caption: 'Nanoseconds per slot',
      rows: [
        ['policy', 'compiled', 'aim'],
        ['sw-moss', '24.3', '1.3 met'],
        ['d-ucb', '112', '1.3 not met'],
      ],
    },
  ],
  notes: ['A note.'],
  aims: [atMost('sw-moss: times C', 1.1, 1.3), atMost('d-ucb: times C', 1.456, 1.3)],
  data: [{ policy: 'sw-moss' }],
};

const record: BenchRecord = {
  format: 'driftline-bench',
  version: 1,
  date: '2025-01-02T03:04:05.000Z',
  quick: false,
  machine: { processor: 'P', cores: 2, system: 'Linux', node: '24.0.0', compiler: null },
  software: { version: '0.1.0', commit: 'abc', modified: true },
  sections: [findings],
};

test('a section for a terminal', () => {
  expect(sectionText(findings)).toEqual([
    '== Cost of a slot ==',
    '',
    'Nanoseconds per slot',
    '  policy   compiled          aim',
    '  sw-moss      24.3      1.3 met',
    '  d-ucb         112  1.3 not met',
    '',
    'A note.',
    'Aims: 1 of 2 met.',
    'not met: d-ucb: times C: 1.46, should be at most 1.3',
    '',
  ]);
});

test('a record as a page', () => {
  const page = recordMarkdown(record);
  expect(page).toContain(`- Date: 2025-01-02T03:04:05.000Z
- Machine: P, 2 cores, Linux
- Node 24.0.0; C compiler: none
- Driftline 0.1.0, commit abc, with changes that are not committed

## Cost of a slot

Nanoseconds per slot

| policy | compiled | aim |
| --- | --: | --: |
| sw-moss | 24.3 | 1.3 met |
| d-ucb | 112 | 1.3 not met |

A note.

Aims: 1 of 2 met.

- not met: d-ucb: times C: 1.46, should be at most 1.3
`);
  expect(page).not.toContain('short time');
  expect(recordMarkdown({ ...record, quick: true })).toContain('short time');
});

test('numbers have three digits or all of their whole part', () => {
  const values = [0.0123, 0.9123, 1.456, 24.34, 112.4, 1530.7, 0, Number.NaN];
  expect(values.map(shortNumber)).toEqual([
    '0.012',
    '0.912',
    '1.46',
    '24.3',
    '112',
    '1531',
    '0.00',
    '–',
  ]);
  expect([ratioText(1.256), ratioText(undefined)]).toEqual(['1.26', '–']);
  expect([5000, 10_000, 1_234_567].map(count)).toEqual(['5000', '10,000', '1,234,567']);
});
