/** The portable sources of the package: the room, and the classes in definitions' own files. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DEFINITIONS, type PortablePart, portablePart, ROOM } from './portable-part.ts';

/** The package's folder. */
export const PACKAGE: string = join(dirname(fileURLToPath(import.meta.url)), '..');
const SOURCES = join(PACKAGE, 'src');

/** The JavaScript side of what the two languages spell differently; it is not portable code itself. */
export const LANGUAGE = `${ROOM}base/language.ts`;

/** The text of a file by its path below `src`. */
export function readSource(file: string): string {
  return readFileSync(join(SOURCES, file), 'utf8');
}

/** Whether there is a file of this path below `src`. */
export function isSource(file: string): boolean {
  return existsSync(join(SOURCES, file));
}

/** The paths below `src` of files that may hold portable code, tests left out, in order. */
function candidates(): string[] {
  const folders = [ROOM, ...DEFINITIONS].map((folder) => `${folder}**/*.ts`);
  return globSync(folders, { cwd: SOURCES })
    .map((file) => file.split(sep).join('/'))
    .filter((file) => !file.endsWith('.test.ts') && file !== LANGUAGE)
    .sort();
}

/** Every portable part, in the order of their files. */
export function portableParts(): PortablePart[] {
  return candidates()
    .map((file) => portablePart(file, readSource(file)))
    .filter((part) => part !== undefined);
}
