/** Writes the compiled modules in `dist`, unless they are there already for the same sources. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { exportedClasses } from './classes.ts';
import { compile } from './compile.ts';
import { CONTEXTUAL_KERNELS, digestOfSources, KERNELS, madeFrom } from './digest.ts';
import { inOrderOfLikeness } from './function-order.ts';
import { PACKAGE, portableParts } from './sources.ts';

/**
 * The modules and the texts to compile. They are made from the catalogues, whose sources Node can't run as they are:
 * portable files import types without saying so, which only a compiler sorts out.
 */
async function entryTexts(): Promise<[module: string, entry: string][]> {
  const input = join(PACKAGE, 'assembly/entry.ts');
  const bundle = await rolldown({ input, platform: 'node', external: /^rolldown/ });
  const folder = mkdtempSync(join(tmpdir(), 'driftline-kernels-'));
  try {
    const file = join(folder, 'entry.mjs');
    await bundle.write({ format: 'esm', file });
    const { kernelsEntry, contextualKernelsEntry } = await import(pathToFileURL(file).href);
    const classes = exportedClasses(portableParts());
    // The shorter one first: it is there in seconds.
    return [
      [CONTEXTUAL_KERNELS, contextualKernelsEntry(classes)],
      [KERNELS, kernelsEntry(classes)],
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

for (const [module, entry] of await entryTexts()) {
  const digest = digestOfSources(entry, module);
  const made = madeFrom(module);
  if (existsSync(module) && existsSync(made) && readFileSync(made, 'utf8') === digest) continue;
  mkdirSync(dirname(module), { recursive: true });
  // Whole or not at all: a test may read it meanwhile.
  writeFileSync(`${module}.new`, inOrderOfLikeness(await compile(entry)));
  renameSync(`${module}.new`, module);
  writeFileSync(made, digest);
}
