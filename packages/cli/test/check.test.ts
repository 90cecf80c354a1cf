import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { directoryWith, driftline, widthOf } from './driftline.ts';

const core = fileURLToPath(new URL('../../core/dist/index.js', import.meta.url));
const example = (name: string) =>
  fileURLToPath(new URL(`../../../examples/plugin-${name}.ts`, import.meta.url));

describe('check', () => {
  test.each([
    ['policy', 'policy greedy-window', 'continues bit for bit from a snapshot'],
    ['environment', 'environment rush-hour', 'shares its means among replications'],
    ['rewards', 'reward law jackpot', 'draws as often whatever the mean'],
  ])('the example of a plugin with a %s passes', (name, heading, check) => {
    const { code, stdout, stderr } = driftline(['check', example(name)]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.startsWith(`${heading}\n`)).toBe(true);
    expect(stdout).toContain(`  ok      ${check}\n`);
    expect(stdout).not.toContain('failed');
  });

  test('what fails is told, with what was found, and the exit code is 1', () => {
    const plugin = `
      import { slidingWindowMoss } from '${core}';
      const draws = (kernel) => Object.assign(kernel, { pick: (random) => random.below(3) });
      export default {
        policies: [{
          ...slidingWindowMoss,
          id: 'restless',
          kernel: (settings) => draws(slidingWindowMoss.kernel(settings)),
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
    expect(stdout).toContain('  failed  is deterministic\n          ');
    expect(stdout).toContain(
      '  failed  has the mean that it is given\n          rewards of mean -0.75 must average it within',
    );
    expect(stderr).toMatch(/^error: plugin\.mjs: \d+ of \d+ checks failed\n$/);
    expect(widthOf(stdout)).toBeLessThanOrEqual(80);
    const json = JSON.parse(driftline(['check', 'plugin.mjs', '--json'], { cwd }).stdout);
    const failed = json.checks.filter((check: { ok: boolean }) => !check.ok);
    expect(failed).toContainEqual({
      kind: 'reward law',
      id: 'biased',
      check: 'has the mean that it is given',
      ok: false,
      message: expect.stringContaining('must average it'),
    });
  });

  test.each([
    ['export const nothing = 1;', /^error: plugin .*plugin\.mjs must export policies/],
    ['export const policies = [', /^error: plugin .*plugin\.mjs can't be loaded/],
    [
      `import { ucb1 } from '${core}'; export const policies = [ucb1];`,
      /^error: a plugin's policy must have an id of its own; got 'ucb1', which is taken/,
    ],
  ])('a module that is no plugin: %s', (text, message) => {
    const cwd = directoryWith({ 'plugin.mjs': text });
    const { code, stdout, stderr } = driftline(['check', 'plugin.mjs'], { cwd });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(message);
  });
});
