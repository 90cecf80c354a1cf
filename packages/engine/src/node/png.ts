/**
 * From SVG to PNG. The font is named by file, in TrueType: given none, or given WOFF2, resvg leaves
 * out all text without an error.
 */
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** 300 pixels to the inch. */
const PRINT_SCALE = 300 / 96;

/** What Source Sans 3 has: Latin, Greek, Cyrillic, punctuation, arrows and mathematical signs. */
const BEYOND_OUR_FONT = /[\u0530-\u1cff\u2300-\u{10ffff}]/u;

/** The font files that figures are drawn with. */
export function fontFiles(): string[] {
  return ['400Regular', '600SemiBold'].map((weight) =>
    require.resolve(`@expo-google-fonts/source-sans-3/${weight}/SourceSans3_${weight}.ttf`),
  );
}

/** Draws an SVG document; `scale` is pixels to a CSS pixel, 300 to the inch if absent. */
export function svgToPng(svg: string, scale: number = PRINT_SCALE): Uint8Array {
  const { Resvg } = require('@resvg/resvg-js') as typeof import('@resvg/resvg-js');
  const image = new Resvg(svg, {
    fitTo: { mode: 'zoom', value: scale },
    background: '#ffffff',
    font: {
      fontFiles: fontFiles(),
      // The machine's fonts only for scripts that ours lacks: elsewhere pictures stay the same.
      loadSystemFonts: BEYOND_OUR_FONT.test(svg),
      defaultFontFamily: 'Source Sans 3',
      sansSerifFamily: 'Source Sans 3',
    },
  });
  return image.render().asPng();
}
