/** Findings to read: as text for a terminal, as Markdown for the record. */
import type { Aim } from './aims.ts';
import { shortNumber } from './format.ts';
import type { BenchRecord } from './record.ts';
import type { Table, TitledFindings } from './section.ts';

export function textTable({ caption, rows }: Table): string[] {
  const widths = rows[0].map((_, i) => Math.max(...rows.map((row) => row[i].length)));
  const lineOf = (row: readonly string[]) =>
    row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join('  ');
  return [caption, ...rows.map((row) => `  ${lineOf(row)}`.trimEnd())];
}

function markdownTable({ caption, rows }: Table): string[] {
  const lineOf = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rule = rows[0].map((_, i) => (i === 0 ? '---' : '--:'));
  return [caption, '', lineOf(rows[0]), lineOf(rule), ...rows.slice(1).map(lineOf)];
}

function aimLine({ what, value, sense, limit }: Aim): string {
  return `not met: ${what}: ${shortNumber(value)}, should be ${sense} ${limit}`;
}

/** How many aims are met, and which are not. */
export function aimLines(aims: readonly Aim[]): string[] {
  if (aims.length === 0) return [];
  const missed = aims.filter(({ met }) => !met);
  return [`Aims: ${aims.length - missed.length} of ${aims.length} met.`, ...missed.map(aimLine)];
}

/** One section for a terminal. */
export function sectionText({ title, tables, notes, aims }: TitledFindings): string[] {
  return [
    `== ${title} ==`,
    ...tables.flatMap((table) => ['', ...textTable(table)]),
    '',
    ...notes,
    ...aimLines(aims),
    '',
  ];
}

/** One section for a page. */
export function sectionMarkdown({ title, tables, notes, aims }: TitledFindings): string[] {
  const [summary, ...missed] = aimLines(aims);
  return [
    `## ${title}`,
    ...tables.flatMap((table) => ['', ...markdownTable(table)]),
    ...notes.flatMap((note) => ['', note]),
    ...(summary === undefined ? [] : ['', summary]),
    ...(missed.length === 0 ? [] : ['', ...missed.map((line) => `- ${line}`)]),
    '',
  ];
}

/** A whole record as a page. */
export function recordMarkdown(record: BenchRecord): string {
  const { machine, software, date } = record;
  const modified = software.modified ? ', with changes that are not committed' : '';
  return [
    '# Benchmark: the last recorded run',
    '',
    'Written by `npm run bench -- --record`. How to read it: [docs/benchmarks.md](../../docs/benchmarks.md). Every number behind it: [latest.json](latest.json).',
    '',
    `- Date: ${date}`,
    `- Machine: ${machine.processor}, ${machine.cores} cores, ${machine.system}`,
    `- Node ${machine.node}; C compiler: ${machine.compiler ?? 'none'}`,
    `- Driftline ${software.version}, commit ${software.commit ?? 'unknown'}${modified}`,
    ...(record.quick ? ['- Measured for a short time only (`--quick`)'] : []),
    '',
    ...record.sections.flatMap(sectionMarkdown),
  ].join('\n');
}
