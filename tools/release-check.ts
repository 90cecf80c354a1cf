/** Lists what the owner must fill in before a release: `npm run release:check`. Fails until nothing is left. */
import { fileURLToPath } from 'node:url';
import { openItems } from './release/open-items.ts';

const items = openItems(fileURLToPath(new URL('..', import.meta.url)));
for (const { file, task } of items) console.log(`${file}: ${task}`);
console.log(
  items.length === 0
    ? 'Nothing is left to fill in.'
    : `${items.length} items are open. docs/releasing.md explains the steps of a release.`,
);
if (items.length > 0) process.exitCode = 1;
