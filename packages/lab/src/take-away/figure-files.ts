/** Figures for print, drawn from a result by the engine's own code, as SVG and as PNG. */
import type { Figure } from '@driftline/engine/figures';
import { bands } from '../regret/state.ts';
import type { Played } from '../run/run.ts';
import { withDensity } from './png-density.ts';

/** What can be drawn. */
export type FigureKind = 'regret' | 'histogram' | 'means' | 'ribbon';
export type FigureWidth = 'full' | 'half';

const DOTS_PER_INCH = 300;
const PIXELS_PER_INCH = 96;

/** Draws one figure; what draws it is loaded when it is first needed. */
export async function drawFigure(
  kind: FigureKind,
  { result, styles, outlines }: Played,
  width: FigureWidth,
): Promise<Figure> {
  // By their names: what else the door has is not brought along.
  const { regretFigure, histogramFigure, meansFigure, ribbonFigure } = await import(
    '@driftline/engine/figures'
  );
  const options = { width };
  switch (kind) {
    case 'regret':
      // With the colours of the page, and with bands: a printed mean without any claims too much.
      return regretFigure(result, {
        ...options,
        places: styles,
        histograms: outlines,
        bands: bands.peek() === 'spread' ? 'spread' : 'interval',
      });
    case 'histogram':
      return histogramFigure(result, { ...options, places: styles });
    case 'means':
      return meansFigure(result.environment, options);
    case 'ribbon':
      return ribbonFigure(result, options);
  }
}

async function pictureOf(svg: string): Promise<HTMLImageElement> {
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    return image;
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** Draws a figure as pixels, 300 to the inch. */
export async function pngOf({ svg }: Figure): Promise<Blob> {
  const image = await pictureOf(svg);
  const canvas = document.createElement('canvas');
  canvas.width = Math.round((image.width * DOTS_PER_INCH) / PIXELS_PER_INCH);
  canvas.height = Math.round((image.height * DOTS_PER_INCH) / PIXELS_PER_INCH);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('this browser has no canvas; export the SVG instead');
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
  if (blob === null) throw new Error('this browser can’t write a PNG; export the SVG instead');
  const bytes = withDensity(new Uint8Array(await blob.arrayBuffer()), DOTS_PER_INCH);
  return new Blob([bytes], { type: 'image/png' });
}
