/** Figures as files. */
import { join } from 'node:path';
import type { Figure } from '@driftline/engine';
import { makeFolder, writeWhole } from './files.ts';
import { svgToPng } from './png.ts';

function refuseSharedNames(figures: readonly Figure[]): void {
  const drawings = new Map<string, string>();
  for (const { name, svg } of figures) {
    if ((drawings.get(name) ?? svg) !== svg) {
      throw new Error(`two different figures are named '${name}'; rename one of them`);
    }
    drawings.set(name, svg);
  }
}

/** Writes NAME.svg and NAME.png for each figure, each file whole or not at all. */
export async function writeFigures(folder: string, figures: readonly Figure[]): Promise<void> {
  refuseSharedNames(figures);
  await makeFolder(folder);
  for (const { name, svg } of figures) {
    await writeWhole(join(folder, `${name}.svg`), svg);
    await writeWhole(join(folder, `${name}.png`), svgToPng(svg));
  }
}
