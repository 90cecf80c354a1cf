/** A guide as Markdown, to be read in any editor. */
import { withoutControls } from '../../../words/control-characters.ts';
import type { Guide, GuidePart, GuideTable } from './words.ts';

/** Text with nothing in it that Markdown takes for HTML, a link or the end of a line: names come from anyone. */
function plain(text: string): string {
  return withoutControls(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('](', ']\\(')
    .replace(/\s*[\r\n]+\s*/g, ' ');
}

/** The same without what would end a cell early. */
function cell(text: string): string {
  return plain(text).replaceAll('|', '\\|');
}

/** @param labelled - whether its label stands above it */
function tableLines({ label, columns, rows }: GuideTable, labelled: boolean): string[] {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [
    ...(labelled ? ['', `${plain(label)}:`] : []),
    '',
    line(columns),
    `|${columns.map(() => '---').join('|')}|`,
    ...rows.map(line),
  ];
}

function partLines({ heading, sentences, tables = [], items = [] }: GuidePart): string[] {
  const [first, ...rest] = sentences;
  return [
    `## ${plain(heading)}`,
    ...tables.flatMap((table) => tableLines(table, table.label !== heading)),
    ...(first === undefined ? [] : ['', plain(first)]),
    ...(items.length === 0 ? [] : ['', ...items.map((item) => `- ${plain(item)}`)]),
    ...rest.flatMap((sentence) => ['', plain(sentence)]),
  ];
}

/**
 * The text of `guide.md`.
 *
 * @param name - of the experiment
 */
export function guideMarkdown(name: string, { introduction, parts }: Guide): string {
  const lines = [
    `# Which policy when: ${plain(name)}`,
    '',
    `Computed from a result by \`driftline\`; nothing here was written by hand. ${plain(introduction)}`,
    ...parts.flatMap((part) => ['', ...partLines(part)]),
  ];
  return `${lines.join('\n')}\n`;
}
