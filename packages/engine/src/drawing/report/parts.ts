/** The parts that every report is made of. */
import { formatFixed } from '../../words/numbers.ts';
import { glyphsPart } from './figure-part.ts';
import { type Content, Html, html, NOTHING } from './html.ts';
import { type EmbeddedFont, styleSheet } from './style.ts';

/** A number as reports write regrets: one decimal. */
export function regretText(value: number): string {
  return formatFixed(value, 1);
}

/** The same with its sign. */
export function signedText(value: number): string {
  const text = regretText(value);
  return value > 0 && /[1-9]/.test(text) ? `+${text}` : text;
}

/** An interval, paler than what it belongs to. */
export function intervalPart(low: number, high: number, text = regretText): Html {
  return html`<span class="pale">[${text(low)}, ${text(high)}]</span>`;
}

/** A share of slots in per cent. */
export function percentText(share: number): string {
  return `${formatFixed(100 * share, 1)}%`;
}

/** A policy's name, and the mark of one that is not to be relied on like the others. */
export function markedName(name: string, standing: string): Content {
  return standing === 'confirmed' ? name : html`${name} <span class="pale">${standing}</span>`;
}

/** A text that may also be broken within specs, which have no blanks: after a semicolon. */
export function breakable(text: string): Content {
  const [first, ...rest] = text.split(/(?<=;)(?=\S)/);
  return rest.length === 0 ? text : html`${first}${rest.map((part) => html`<wbr>${part}`)}`;
}

/** A command line. Words with a hyphen stay whole: a browser would break `--flag` in two. */
export function commandPart(command: string): Html {
  const parts = command
    .split(/( )/)
    .map((part) => (part.includes('-') ? html`<span>${part}</span>` : part));
  return html`<pre class="command"><code>${parts}</code></pre>`;
}

/** A column of a table. */
export interface Column {
  readonly title: Content;
  /** Numbers stand at the right; a name heads its row; words stay on one line, places on few. */
  readonly kind?: 'number' | 'name' | 'words' | 'place';
}

/** A row of a table; one that is aside is there for comparison only. */
export interface Row {
  readonly cells: readonly Content[];
  readonly aside?: boolean;
}

/** Names of more characters are broken into lines: numbers would be pushed out of sight. */
const LONGEST_LINE = 36;

function nameCell(content: Content): Html {
  const text = html`${content}`.text.replace(/<[^>]*>/g, '');
  const classes = [...text].length > LONGEST_LINE ? 'name long' : 'name';
  return html`<th scope="row" class="${classes}">${content}</th>`;
}

function cellPart(content: Content, { kind }: Column): Html {
  if (kind === 'name') return nameCell(content);
  if (kind === 'number') return html`<td class="number">${content}</td>`;
  if (kind === 'words') return html`<td class="name">${content}</td>`;
  return kind === 'place' ? html`<td class="place">${content}</td>` : html`<td>${content}</td>`;
}

/** A cell that says what it is where it can't stand below its title; the first heads its row, words stand out. */
function titledCell(content: Content, { title, kind }: Column, place: number): Html {
  if (place === 0) return html`<th scope="row" class="head">${content}</th>`;
  const text = html`<span class="title">${title}: </span>${content}`;
  return kind === 'words' ? html`<td class="name strong">${text}</td>` : html`<td>${text}</td>`;
}

/** How a table is laid out. */
interface TableOptions {
  readonly caption?: Content;
  /** Names the region that can be scrolled sideways; also what a screen reader announces. */
  readonly label: string;
  /** On a phone each row becomes a list of its cells, every one with its title. */
  readonly stacked?: boolean;
}

/** A table that can be scrolled sideways where it is too wide. */
export function tablePart(
  columns: readonly Column[],
  rows: readonly Row[],
  { caption, label, stacked = false }: TableOptions,
): Html {
  const head = columns.map(
    ({ title, kind }) =>
      html`<th scope="col"${kind === 'number' ? new Html(' class="number"') : NOTHING}>${title}</th>`,
  );
  const body = rows.map(({ cells, aside = false }) => {
    const line = cells.map((cell, i) =>
      stacked ? titledCell(cell, columns[i], i) : cellPart(cell, columns[i]),
    );
    return html`<tr${aside ? new Html(' class="aside"') : NOTHING}>${line}</tr>\n`;
  });
  // Short tables are kept on one page of print; longer ones may break between rows.
  const classes = [...(rows.length <= 12 ? ['whole'] : []), ...(stacked ? ['stacked'] : [])];
  const kinds = classes.length === 0 ? NOTHING : new Html(` class="${classes.join(' ')}"`);
  return html`<div class="scroll" role="region" aria-label="${label}" tabindex="0"><table${kinds}>
${caption === undefined ? NOTHING : html`<caption>${caption}</caption>`}<thead><tr>${head}</tr></thead>
<tbody>
${body}</tbody></table></div>`;
}

/** A remark on how to read what stands above. */
export function howToRead(sentences: readonly Content[]): Html {
  return html`<aside><h3>How to read this</h3>${sentences.map((text) => html`<p>${text}</p>`)}</aside>`;
}

/** Settings as pairs of a name and a value. */
export function settingsPart(settings: readonly (readonly [string, Content])[]): Html {
  const pairs = settings.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>\n`);
  return html`<dl>${pairs}</dl>`;
}

/** What a page holds. */
interface Page {
  readonly title: string;
  readonly header: Content;
  readonly sections: readonly Html[];
  readonly footer: Content;
  readonly fonts: readonly EmbeddedFont[];
}

/** A whole page that needs nothing beside itself. */
export function pagePart({ title, header, sections, footer, fonts }: Page): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>
${new Html(styleSheet(fonts))}</style>
</head>
<body>
${glyphsPart(sections)}
<main>
<header>${header}</header>
${sections.map((section) => html`${section}\n`)}<footer>${footer}</footer>
</main>
</body>
</html>
`.text;
}
