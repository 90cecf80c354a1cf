import { readFileSync } from 'node:fs';
import { defineConfig, type Plugin } from 'vite';

/** Scripts of workers: entries of their own, so that they share chunks with the page. */
const WORKERS = ['coordinator', 'player', 'watcher'];

/** The font's licence goes where its files and its outlines go. */
const fontLicence: Plugin = {
  name: 'font-licence',
  generateBundle() {
    const source = readFileSync(new URL('../engine/LICENSE-FONT', import.meta.url));
    this.emitFile({ type: 'asset', fileName: 'LICENSE-FONT', source });
  },
};

/** Modules that play several players, and the list of their rules. Links with players are refused before a run. */
const PLAYERS =
  /\/core\/dist\/(?:portable\/fleet\/|fleets\/list)|\/engine\/dist\/play\/fleet-player/;

/** Bundles empty classes in place of these modules, which the page never calls. */
const withoutPlayers: Plugin = {
  name: 'without-players',
  transform(code, id) {
    if (!PLAYERS.test(id)) return null;
    const names = code.matchAll(/^export (?:const|class|function) (\w+)/gm);
    return Array.from(names, ([, name]) => `export class ${name} {}`).join('\n');
  },
};

export default defineConfig({
  plugins: [fontLicence, withoutPlayers],
  // Any folder of any static file server will do.
  base: './',
  build: {
    target: 'es2022',
    // The page's policy allows no inlined fonts or scripts.
    assetsInlineLimit: 0,
    modulePreload: false,
    // What is bundled keeps its licences beside it.
    license: { fileName: 'licenses.md' },
    rolldownOptions: {
      input: {
        index: 'index.html',
        ...Object.fromEntries(WORKERS.map((name) => [name, `src/run/${name}.ts`])),
      },
      output: {
        // Workers are found by their names, beside the page's own script.
        entryFileNames: 'assets/[name].js',
        chunkFileNames: 'assets/[name]-[hash].js',
        assetFileNames: 'assets/[name]-[hash][extname]',
        codeSplitting: {
          groups: [
            // The font of exported figures comes separately, and only when one is drawn.
            { name: 'glyphs', test: /glyphs-(regular|semibold)/ },
            // What the page and its workers share is one file: several compress worse.
            { name: 'shared', test: /packages[\\/](core|engine)[\\/]/, minShareCount: 2 },
          ],
        },
      },
    },
  },
});
