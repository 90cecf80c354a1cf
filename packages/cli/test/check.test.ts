import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
// Built, for it starts a thread.
import { checkOutcomes } from '../dist/commands/check/run.js';
import { checkListing } from '../src/commands/check/command.ts';
import { directoryWith, driftline, widthOf } from './driftline.ts';

const policyList = fileURLToPath(new URL('../../core/dist/policies/list.js', import.meta.url));
const example = (name: string) =>
  fileURLToPath(new URL(`../../../examples/plugin-${name}.ts`, import.meta.url));

describe('check', () => {
  test.each([
    ['policy', 'policy greedy-window', 'continues bit for bit from a snapshot'],
    ['environment', 'environment rush-hour', 'shares its means among replications'],
    ['random-environment', 'environment wander', 'redraws means for each replication with fresh=1'],
    ['rewards', 'reward law jackpot', 'draws equally often for every mean'],
  ])('the example of a plugin with a %s passes', (name, heading, check) => {
    const { code, stdout, stderr } = driftline(['check', example(name)]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.startsWith(`${heading}\n`)).toBe(true);
    expect(stdout).toContain(`  ok      ${check}\n`);
    expect(stdout).not.toContain('failed');
  });

  test('parameters without a role get a note, and the plugin passes', () => {
    const plugin = `
      import { slidingWindowMoss } from '${policyList}';
      const mute = { kind: 'number', id: 'patience', symbol: 'p', summary: 'none', default: 1 };
      const definition = { ...slidingWindowMoss, id: 'mine' };
      export const policies = [{ ...definition, parameters: [...definition.parameters, mute] }];`;
    const cwd = directoryWith({ 'plugin.mjs': plugin });
    const { code, stdout } = driftline(['check', 'plugin.mjs'], { cwd });
    expect(code).toBe(0);
    expect(stdout).toContain(
      '  note    states what its parameters are for\n          no role: patience; equal-effort tuning leaves',
    );
    expect(driftline(['check', example('policy')]).stdout).not.toContain('  note  ');
  });

  test('what fails is reported, with what was found, and the exit code is 1', async () => {
    const plugin = `
      import { slidingWindowMoss } from '${policyList}';
      const draws = (kernel, arms) => Object.assign(kernel, { pick: (random) => random.below(arms) });
      export default {
        policies: [{
          ...slidingWindowMoss,
          id: 'restless',
          kernel: (settings) => draws(slidingWindowMoss.kernel(settings), settings.armCount),
        }],
        rewardLaws: [{
          id: 'biased',
          name: 'Biased',
          summary: 'Too much.',
          parameters: [],
          rewardRange: [0, 2],
          sampler: () => ({ draw: (mean) => mean + 1 }),
          variance: () => 0,
        }],
      };`;
    const cwd = directoryWith({ 'plugin.mjs': plugin });
    const { code, stdout, stderr } = driftline(['check', 'plugin.mjs'], { cwd });
    expect(code).toBe(1);
    expect(stdout).toMatch(
      / {2}failed {2}is deterministic\n {10}arms of a policy that is not randomized, with another seed: first\n {10}differs at slot \d+: \d, then \d\n/,
    );
    expect(stdout).toContain(
      '  failed  has the given mean\n          rewards with mean -0.75 must average to it within',
    );
    expect(stderr).toMatch(/^error: plugin\.mjs: \d+ of \d+ checks failed\n$/);
    expect(widthOf(stdout)).toBeLessThanOrEqual(80);
    expect(await checkOutcomes(join(cwd, 'plugin.mjs'), 30)).toContainEqual({
      kind: 'reward law',
      id: 'biased',
      check: 'has the given mean',
      ok: false,
      message: expect.stringContaining('must average to it'),
    });
  });

  test.each([
    ['export const nothing = 1;', /^error: plugin plugin\.mjs: must export policies/],
    [
      '\n\nexport const policies = [}',
      /^error: plugin plugin\.mjs:3: cannot be loaded: Unexpected token/,
    ],
    ["\nthrow new Error('ouch');", /^error: plugin plugin\.mjs:2: cannot be loaded: ouch\n$/],
    [
      "import '@driftline/nonsense';",
      /^error: plugin plugin\.mjs: cannot be loaded: Cannot find package '@driftline\/nonsense'/,
    ],
    [
      "export const policies = [{ id: 'my-greedy', rewards: 'gaussian' }];",
      /^error: plugin plugin\.mjs: policies\[0\] 'my-greedy': parameters must be an array; got nothing; .*rewards must be one of sub-gaussian, finite-variance, unit-interval, any; got 'gaussian'/,
    ],
    [
      `import { ucb1 } from '${policyList}'; export const policies = [ucb1];`,
      /^error: a policy must have a unique id; got 'ucb1', which is already taken/,
    ],
  ])('a module that is no plugin: %s', (text, message) => {
    const cwd = directoryWith({ 'plugin.mjs': text });
    const { code, stdout, stderr } = driftline(['check', 'plugin.mjs'], { cwd });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(message);
  });

  test.each<[string, string, string[], string]>([
    [
      'a loop without end as it is loaded',
      'while (true);',
      ['--limit', '0.1'],
      'error: plugin plugin.mjs: cannot be loaded: it did not return within 1 s, and may never do so; set another limit with --limit\n',
    ],
    [
      'what never comes, awaited',
      'await new Promise(() => {});',
      [],
      'error: plugin plugin.mjs: cannot be loaded: it awaits a promise that never settles\n',
    ],
    [
      'an end of the process',
      '\nprocess.exit(0);',
      [],
      'error: plugin plugin.mjs:2: cannot be loaded: process.exit(0) was called; a plugin may not end the process\n',
    ],
    [
      'nothing, thrown',
      'throw null;',
      [],
      'error: plugin plugin.mjs: cannot be loaded: it throws null, which is not an error\n',
    ],
  ])('a module with %s', (_, text, flags, stderr) => {
    const cwd = directoryWith({ 'plugin.mjs': text });
    expect(driftline(['check', 'plugin.mjs', ...flags], { cwd })).toEqual({
      code: 1,
      stdout: '',
      stderr,
    });
  });

  const changedPolicies = (changes: Readonly<Record<string, string>>) => `
    import { slidingWindowMoss as ours } from '${policyList}';
    const policy = (id, changes) => ({
      ...ours,
      id,
      kernel: (settings) => Object.assign(ours.kernel(settings), changes),
    });
    export const policies = [
      ${Object.entries(changes)
        .map(([id, changed]) => `policy('${id}', { ${changed} }),`)
        .join('\n')}
    ];`;

  test('code that throws, or ends the process, is reported by what it did', () => {
    const plugin = changedPolicies({
      failing: 'advance: () => undefined.x',
      throwing: "advance() { throw 'x'; }",
      exiting: 'pick: () => process.exit(0)',
      leaving: 'pick: () => process.reallyExit(0)',
      'never-reached': '',
    });
    const cwd = directoryWith({ 'plugin.mjs': plugin });
    const { code, stdout } = driftline(['check', 'plugin.mjs', '--json'], { cwd });
    expect(code).toBe(1);
    const { checks } = JSON.parse(stdout);
    const check = 'has a kernel with every method';
    expect(checks.filter((each: { ok: boolean }) => each.ok === false)).toMatchObject([
      {
        id: 'failing',
        check,
        message: "TypeError: Cannot read properties of undefined (reading 'x') (plugin.mjs:9)",
      },
      { id: 'throwing', check, message: "it threw the text 'x', which is not an error" },
      {
        id: 'exiting',
        check,
        message:
          'Error: process.exit(0) was called; a plugin may not end the process (plugin.mjs:11)',
      },
      { id: 'leaving', check, message: 'it ended the thread of the check' },
    ]);
    expect(checks.at(-1)).toMatchObject({ id: 'never-reached', ok: null });
  });

  test('a check that never ends is reported as such', () => {
    const plugin = changedPolicies({ endless: 'pick() { while (true); }', 'never-reached': '' });
    const cwd = directoryWith({ 'plugin.mjs': plugin });
    const { code, stdout } = driftline(['check', 'plugin.mjs', '--limit', '2'], { cwd });
    expect(code).toBe(1);
    expect(stdout.replace(/\s+/g, ' ')).toMatch(
      /^policy endless failed has a kernel with every method it did not return within 2 s, and may never do so; set another limit with --limit The other \d+ checks were not run\. policy never-reached The other \d+ checks were not run\. $/,
    );
  });

  test('a limit longer than a timer can be is not over at once', async () => {
    const outcomes = await checkOutcomes(example('rewards'), 1e9);
    expect(outcomes.filter(({ ok }) => !ok)).toEqual([]);
  });

  test('a file that is not there', () => {
    const cwd = directoryWith();
    expect(driftline(['check', 'mine.ts'], { cwd })).toEqual({
      code: 1,
      stdout: '',
      stderr: 'error: plugin mine.ts: no such file or directory\n',
    });
    expect(driftline(['check', '.'], { cwd }).stderr).toBe(
      'error: plugin .: is a directory, not a file\n',
    );
  });

  test('without every method of a kernel the other checks are not run', async () => {
    const plugin = (change: string) => `
      import { slidingWindowMoss } from '${policyList}';
      export const policies = [{
        ...slidingWindowMoss,
        id: 'partial',
        kernel: (settings) => Object.assign(slidingWindowMoss.kernel(settings), ${change}),
      }];`;
    const cwd = directoryWith({
      'lacking.mjs': plugin('{ welcome: undefined, weight: undefined }'),
      'silent.mjs': plugin('{ learn: () => undefined }'),
    });
    const { code, stdout, stderr } = driftline(['check', 'lacking.mjs'], { cwd });
    expect(code).toBe(1);
    expect(stdout.replace(/\s+/g, ' ')).toMatch(
      /^policy partial failed has a kernel with every method .*; missing: weight, welcome The other (\d+) checks were not run\. $/,
    );
    expect(stderr).toMatch(/^error: lacking\.mjs: 1 of \d+ checks failed, \d+ were not run\n$/);
    const checks = await checkOutcomes(join(cwd, 'lacking.mjs'), 30);
    expect(checks[0]).toMatchObject({ check: 'has a kernel with every method', ok: false });
    expect(checks[2]).toMatchObject({ check: 'describes itself', ok: null, message: null });
    const [silent] = await checkOutcomes(join(cwd, 'silent.mjs'), 30);
    expect(silent.message).toContain(
      'learn must return true if the reward counts, and false otherwise; got undefined',
    );
  });

  test('checks that fail for the same reason are reported together', () => {
    const outcome = (check: string, message: string | null) =>
      ({ kind: 'policy', id: 'mine', check, ok: message === null, message }) as const;
    expect(
      checkListing([
        outcome('one', 'ouch'),
        outcome('two', null),
        outcome('three', 'ouch'),
        outcome('four', 'another'),
        outcome('five', 'ouch'),
      ]),
    ).toEqual([
      'policy mine',
      '  failed  one',
      '          ouch',
      '          and 2 more for the same reason: three, five',
      '  ok      two',
      '  failed  four',
      '          another',
    ]);
  });
});

describe('a plugin outside the repository', () => {
  test("imports the command's own packages, on workers too", () => {
    const plugin = `
      import { type PolicyDefinition } from '@driftline/core';
import { slidingWindowMoss } from '@driftline/core/policies';
      import { policyContract } from '@driftline/core/contract';
      import { NO_PLUGINS } from '@driftline/engine/play';
      const known: number = policyContract(slidingWindowMoss).length + NO_PLUGINS.policies.length;
      if (known < 2) throw new Error('nothing there');
      const mine: PolicyDefinition = { ...slidingWindowMoss, id: 'mine' };
      export const policies = [mine];`;
    const cwd = directoryWith({ 'mine.ts': plugin });
    const { code, stdout, stderr } = driftline(
      [
        ...['compare', '--plugin', 'mine.ts', '--policies', 'mine,sw-moss', '--json'],
        ...['--environment', 'switching', '--replications', '40', '--workers', '2'],
      ],
      { cwd },
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const [mine, ours] = JSON.parse(stdout).policies;
    expect(mine.regret).toEqual(ours.regret);
    expect(driftline(['check', 'mine.ts'], { cwd }).code).toBe(0);
  });

  test('prefers the packages of its own folder', () => {
    const cwd = directoryWith({ 'mine.mjs': "import '@driftline/core';" });
    const own = join(cwd, 'node_modules', '@driftline', 'core');
    mkdirSync(own, { recursive: true });
    writeFileSync(join(own, 'package.json'), '{"type": "module", "exports": "./index.js"}');
    writeFileSync(join(own, 'index.js'), "throw new Error('its own');");
    expect(driftline(['check', 'mine.mjs'], { cwd }).stderr).toBe(
      'error: plugin mine.mjs: cannot be loaded: its own\n',
    );
  });
});
