import { readFileSync } from 'node:fs';
import { defineConfig, type Plugin } from 'vite';

/** The font's licence goes where its files go. */
const fontLicence: Plugin = {
  name: 'font-licence',
  generateBundle() {
    const source = readFileSync(new URL('../engine/LICENSE-FONT', import.meta.url));
    this.emitFile({ type: 'asset', fileName: 'LICENSE-FONT', source });
  },
};

export default defineConfig({
  plugins: [fontLicence],
  // A proxy may serve it below any path.
  base: './',
  build: {
    target: 'es2022',
    // The page's policy allows no inlined fonts or scripts.
    assetsInlineLimit: 0,
    modulePreload: false,
    // What is bundled keeps its licences beside it.
    license: { fileName: 'licenses.md' },
  },
});
