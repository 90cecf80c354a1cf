/** Figures of long tests, for the record that `npm run test:advise` writes. */
import { appendFileSync } from 'node:fs';

/** The variable that says where figures go. */
export const FIGURES_FILE = 'DRIFTLINE_ADVISE_FIGURES';

/** What was measured, in words, and what came of it. */
export interface Figures {
  readonly what: string;
  readonly figures: string;
}

/** Keeps figures; nothing where no record is written. */
export function keepFigures(what: string, figures: string): void {
  const file = process.env[FIGURES_FILE];
  if (file === undefined) return;
  const cell = (text: string) => text.replaceAll('|', '/').replaceAll(/\s+/g, ' ');
  appendFileSync(file, `${JSON.stringify({ what: cell(what), figures: cell(figures) })}\n`);
}
