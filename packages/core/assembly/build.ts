/** Writes `dist/kernels.wasm`, unless it is there already for the same sources. */
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
import { digestOfSources, KERNELS, MADE_FROM } from './digest.ts';
import { inOrderOfLikeness } from './function-order.ts';
import { PACKAGE, portableParts } from './sources.ts';

/**
 * The text to compile. It is made from the catalogues, whose sources Node can't run as they are:
 * portable files import types without saying so, which only a compiler sorts out.
 */
async function entryText(): Promise<string> {
  const input = join(PACKAGE, 'assembly/entry.ts');
  const bundle = await rolldown({ input, platform: 'node', external: /^rolldown/ });
  const folder = mkdtempSync(join(tmpdir(), 'driftline-kernels-'));
  try {
    const file = join(folder, 'entry.mjs');
    await bundle.write({ format: 'esm', file });
    const { kernelsEntry } = await import(pathToFileURL(file).href);
    return kernelsEntry(exportedClasses(portableParts()));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const entry = await entryText();
const digest = digestOfSources(entry);
const upToDate =
  existsSync(KERNELS) && existsSync(MADE_FROM) && readFileSync(MADE_FROM, 'utf8') === digest;
if (!upToDate) {
  mkdirSync(dirname(KERNELS), { recursive: true });
  // Whole or not at all: a test may read it meanwhile.
  writeFileSync(`${KERNELS}.new`, inOrderOfLikeness(await compile(entry)));
  renameSync(`${KERNELS}.new`, KERNELS);
  writeFileSync(MADE_FROM, digest);
}
