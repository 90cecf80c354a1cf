import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { exportedClasses } from '../assembly/classes.ts';
import { digestOfSources, MADE_FROM } from '../assembly/digest.ts';
import { kernelsEntry } from '../assembly/entry.ts';
import { portableParts } from '../assembly/sources.ts';

// Programs and the other packages' tests load this file, and cannot know what it was made from.
test('the compiled kernels are of the present sources: else npm run build makes them anew', () => {
  expect(readFileSync(MADE_FROM, 'utf8')).toBe(
    digestOfSources(kernelsEntry(exportedClasses(portableParts()))),
  );
});
