/**
 * Runs the guide: every `sh` block of docs/service.md in one shell, in order, and every `ts` block. Only the port
 * differs, and `npx` finds the programs of this workspace.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { workspace } from '../../core/test/workspace.ts';

const guide = readFileSync(join(workspace, 'docs/service.md'), 'utf8');

interface Block {
  readonly language: string;
  readonly code: string;
}

const blocks: readonly Block[] = Array.from(
  guide.matchAll(/^```(\w+)\n([\s\S]*?)^```/gm),
  ([, language, code]) => ({ language, code }),
).filter(({ language }) => language === 'sh' || language === 'ts');

/** What stands around the guide: `npx` for programs of the workspace, a service in the background, its address. */
const PRELUDE = String.raw`
set -euo pipefail
npx() {
  case "$1" in
    driftline) shift
      if [ "$1" = serve ]; then shift; start_service "$@"; else "$NODE" "$WORKSPACE/packages/cli/bin/driftline.js" "$@"; fi ;;
    node) shift; local file="$1"; shift; "$NODE" "$WORKSPACE/$file" --url "$URL" "$@" ;;
  esac
}
start_service() {
  : > served.txt
  "$NODE" "$WORKSPACE/packages/cli/bin/driftline.js" serve "$@" --port "$PORT" --log-level error >> served.txt &
  SERVICE=$!
  until grep -q '^Driftline is at' served.txt; do kill -0 $SERVICE; sleep 0.1; done
  URL=$(sed -n 's/^Driftline is at \(http:[^ ]*[0-9]\).*/\1/p' served.txt)
  PORT=$(printf %s "$URL" | sed 's/.*://')
}
stop_service() { kill $SERVICE; wait $SERVICE; }
trap 'kill $SERVICE 2> /dev/null || true' EXIT
PORT=0
URL=
`;

function scriptOf({ language, code }: Block, place: number): string {
  const marked = `echo; echo '=== ${place}'\n`;
  if (language === 'ts') return `${marked}"$NODE" "$MODULES/block-${place}.mjs" "$URL"\n`;
  const here = code.replaceAll('http://127.0.0.1:8080', '$URL').replaceAll("'$URL", "$URL'");
  // The guide says to stop the service for this, and to start it again.
  const isRestoring = code.includes('mv driftline.db');
  return `${marked}${isRestoring ? `stop_service\n${here}start_service --dev\n` : here}`;
}

const scratch = mkdtempSync(join(tmpdir(), 'driftline-guide-'));
// Where imports find the packages of the workspace, and git does not look.
const modules = mkdtempSync(join(workspace, 'node_modules/.driftline-guide-'));
let said: string[];

beforeAll(async () => {
  for (const [place, { language, code }] of blocks.entries()) {
    if (language !== 'ts') continue;
    // However busy the machine is, the answers are waited for.
    const module = code
      .replaceAll("'http://127.0.0.1:8080'", 'process.argv[2], ...{ timeout: 3_600_000 }')
      .replace('timeout: 250,', '');
    writeFileSync(join(modules, `block-${place}.mjs`), module);
  }
  const script = `${PRELUDE}${blocks.map(scriptOf).join('')}`;
  const env = { ...process.env, NODE: process.execPath, WORKSPACE: workspace, MODULES: modules };
  const shell = spawn('bash', ['-c', script], { cwd: scratch, env });
  const [printed, complaints, code] = await Promise.all([
    text(shell.stdout),
    text(shell.stderr),
    new Promise((resolve) => shell.on('close', resolve)),
  ]);
  if (code !== 0) throw new Error(`the guide ended with ${code}:\n${printed}\n${complaints}`);
  said = printed.split(/\n=== \d+\n/).slice(1);
});

afterAll(() => {
  rmSync(scratch, { recursive: true });
  rmSync(modules, { recursive: true });
});

/** What was printed by the block that has this in it. */
function printedBy(part: string): string {
  const places = blocks.flatMap(({ code }, place) => (code.includes(part) ? [place] : []));
  return places.map((place) => said[place]).join('\n');
}

test('every block ran, and no answer is a problem', () => {
  expect(said).toHaveLength(blocks.length);
  expect(said.join('\n')).not.toContain('/problems/');
});

test('decisions and rewards are answered as the guide says', () => {
  expect(printedBy('decisions \\\n')).toMatch(/"decisionId":"d_[\w-]{31}","number":0,"arm":"\w+"/);
  expect(printedBy('checkout/rewards')).toBe('{"status":"counted"}{"status":"counted"}');
  expect(printedBy("unit: 'visitor-8'")).toMatch(
    /^(blue|green|red) .* (policy|explored)\ncounted\n$/,
  );
});

test('the service follows the drift', () => {
  const shares = Array.from(printedBy('traffic.ts').matchAll(/(\d+) %$/gm), ([, share]) =>
    Number(share),
  );
  expect(shares).toHaveLength(12);
  // Before each change the best arm has been so for 2000 visitors. By chance it would be chosen for a third of 500,
  // with a standard deviation of 2.1 %: this is eight of them above.
  for (const place of [3, 7, 11]) expect(shares[place]).toBeGreaterThan(50);
});

test('changes say what they did', () => {
  const changes = printedBy('arms/gold \\\n');
  expect(changes).toContain(
    'gold joins; until its first reward is back it gets at most 1/4 of the decisions that wait',
  );
  expect(changes).toContain('green is not chosen any more, for good');
  expect(printedBy('sw-ucb')).toContain('sw-ucb went through the last');
});

test('the client of the guide gets an arm that it may use, and drops what is not known', () => {
  expect(printedBy('fileStorage(')).toMatch(/^red undefined\n/);
});

test('a backup is whole, and restored it has the experiments', () => {
  expect(printedBy('store backup')).toMatch(/checkout +\d+ +\d+ +whole/);
  expect(printedBy('mv driftline.db')).toMatch(/traffic +\d+ +6000 +whole/);
  expect(printedBy('units/visitor-7')).toMatch(/^\{"erased":[1-9]\d*\}$/);
});

test('the table of problems is the service’s list', () => {
  const kinds = readFileSync(join(workspace, 'packages/service/src/model/problems.ts'), 'utf8');
  const listed = Array.from(
    kinds.matchAll(/^ {2}'?([a-z-]+)'?: \{ status: (\d+)/gm),
    ([, kind, status]) => `${kind} ${status}`,
  );
  const table = guide.slice(guide.indexOf('| type | status |'), guide.indexOf('A disk that fails'));
  const shown = Array.from(table.matchAll(/^\| (`.+`) \| (\d+) \|/gm)).flatMap(
    ([, names, status]) =>
      Array.from(names.matchAll(/`([a-z-]+)`/g), ([, kind]) => `${kind} ${status}`),
  );
  expect(shown.sort()).toEqual(listed.sort());
});
