/** The committed numbers of the landscape, as the tree "Which policy?" needs them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { WhichPolicy } from '@driftline/engine/display';
import { readScores, type whichPolicyOf } from '@driftline/engine/studies';

export const workspace = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Nanoseconds per slot with 3 arms of each policy that the guide recommends. Costs are not part of scores.csv,
 * because they differ between machines; the guide's first table is the only committed place that has them.
 */
function costsIn(guide: string): Map<string, number> {
  const lines = guide.matchAll(/`createDecider\('([\w-]+)'.*\| ([\d,]+)\s*\/\s*[\d,]+ \|$/gm);
  return new Map(Array.from(lines, ([, policy, cost]) => [policy, Number(cost.replace(',', ''))]));
}

/** True of the committed scores: remove it when the landscape has been played with today's tuning rule. */
const TUNING_NOTE = 'tuned by an earlier rule that varied fewer parameters';

export function readLandscape(): Parameters<typeof whichPolicyOf>[0] {
  const read = (file: string) =>
    readFileSync(join(workspace, 'experiments/landscape', file), 'utf8');
  const costs = costsIn(read('guide.md').replaceAll('\u202f', ','));
  return {
    scores: readScores(read('scores.csv')),
    costOf: (policy) => costs.get(policy),
    tuningNote: TUNING_NOTE,
  };
}

/** The tree in README, with the sentence that it stands behind. */
export const TREE_IN_README = /(`npx driftline policies --which` prints[^\n]*\n\n```text\n)[^`]*/;

/** The tree in the guide: everything from its heading to the next one. */
export const TREE_IN_GUIDE = /## Which policy\?\n[\s\S]*?(?=\n## )/;

/** The part of the guide that shows the tree. */
export function whichSection({ reading, caveat }: WhichPolicy, lines: readonly string[]): string {
  return `## Which policy?\n\n${reading}\n\n\`\`\`\n${lines.join('\n')}\n\`\`\`\n\n${caveat}\n`;
}
