/**
 * Runs the guide docs/advise.md, and holds what it printed against what the guide shows. Quickly, without worlds;
 * `npm run test:advise` runs it whole.
 */
import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { checkoutLog } from '../../../examples/advise/make-checkout.ts';
import { weatherLog } from '../../../examples/advise/make-weather.ts';
import { type Printed, readGuide, runGuide } from '../../../tools/guide.ts';
import { workspace } from '../../core/test/workspace.ts';

const isWhole = process.env.DRIFTLINE_ADVISE === 'long';
const guide = readGuide('docs/advise.md');
let said: Printed;

/** Worlds and values take most of the time, how often what is left behind is played, and the start of threads. */
function quickly(code: string): string {
  if (isWhole) return code;
  return code
    .replace(/^(npx driftline advise .*)$/gm, '$1 --quick --horizon 100 --values none --workers 1')
    .replace('--replications 20', '--replications 2 --workers 1')
    .replace(
      /^npx driftline run (\S+)/gm,
      "sed -i.all 's/^replications: 100$/replications: 2/' $1\nnpx driftline run $1 --workers 1",
    );
}

beforeAll(async () => {
  said = await runGuide(guide, {
    edit: quickly,
    prepare: (folder) => symlinkSync(join(workspace, 'examples'), join(folder, 'examples')),
  });
});

/** What the guide shows of a log: the block without a language behind the command. */
function shownOf(command: string): string {
  // The end of the command's block, what stands between, and the block.
  return guide.page.slice(guide.page.indexOf(command)).split('```')[2];
}

/** What does not depend on worlds: what was read, the first and the fourth question. */
function withoutWorlds(text: string): string {
  const [opening, first, , , fourth] = text.split('\n\n');
  return [opening, first, fourth].join('\n\n');
}

test.each([
  ['the checkout', 'checkout.csv.gz --out'],
  ['the weather', 'weather.csv --arm city'],
])('of %s it says what the guide shows', (_, command) => {
  const [printed, shown] = [said.by(command), shownOf(command)].map((text) => text.trim());
  if (isWhole) expect(printed).toBe(shown);
  else expect(withoutWorlds(printed)).toBe(withoutWorlds(shown));
});

test('what goes on with it goes on', () => {
  expect(said.by('compare --means')).toMatch(/^ {2}auto +\d/m);
  expect(said.by('checkout/spec.yaml')).toContain('Result written to played.');
  expect(said.by('checkout/service.json')).toContain('"status":"running"');
});

test('the logs are what their scripts make', () => {
  const file = (name: string) => readFileSync(join(workspace, 'examples/advise', name));
  expect(gunzipSync(file('checkout.csv.gz')).toString()).toBe(checkoutLog());
  expect(file('weather.csv').toString()).toBe(weatherLog());
});
