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

/** The files that have contexts or several players, which the page leaves out: it has no controls for them. */
const LEFT_OUT =
  /dist[\\/](?:play[\\/](?:contexts|fleet-player)|words[\\/]context-words|compiled[\\/]extra-classes|fleets[\\/]catalogue|shell[\\/]prepare-fleet)\.js$/;

/** The exports of these files, with nothing in them. */
const NOTHING = `
export const contexts = undefined, contextWords = undefined, extraClasses = [];
function refuse() { throw new Error('this page has no players'); }
export const fleetCatalogue = { list: [], ids: [], get: () => undefined, find: refuse };
export { refuse as fleetPlayer, refuse as findFleet, refuse as prepareFleet };
// The catalogue of policies refuses rules for several players by their ids.
export function refuseFleet() {}
export const MOST_PLAYERS = 1;
`;

/** Keeps the page small. */
const leftOut: Plugin = {
  name: 'left-out',
  load: (file) => (LEFT_OUT.test(file) ? NOTHING : null),
};

export default defineConfig({
  plugins: [fontLicence, leftOut],
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
