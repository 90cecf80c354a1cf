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

/** What is to be typed, as it is: between backticks nothing but a backtick or a bar has a meaning. */
function typedCell(text: string): string {
  const code = withoutControls(text).replaceAll('`', "'").replaceAll('|', '\\|');
  return `\`${code.replace(/\s*[\r\n]+\s*/g, ' ')}\``;
}

/** @param labelled - whether its label stands above it */
function tableLines({ label, columns, typed = [], rows }: GuideTable, labelled: boolean): string[] {
  const bars = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const line = (cells: readonly string[]) =>
    bars(cells.map((text, i) => (typed.includes(i) ? typedCell(text) : cell(text))));
  return [
    ...(labelled ? ['', `${plain(label)}:`] : []),
    '',
    bars(columns.map(cell)),
    `|${columns.map(() => '---').join('|')}|`,
    ...rows.map(line),
  ];
}

/** A block, which no name in it can end. */
function blockLines(lines: readonly string[]): string[] {
  const shown = lines.map((line) => withoutControls(line).replaceAll('`', "'"));
  return ['', '```', ...shown, '```'];
}

function partLines(part: GuidePart): string[] {
  const { heading, sentences, tables = [], items = [], screen, command } = part;
  const [first, ...rest] = sentences;
  return [
    `## ${plain(heading)}`,
    ...tables.flatMap((table) => tableLines(table, table.label !== heading)),
    ...(first === undefined ? [] : ['', plain(first)]),
    ...(screen === undefined ? [] : blockLines(screen)),
    ...(items.length === 0 ? [] : ['', ...items.map((item) => `- ${plain(item)}`)]),
    ...rest.flatMap((sentence) => ['', plain(sentence)]),
    ...(command === undefined ? [] : blockLines([command])),
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
    `\`driftline\` computed this page from a result. No sentence was written by hand. ${plain(introduction)}`,
    ...parts.flatMap((part) => ['', ...partLines(part)]),
  ];
  return `${lines.join('\n')}\n`;
}
