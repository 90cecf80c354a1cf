/** Snapshots of large windows: written and read in time proportional to their size. */
import { createPolicy, type Policy, randomStream } from '@driftline/core';
import { median } from '@driftline/engine/studies';
import { type Aim, aimCell, atMost } from '../aims.ts';
import { count, ratioText, shortNumber } from '../format.ts';
import { now } from '../in-turns.ts';
import type { BenchContext, Section, Table } from '../section.ts';

/** Less than this many times the cost per slot for 100 times the slots is called proportional. */
const LIMIT = 2;
const SIZES = [10_000, 100_000, 1_000_000];

function filledPolicy(window: number): Policy {
  const policy = createPolicy('sw-moss', { armCount: 10, window });
  const [random, rewards] = [randomStream(1), randomStream(2)];
  for (let slot = 0; slot < window; slot++) {
    policy.update(policy.select(random), rewards.uniform());
  }
  return policy;
}

function millisecondsOf(work: () => void): number {
  const start = now();
  work();
  return now() - start;
}

/** One window's snapshot. */
interface Row {
  readonly window: number;
  readonly bytes: number;
  readonly writeMilliseconds: number;
  readonly readMilliseconds: number;
}

function measure(window: number, { rounds, status }: BenchContext): Row {
  status(`snapshot of ${count(window)} slots`);
  const policy = filledPolicy(window);
  const text = JSON.stringify(policy.snapshot());
  const other = createPolicy('sw-moss', { armCount: 10, window });
  const [writing, reading]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    writing.push(millisecondsOf(() => JSON.stringify(policy.snapshot())));
    reading.push(millisecondsOf(() => other.restore(JSON.parse(text))));
  }
  return {
    window,
    bytes: text.length,
    writeMilliseconds: median(writing),
    readMilliseconds: median(reading),
  };
}

type Part = 'writeMilliseconds' | 'readMilliseconds';

/** Nanoseconds per slot. */
function perSlot(row: Row, part: Part): number {
  return (1e6 * row[part]) / row.window;
}

function growthAim(what: string, rows: readonly Row[], part: Part): Aim {
  const [first, last] = [rows[0], rows[rows.length - 1]];
  const name = `${what} a slot: ${count(last.window)} over ${count(first.window)}`;
  return atMost(name, perSlot(last, part) / perSlot(first, part), LIMIT);
}

function tableOf(rows: readonly Row[], writing: Aim, reading: Aim): Table {
  return {
    caption: 'Snapshot of sw-moss with 10 arms, by the slots of its window',
    rows: [
      ['slots', 'write, ms', 'ns per slot', 'read, ms', 'ns per slot', 'bytes per slot'],
      ...rows.map((row) => [
        count(row.window),
        shortNumber(row.writeMilliseconds),
        shortNumber(perSlot(row, 'writeMilliseconds')),
        shortNumber(row.readMilliseconds),
        shortNumber(perSlot(row, 'readMilliseconds')),
        shortNumber(row.bytes / row.window),
      ]),
      ['ratio', '', ratioText(writing.value), '', ratioText(reading.value), ''],
      ['aim', '', aimCell(writing), '', aimCell(reading), ''],
    ],
  };
}

/** Writing and reading snapshots. */
export const snapshotsSection: Section = {
  id: 'snapshots',
  title: 'Snapshots',
  async run(context) {
    // Once for the compiler.
    measure(SIZES[0], context);
    const rows = SIZES.map((window) => measure(window, context));
    const writing = growthAim('writing', rows, 'writeMilliseconds');
    const reading = growthAim('reading', rows, 'readMilliseconds');
    return {
      tables: [tableOf(rows, writing, reading)],
      notes: [
        'Write: JSON.stringify(policy.snapshot()). Read: policy.restore(JSON.parse(text)). Ratio: cost per slot of the largest over that of the smallest.',
      ],
      aims: [writing, reading],
      data: rows,
    };
  },
};
