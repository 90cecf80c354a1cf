import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { exportedClasses } from '../assembly/classes.ts';
import { CONTEXTUAL_KERNELS, digestOfSources, KERNELS, madeFrom } from '../assembly/digest.ts';
import { contextualKernelsEntry, kernelsEntry } from '../assembly/entry.ts';
import { portableParts } from '../assembly/sources.ts';

// Programs and the other packages' tests load these files, and cannot know what they were made from.
test.each([
  [KERNELS, kernelsEntry],
  [CONTEXTUAL_KERNELS, contextualKernelsEntry],
])('%s is of the present sources: else npm run build makes it anew', (module, entryOf) => {
  const entry = entryOf(exportedClasses(portableParts()));
  expect(readFileSync(madeFrom(module), 'utf8')).toBe(digestOfSources(entry, module));
});
