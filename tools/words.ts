/** Prints every place of pages and programs whose words break a rule: `node tools/words.ts [FILE…]`. */
import { relative } from 'node:path';
import { findingText, ratesOf } from './words/findings.ts';
import { findingsIn, guides, pages, passagesOf, sources } from './words/texts.ts';

const asked = process.argv.slice(2).map((path) => relative('.', path));
const files = asked.length > 0 ? asked : [...pages, ...sources];
const findings = files.flatMap(findingsIn);
for (const finding of findings) console.log(findingText(finding));

const counted = asked.length > 0 ? asked.filter((file) => file.endsWith('.md')) : guides;
const rates = ratesOf(counted.flatMap(passagesOf));
for (const { name, limit, perThousand } of rates) {
  console.log(`${name}: ${perThousand.toFixed(2)} per 1,000 words of pages (at most ${limit})`);
}
const isClean = findings.length === 0 && rates.every((rate) => rate.perThousand <= rate.limit);
process.exitCode = isClean ? 0 : 1;
