/** The fonts of reports, as they are embedded. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { EmbeddedFont } from '@driftline/engine/figures';

/** Latin with punctuation and the minus sign, and Greek: what reports are written in. */
const SUBSETS = [
  {
    name: 'latin',
    unicodeRange:
      'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
  },
  { name: 'greek', unicodeRange: 'U+0370-03FF' },
] as const;

/** Source Sans 3 in all weights, upright. */
export async function reportFonts(): Promise<EmbeddedFont[]> {
  const { resolve } = createRequire(import.meta.url);
  return Promise.all(
    SUBSETS.map(async ({ name, unicodeRange }) => {
      const file = `@fontsource-variable/source-sans-3/files/source-sans-3-${name}-wght-normal.woff2`;
      const data = await readFile(resolve(file));
      return { unicodeRange, woff2Base64: data.toString('base64') };
    }),
  );
}
