/**
 * The first step of the build: sees to it that portable code is portable, and writes what follows from it:
 * `src/compiled/classes.ts` and `extra-classes.ts`, and for `tsconfig.portable.json` the portable parts of definitions' own files.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { classesText, exportedClasses, extraClassesText, sharedNames } from './classes.ts';
import { complaintsAbout, ROOM, textOfPart } from './portable-part.ts';
import { PACKAGE, portableParts } from './sources.ts';

const CLASSES = join(PACKAGE, 'src/compiled/classes.ts');
const EXTRA_CLASSES = join(PACKAGE, 'src/compiled/extra-classes.ts');
const PARTS = join(PACKAGE, 'dist/portable-parts');

/** Leaves a file that is right already as it is, and so whatever was made from it. */
function write(file: string, text: string): void {
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function generate(): string[] {
  const parts = portableParts();
  const classes = exportedClasses(parts);
  const complaints = [...parts.flatMap(complaintsAbout), ...sharedNames(classes)];
  if (complaints.length > 0) return complaints;
  write(CLASSES, classesText(classes));
  write(EXTRA_CLASSES, extraClassesText(classes));
  rmSync(PARTS, { recursive: true, force: true });
  for (const part of parts) {
    const { file } = part.source;
    if (!file.startsWith(ROOM)) write(join(PARTS, file), textOfPart(part));
  }
  return [];
}

const complaints = generate();
for (const complaint of complaints) console.error(`packages/core/${complaint}`);
if (complaints.length > 0) process.exitCode = 1;
