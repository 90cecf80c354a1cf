/** A guide as Markdown, to be read in any editor. */
import type { Guide, GuidePart, GuideTable } from './words.ts';

/** What would end a cell early. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}

/** @param labelled - whether its label stands above it */
function tableLines({ label, columns, rows }: GuideTable, labelled: boolean): string[] {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [
    ...(labelled ? ['', `${label}:`] : []),
    '',
    line(columns),
    `|${columns.map(() => '---').join('|')}|`,
    ...rows.map(line),
  ];
}

function partLines({ heading, sentences, tables = [], items = [] }: GuidePart): string[] {
  const [first, ...rest] = sentences;
  return [
    `## ${heading}`,
    ...tables.flatMap((table) => tableLines(table, table.label !== heading)),
    ...(first === undefined ? [] : ['', first]),
    ...(items.length === 0 ? [] : ['', ...items.map((item) => `- ${item}`)]),
    ...rest.flatMap((sentence) => ['', sentence]),
  ];
}

/**
 * The text of `guide.md`.
 *
 * @param name - of the experiment
 */
export function guideMarkdown(name: string, { introduction, parts }: Guide): string {
  const lines = [
    `# Which policy when: ${name}`,
    '',
    `Computed from a result by \`driftline\`; nothing here was written by hand. ${introduction}`,
    ...parts.flatMap((part) => ['', ...partLines(part)]),
  ];
  return `${lines.join('\n')}\n`;
}
