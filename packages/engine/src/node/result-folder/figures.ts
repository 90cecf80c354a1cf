/** Figures as files. */
import { join } from 'node:path';
import type { Figure } from '@driftline/engine/figures';
import { FIGURES } from './file-names.ts';
import { makeFolder, writeWhole } from './files.ts';
import { svgToPng } from './png.ts';
import type { Publication } from './publication.ts';

function refuseSharedNames(figures: readonly Figure[]): void {
  const drawings = new Map<string, string>();
  for (const { name, svg } of figures) {
    if ((drawings.get(name) ?? svg) !== svg) {
      throw new Error(`two different figures are named '${name}'; rename one of them`);
    }
    drawings.set(name, svg);
  }
}

/** NAME.svg and NAME.png of each figure, drawn one at a time. */
function* filesOf(
  figures: readonly Figure[],
): Generator<[name: string, data: string | Uint8Array]> {
  const once = new Map(figures.map(({ name, svg }) => [name, svg]));
  for (const [name, svg] of once) {
    yield [`${name}.svg`, svg];
    yield [`${name}.png`, svgToPng(svg)];
  }
}

/** Writes NAME.svg and NAME.png for each figure, each file whole or not at all. */
export async function writeFigures(folder: string, figures: readonly Figure[]): Promise<void> {
  refuseSharedNames(figures);
  await makeFolder(folder);
  for (const [name, data] of filesOf(figures)) await writeWhole(join(folder, name), data);
}

/** Adds the figures to what a result folder is to hold. */
export async function addFigures(files: Publication, figures: readonly Figure[]): Promise<void> {
  refuseSharedNames(figures);
  for (const [name, data] of filesOf(figures)) await files.add(`${FIGURES}/${name}`, data);
}
