/** Writes the generated pages of docs/: `npm run docs:catalogue`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cataloguePages } from './pages.ts';

const workspace = fileURLToPath(new URL('../..', import.meta.url));
for (const { path, text } of cataloguePages()) writeFileSync(join(workspace, path), text);
