/** Figures inside a report: SVG as a part of the page. */
import { glyphDefinitions, withoutDefinitions } from '../figures/glyphs.ts';
import type { Figure } from '../figures/types.ts';
import { type Content, Html, html, NOTHING, withSubscripts } from './html.ts';

/** The same figure for a wide page and, where there is one, for a phone. */
export interface ReportFigure {
  readonly wide: Figure;
  readonly narrow?: Figure;
}

/** A text that can be a part of an identifier. */
export function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/**
 * A drawing as a part of a page, which holds the glyphs of all its drawings once. It is one picture with a title and a
 * description: within it, groups have no names, which those who hear the page would not be told.
 */
function inlineSvg({ svg }: Figure): Html {
  return new Html(withoutDefinitions(svg).replaceAll(/(<g) aria-label="[^"]*"/g, '$1'));
}

/** The glyphs that the drawings of a page refer to. */
export function glyphsPart(page: Content): Html {
  const definitions = glyphDefinitions(html`${page}`.text);
  return definitions === ''
    ? NOTHING
    : html`<svg class="glyphs" aria-hidden="true" focusable="false">
${new Html(definitions)}</svg>`;
}

function captionPart({ title, caption }: Figure): Html {
  return html`<span class="strong">${title}.</span> ${withSubscripts(caption)}`;
}

/** A figure with its caption. */
export function figurePart({ wide, narrow }: ReportFigure): Html {
  const id = `figure-${slug(wide.name)}`;
  if (narrow === undefined) {
    return html`<figure id="${id}">
${inlineSvg(wide)}
<figcaption>${captionPart(wide)}</figcaption>
</figure>`;
  }
  // What is drawn may differ with the room there is, and the caption with it.
  return html`<figure id="${id}" class="both">
<div class="wide">${inlineSvg(wide)}</div>
<div class="narrow">${inlineSvg(narrow)}</div>
<figcaption class="wide">${captionPart(wide)}</figcaption>
<div class="narrow caption">${captionPart({ ...wide, caption: narrow.caption })}</div>
</figure>`;
}
