/** From SVG to PNG. */
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** 300 pixels to the inch. */
const PRINT_SCALE = 300 / 96;

/** Text that is not drawn as outlines: our font lacks its characters. */
const NEEDS_FONTS = /<text\b/;

/** What machines have; where it is missing, resvg takes any font that has the characters. */
const SANS_SERIF = ['darwin', 'win32'].includes(process.platform) ? 'Arial' : 'DejaVu Sans';

/** Draws an SVG document; `scale` is pixels to a CSS pixel, 300 to the inch if absent. */
export function svgToPng(svg: string, scale: number = PRINT_SCALE): Uint8Array {
  const { Resvg } = require('@resvg/resvg-js') as typeof import('@resvg/resvg-js');
  const image = new Resvg(svg, {
    fitTo: { mode: 'zoom', value: scale },
    background: '#ffffff',
    // The machine's fonts only where they are needed: it takes long to look through them.
    font: { loadSystemFonts: NEEDS_FONTS.test(svg), defaultFontFamily: SANS_SERIF },
  });
  return image.render().asPng();
}
