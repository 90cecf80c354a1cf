/** From parts to a figure. */
import type { Frame } from './chart.ts';
import { svgDocument } from './svg.ts';
import { WIDTHS } from './theme.ts';
import type { Figure, FigureOptions } from './types.ts';

interface FigureParts {
  readonly name: string;
  readonly title: string;
  readonly caption: string;
  /** What the drawing says in numbers, for those who cannot see it; after the caption. */
  readonly numbers?: string;
  readonly frame: Pick<Frame, 'height'>;
  readonly content: readonly string[];
}

/** A figure with its document. */
export function assemble(parts: FigureParts, options: FigureOptions): Figure {
  const { name, title, caption, numbers, frame, content } = parts;
  const svg = svgDocument({
    width: WIDTHS[options.width ?? 'full'],
    height: frame.height,
    title,
    description: numbers === undefined ? caption : `${caption} ${numbers}`,
    content,
  });
  return { name, title, caption, svg };
}
