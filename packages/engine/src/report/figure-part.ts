/** Figures inside a report: SVG as a part of the page, with identifiers that stay unique. */
import type { Figure } from '../figures/types.ts';
import { Html, html, withSubscripts } from './html.ts';

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

/** Puts a prefix before every identifier of a drawing and before every mention of one. */
function withPrefix(svg: string, prefix: string): string {
  const many = (list: string) =>
    list
      .trim()
      .split(/\s+/)
      .map((id) => prefix + id)
      .join(' ');
  return svg
    .replace(/(\sid=")([^"]+)"/g, (_, start, id) => `${start}${prefix}${id}"`)
    .replace(/(\saria-(?:labelledby|describedby)=")([^"]+)"/g, (_, start, ids) => {
      return `${start}${many(ids)}"`;
    })
    .replace(/url\(#([^)]+)\)/g, (_, id) => `url(#${prefix}${id})`)
    .replace(/(\s(?:xlink:)?href=")#([^"]+)"/g, (_, start, id) => `${start}#${prefix}${id}"`);
}

/** A drawing as a part of a page. */
export function inlineSvg({ name, svg }: Figure, kind: string): Html {
  const element = svg.replace(/^\s*<\?xml[^>]*\?>\s*/, '').replace(/^\s*<!DOCTYPE[^>]*>\s*/, '');
  return new Html(withPrefix(element, `${kind}-${slug(name)}-`));
}

function captionPart({ title, caption }: Figure): Html {
  return html`<span class="strong">${title}.</span> ${withSubscripts(caption)}`;
}

/** A figure with its caption. */
export function figurePart({ wide, narrow }: ReportFigure): Html {
  const id = `figure-${slug(wide.name)}`;
  if (narrow === undefined) {
    return html`<figure id="${id}">
${inlineSvg(wide, 'wide')}
<figcaption>${captionPart(wide)}</figcaption>
</figure>`;
  }
  // What is drawn may differ with the room there is, and the caption with it.
  return html`<figure id="${id}" class="both">
<div class="wide">${inlineSvg(wide, 'wide')}</div>
<div class="narrow">${inlineSvg(narrow, 'narrow')}</div>
<figcaption class="wide">${captionPart(wide)}</figcaption>
<div class="narrow caption">${captionPart({ ...wide, caption: narrow.caption })}</div>
</figure>`;
}
