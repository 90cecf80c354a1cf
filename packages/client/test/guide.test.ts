/** Runs the guides to the service in one shell, in the order in which they are read, and checks what they print. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { type Printed, readGuide, runGuide } from '../../../tools/guide.ts';
import { workspace } from '../../core/test/workspace.ts';

const guide = readGuide(
  'docs/service.md',
  'docs/service-concepts.md',
  'docs/client.md',
  'docs/operating.md',
);
let said: Printed;

/** The guide says to stop the service for this, and to start it again. */
function withRestart(code: string): string {
  if (!code.includes('mv driftline.db')) return code;
  return `stop_service 8080\n${code}start_service --dev\n`;
}

beforeAll(async () => {
  said = await runGuide(guide, { edit: withRestart });
});

test('every block ran, and no answer is a problem', () => {
  expect(said.all).toHaveLength(guide.blocks.length);
  expect(said.all.join('\n')).not.toContain('/problems/');
});

test('decisions and rewards are answered as the guide says', () => {
  expect(said.by('decisions \\\n')).toMatch(/"decisionId":"d_[\w-]{39}","number":0,"arm":"\w+"/);
  expect(said.by('checkout/rewards')).toBe('{"status":"counted"}{"status":"counted"}');
  expect(said.by("unit: 'visitor-8'")).toMatch(
    /^(blue|green|red) .* (policy|explored)\ncounted\n$/,
  );
});

test('the service follows the drift', () => {
  const shares = Array.from(said.by('traffic.ts').matchAll(/ (\d+)%$/gm), ([, share]) =>
    Number(share),
  );
  expect(shares).toHaveLength(12);
  // Before each change the best arm has been so for 2000 visitors. By chance it would be chosen for a third of 500,
  // with a standard deviation of 2.1 %: this is eight of them above.
  for (const place of [3, 7, 11]) expect(shares[place]).toBeGreaterThan(50);
});

test('changes say what they did', () => {
  const changes = said.by('arms/gold \\\n');
  expect(changes).toContain(
    'gold joins without data; until its first reward arrives, it gets at most 1/4 of pending decisions',
  );
  expect(changes).toContain('green is retired permanently');
  expect(said.by('sw-ucb')).toContain('sw-ucb replayed the last');
  expect(said.by('sw-ucb')).toContain('new decisions wait 1h for their reward');
});

test('each operation of the batch is answered, and the forms are those of the service', () => {
  const { results } = JSON.parse(said.by('/v1/batch'));
  const [decided, rewarded, last] = results.map(({ ok }: { ok: object }) => ok);
  expect(decided).toMatchObject({ decisionId: expect.stringMatching(/^d_/), number: 3 });
  expect(rewarded).toEqual({ status: 'counted' });
  expect(last).toMatchObject({ decisionId: decided.decisionId });
  const shown = Array.from(guide.page.matchAll(/^\| `\{"(\w+)": [A-Z]/gm), ([, form]) => form);
  expect(shown).toEqual(['decide', 'reward', 'rewardUnit', 'lastDecision', 'cancel']);
});

test('the client of the guide gets an arm that it may use, and drops what is not known', () => {
  expect(said.by('fileStorage(')).toMatch(/^red undefined\n/);
});

test('a backup is whole, and restored it has the experiments', () => {
  expect(said.by('store backup')).toMatch(/checkout +\d+ +\d+ +intact/);
  expect(said.by('mv driftline.db')).toMatch(/traffic +\d+ +6000 +intact/);
  expect(said.by('units/visitor-7')).toMatch(/^\{"erased":[1-9]\d*\}$/);
});

test('the table of problems is the service’s list', () => {
  const kinds = readFileSync(join(workspace, 'packages/service/src/model/problems.ts'), 'utf8');
  const listed = Array.from(
    kinds.matchAll(/^ {2}'?([a-z-]+)'?: \{\s+status: (\d+)/gm),
    ([, kind, status]) => `${kind} ${status}`,
  );
  const table = guide.page.slice(
    guide.page.indexOf('| Type | Status |'),
    guide.page.indexOf('# The client for Node and browsers'),
  );
  const shown = Array.from(table.matchAll(/^\| (`.+`) \| (\d+) \|/gm)).flatMap(
    ([, names, status]) =>
      Array.from(names.matchAll(/`([a-z-]+)`/g), ([, kind]) => `${kind} ${status}`),
  );
  expect(shown.sort()).toEqual(listed.sort());
});
