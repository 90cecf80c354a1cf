/** HTML that cannot be broken by what it shows: every text is escaped unless it is HTML already. */
import { withoutControls } from '../../words/control-characters.ts';

/** A piece of finished HTML. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What can stand inside HTML. */
export type Content = string | number | Html | readonly Content[];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text for use between tags and in quoted attributes. */
export function escaped(text: string): string {
  return withoutControls(text).replace(/[&<>"']/g, (character) => ENTITIES[character]);
}

function textOf(content: Content): string {
  if (content instanceof Html) return content.text;
  if (typeof content === 'string') return escaped(content);
  if (typeof content === 'number') return String(content);
  return content.map(textOf).join('');
}

/** A template of HTML; what is put into it is escaped. */
export function html(pieces: TemplateStringsArray, ...contents: readonly Content[]): Html {
  return new Html(pieces.reduce((text, piece, i) => text + textOf(contents[i - 1] ?? '') + piece));
}

/** Nothing. */
export const NOTHING = new Html('');

/** A text with `_T` and `_t` set as subscripts: R_T. */
export function withSubscripts(text: string): Content {
  return text
    .split(/(_[A-Za-z])/)
    .map((part) => (/^_[A-Za-z]$/.test(part) ? html`<sub>${part.slice(1)}</sub>` : part));
}
