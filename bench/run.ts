/** `npm run bench`: what Driftline costs on this machine, beside C, with what it should cost. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Yardstick } from './native.ts';
import { BenchOptionError, type BenchOptions, helpText, readOptions } from './options.ts';
import { type BenchRecord, recordOf } from './record.ts';
import { aimLines, recordMarkdown, sectionMarkdown, sectionText } from './render.ts';
import type { BenchContext, TitledFindings } from './section.ts';
import { sections } from './sections/list.ts';

const RESULTS = join(import.meta.dirname, 'results');
/** Back to the start of the line, and clear it. */
const CLEAR_LINE = '\r\u001b[2K';

function status(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(CLEAR_LINE + text.slice(0, 79));
}

function note(text: string): void {
  status('');
  process.stderr.write(`${text}\n`);
}

function contextOf(quick: boolean, yardstick: Yardstick | undefined): BenchContext {
  const effort = quick
    ? { rounds: 3, leastMilliseconds: 10 }
    : { rounds: 9, leastMilliseconds: 60 };
  return { quick, yardstick, status, ...effort };
}

async function runSections(
  { sections: chosen, quick, json, markdown }: BenchOptions,
  yardstick: Yardstick | undefined,
): Promise<TitledFindings[]> {
  const context = contextOf(quick, yardstick);
  const found: TitledFindings[] = [];
  for (const { id, title, run } of chosen) {
    const titled = { id, title, ...(await run(context)) };
    status('');
    const linesOf = markdown ? sectionMarkdown : sectionText;
    if (!json) process.stdout.write(`${linesOf(titled).join('\n')}\n`);
    found.push(titled);
  }
  return found;
}

function write(record: BenchRecord, options: BenchOptions): void {
  const text = `${JSON.stringify(record, null, 2)}\n`;
  if (options.json) process.stdout.write(text);
  if (options.out !== undefined) writeFileSync(options.out, text);
  if (!options.record) return;
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(join(RESULTS, 'latest.json'), text);
  writeFileSync(join(RESULTS, 'latest.md'), recordMarkdown(record));
  note(`Recorded in ${RESULTS}.`);
}

async function bench(options: BenchOptions): Promise<void> {
  const yardstick = Yardstick.compile();
  if (yardstick === undefined) {
    note('No C compiler was found (cc, or what CC names): there will be no ratios to C.');
  }
  try {
    const found = await runSections(options, yardstick);
    if (!options.json && found.length > 1) {
      const [summary] = aimLines(found.flatMap(({ aims }) => aims));
      process.stdout.write(`== All sections ==\n\n${summary}\n`);
    }
    write(await recordOf(found, options.quick, yardstick?.compiler), options);
  } finally {
    yardstick?.remove();
  }
}

try {
  const options = readOptions(process.argv.slice(2), sections);
  if (options.help) process.stdout.write(helpText(sections));
  else await bench(options);
} catch (error) {
  if (!(error instanceof BenchOptionError)) throw error;
  process.stderr.write(`error: ${error.message}\n\n${helpText(sections)}`);
  process.exitCode = 2;
}
