/** Plugins in commands that play them: what hangs is said, and nothing is mixed after a change. */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { directoryWith, driftline, launcher } from './driftline.ts';

const core = fileURLToPath(new URL('../../core/dist/policies/list.js', import.meta.url));

/** A plugin with the policy `own`, which is UCB1 with some methods replaced. */
function ownPolicy(changes: string, head = ''): string {
  return `${head}
    import { ucb1 } from '${core}';
    const kernel = (settings) => Object.assign(ucb1.kernel(settings), { ${changes} });
    export const policies = [{ ...ucb1, id: 'own', name: 'Own', kernel }];`;
}

/** Waits until a command that never ends says something, and ends it then. */
function says(words: RegExp, args: readonly string[], cwd: string): Promise<void> {
  const child = spawn(process.execPath, [launcher, ...args], {
    cwd,
    env: { ...process.env, DRIFTLINE_PATIENCE: '0.2' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  return new Promise((resolve, reject) => {
    let said = '';
    child.stderr.on('data', (data: Buffer) => {
      said += data.toString();
      if (words.test(said)) child.kill('SIGKILL');
    });
    child.on('exit', () => (words.test(said) ? resolve() : reject(new Error(`it said: ${said}`))));
  });
}

describe('a plugin that never comes back is named, with what a terminal would act on escaped', () => {
  test.each([
    [
      'while it is loaded',
      'for (;;);',
      ['compare', '--environment', 'ramp', '--policies', 'ucb1'],
      /^plugin plug\\u001bin\.mjs while it is loaded has not returned for 0\.2 s, and may never do so; stop it with Ctrl-C$/m,
    ],
    [
      'while its environment makes means',
      `export const environments = [{
        id: 'own', name: 'Own', summary: 'Never there.', parameters: [],
        armCount: 2, horizon: 100, law: 'gaussian', means() { for (;;); },
      }];`,
      ['environments', 'own'],
      /^environment 'own' of plugin plug\\u001bin\.mjs in means has not returned for 0\.2 s/m,
    ],
    [
      'while it is played on a worker',
      ownPolicy('advance() { for (;;); }'),
      ['compare', '--environment', 'ramp', '--policies', 'own', '--workers', '1'],
      /^worker 1: policy 'own' of plugin plug\\u001bin\.mjs in replication 0 has not returned for 0\.2 s/m,
    ],
  ])('%s', async (_, plugin, args, words) => {
    const file = 'plug\u001bin.mjs';
    const cwd = directoryWith({ [file]: plugin });
    await expect(says(words, [...args, '--plugin', file], cwd)).resolves.toBeUndefined();
  });
});

test('a file that a plugin imports is part of what a run is resumed with', () => {
  const helper = (trouble: string) => `let slots = 0;
    export const weigh = (reward) => {
      slots += 1;
      ${trouble}
      return reward;
    };`;
  const plugin = ownPolicy(
    `learn(slot, arm, ticket, reward) {
      return Object.getPrototypeOf(this).learn.call(this, slot, arm, ticket, weigh(reward));
    }`,
    "import { weigh } from './helper.mjs';",
  );
  const experiment = `environments: [paper-2]
policies: [own]
replications: 60
plugins: [plugin.mjs]
outputs: {figures: false}
`;
  const failing = helper("if (slots > 150_000) throw new Error('enough');");
  const cwd = directoryWith({
    'plugin.mjs': plugin,
    'helper.mjs': failing,
    'experiment.yaml': experiment,
  });
  const run = ['run', 'experiment.yaml', '--out', 'out', '--workers', '1'];
  const failed = driftline(run, { cwd });
  expect(failed.code).toBe(1);
  expect(failed.stderr).toMatch(/learn threw Error: enough; see helper\.mjs:4\nFinished work/);
  writeFileSync(join(cwd, 'helper.mjs'), helper('if (slots > 9) return 1 - reward;'));
  const mixed = driftline([...run, '--resume'], { cwd });
  expect(mixed.code).toBe(1);
  expect(mixed.stderr).toContain('another plugin');
});

test.each([
  ['trace', ['trace', '--rewards', 't.csv', '--policies', 'own']],
  ['run', ['run', 'e.yaml', '--out', 'out']],
  ['compare', ['compare', '--environment', 'ramp', '--policies', 'own', '--replications', '4']],
])('%s reports a wrong arm as the plugin’s', (command, args) => {
  const cwd = directoryWith({
    'plugin.mjs': ownPolicy('pick: () => 7'),
    't.csv': 'a,b\n1,0\n0,1\n',
    'e.yaml': 'environments: [paper-2]\npolicies: [own]\nreplications: 4\n',
  });
  const { code, stderr } = driftline([...args, '--plugin', 'plugin.mjs'], { cwd });
  expect(code).toBe(1);
  const replication = command === 'trace' ? '' : ' of replication 0';
  expect(stderr).toMatch(
    new RegExp(
      `error: plugin plugin\\.mjs:3: policy 'own' in slot 1${replication} \\(.*\\): pick returned 7; accepted is an arm, an integer from 0 to \\d`,
    ),
  );
  expect(stderr).not.toContain('please report');
});
