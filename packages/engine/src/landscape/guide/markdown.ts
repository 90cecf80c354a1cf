/** A guide as Markdown, to be read in any editor. */
import type { Guide, GuidePart, GuideTable } from './words.ts';

/** What would end a cell early. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}

function tableLines({ label, columns, rows }: GuideTable): string[] {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [
    `${label}:`,
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
    ...(first === undefined ? [] : ['', first]),
    ...(items.length === 0 ? [] : ['', ...items.map((item) => `- ${item}`)]),
    ...rest.flatMap((sentence) => ['', sentence]),
    ...tables.flatMap((table) => ['', ...tableLines(table)]),
  ];
}

/**
 * The text of `guide.md`.
 *
 * @param name - of the experiment
 */
export function guideMarkdown(name: string, { answer, parts }: Guide): string {
  const lines = [
    `# Which policy when: ${name}`,
    '',
    'Computed from a result by `driftline`; nothing here was written by hand. A score is the mean regret of a policy divided by that of uniform play on the same replications: 0 % is perfect, 100 % is what blind choice loses.',
    ...answer.flatMap((sentence) => ['', `**${sentence}**`]),
    ...parts.flatMap((part) => ['', ...partLines(part)]),
  ];
  return `${lines.join('\n')}\n`;
}
