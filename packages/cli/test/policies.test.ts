import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  createDecider,
  createEnvironment,
  createPolicyFromSpec,
  policyCatalogue,
} from '@driftline/core';
import { slidingWindowMoss } from '@driftline/core/policies';
import { policyGroupOf, type WhichTake, whichPolicy } from '@driftline/engine/display';
import { whichPolicyOf } from '@driftline/engine/studies';
import { describe, expect, test } from 'vitest';
import { readLandscape } from '../../../tools/landscape/sources.ts';
import {
  exampleItem,
  policyDetails,
  policyListing,
  policyRecord,
  whichListing,
} from '../src/commands/policies/command.ts';
import { driftline, widthOf } from './driftline.ts';

const ids = policyCatalogue.ids;

describe('the listing', () => {
  const { code, stdout, stderr } = driftline(['policies']);

  test('has every policy once, with its memory', () => {
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const { id, memory } of policyCatalogue.list) {
      const lines = stdout.split('\n').filter((line) => line.startsWith(`  ${id} `));
      expect(lines, id).toHaveLength(1);
      expect(lines[0]).toContain(` ${memory} `);
    }
  });

  test('fits 80 columns', () => {
    expect(widthOf(stdout)).toBeLessThanOrEqual(80);
  });

  test("puts the paper's own first, then groups by kind", () => {
    const grouped = (group: string) =>
      policyCatalogue.list.filter((each) => policyGroupOf(each) === group).map(({ id }) => id);
    expect(grouped('paper')).toEqual(['r-moss', 'sw-moss', 'd-ucb', 'r-rmoss', 'sw-rmoss']);
    expect(grouped('stationary')).toEqual(expect.arrayContaining(['ucb1', 'moss', 'rmoss']));
    expect(grouped('adversarial')).toEqual(expect.arrayContaining(['exp3', 'rexp3', 'exp3s']));
    expect(grouped('bayesian')).toEqual(expect.arrayContaining(['ts', 'dts']));
    expect(grouped('floor')).toEqual(['uniform']);
    expect(stdout.indexOf('Policies of Wei and Srivastava')).toBeLessThan(
      stdout.indexOf('Bayesian'),
    );
  });
});

describe('a policy with a mark', () => {
  const marked = { ...slidingWindowMoss, id: 'doubtful', standing: 'unconfirmed' as const };

  test('is listed last, in the group of policies that are not recommended', () => {
    const lines = policyListing([
      marked,
      ...policyCatalogue.list.filter(({ standing }) => !standing),
    ]);
    const start = lines.findIndex((line) => line.startsWith('Not recommended'));
    const listed = lines
      .slice(start + 1, lines.indexOf('', start))
      .join(' ')
      .replace(/\s+/g, ' ');
    expect(listed).toBe(
      ' doubtful window [unconfirmed] MOSS on the last τ slots. Forgets older rewards.',
    );
  });

  test('says in full what the mark means', () => {
    const words = policyDetails(marked).join('\n').replace(/\s+/g, ' ');
    expect(words).toContain('Standing unconfirmed: we could not read or reproduce its rule');
  });

  test('has it in JSON, where others are confirmed', () => {
    expect(policyRecord(marked)).toMatchObject({ standing: 'unconfirmed', group: 'marked' });
    expect(policyRecord(slidingWindowMoss)).toMatchObject({
      standing: 'confirmed',
      group: 'paper',
    });
  });
});

test('says what pending decisions do, where a policy minds them by itself', () => {
  const narrows = 'Until then, pending decisions narrow the width of their arm';
  const minding = policyCatalogue.list.filter((definition) =>
    policyDetails(definition).join(' ').replace(/\s+/g, ' ').includes(narrows),
  );
  expect(minding.map(({ id }) => id)).toEqual(['auto']);
});

describe.each(ids)('%s', (id) => {
  const definition = policyCatalogue.get(id);
  if (definition === undefined) throw new Error(id);
  const text = policyDetails(definition).join('\n');

  test('is described in 80 columns, with every parameter', () => {
    expect(widthOf(text)).toBeLessThanOrEqual(80);
    const words = text.replace(/\s+/g, ' ');
    for (const fact of [definition.formula, definition.guarantee, definition.reference]) {
      expect(words).toContain(fact);
    }
    for (const parameter of definition.parameters) {
      expect(text).toMatch(new RegExp(`^  ${parameter.id} `, 'm'));
      expect(words).toContain(parameter.summary);
    }
  });

  test('has an example that a list accepts', () => {
    const place = definition.needs === 'chains' ? 'channels' : 'paper-2';
    const { means } = createEnvironment(place, { armCount: 3, horizon: 1000 });
    const shared = { armCount: 3, horizon: 1000, variation: 2, means };
    expect(createPolicyFromSpec(exampleItem(definition), shared).definition.id).toBe(id);
  });
});

test('one policy in full', () => {
  expect(driftline(['policies', 'sw-moss'])).toEqual({
    code: 0,
    stdout: `sw-moss (SW-MOSS)
MOSS on the last τ slots. Forgets older rewards.

  Formula       windowed mean + √(η max(ln(τ/(K n)), 0) / n)
  Memory        window
  Estimator     mean
  Index         MOSS
  Rewards       1/2-sub-Gaussian after division by scale, as all in [0, 1] are
  Late rewards  count at the age of the slot they belong to, as if on time
  Randomized    no: the same data give the same arms
  Guarantee     O((K V)^(1/3) T^(2/3)), the minimax order
  Cost          O(log K) per slot, about 5K + 2.5τ numbers
  Reference     Wei & Srivastava, Algorithm 2, Theorem 5

Parameters
  variation   V   a number >= 0, no default
                  variation budget, to which the memory is tuned
  volatility  σ   a number >= 0, no default
                  standard deviation of a mean’s step in each slot, instead of a
                  budget
  window      τ   an integer >= 1 and <= 2147483647, no default
                  number of slots remembered, instead of a budget
  eta         η   a number > 0 (guarantee above 0.5), default 1
                  width: √η
  scale       s   a number > 0, default 1
                  divides rewards before use

In a list of policies
  --policies "sw-moss:window=200;eta=1"
`,
    stderr: '',
  });
});

test('JSON has all there is to know', () => {
  const { policies } = JSON.parse(driftline(['policies', '--json']).stdout) as {
    policies: Record<string, unknown>[];
  };
  expect(policies.map(({ id }) => id)).toEqual(ids);
  for (const [index, definition] of policyCatalogue.list.entries()) {
    for (const [key, value] of Object.entries(definition)) {
      const isCode = typeof value === 'function' || key === 'shows';
      if (isCode) expect(policies[index]).not.toHaveProperty(key);
      else if (!['parameters', 'order', 'group', 'memoryKind'].includes(key))
        expect(policies[index]).toHaveProperty(key, value);
    }
  }
  const one = JSON.parse(driftline(['policies', 'd-ucb', '--json']).stdout) as unknown;
  expect(one).toEqual(policies.find(({ id }) => id === 'd-ucb'));
  expect(one).toMatchObject({
    parameters: expect.arrayContaining([
      expect.objectContaining({
        id: 'xi',
        symbol: 'ξ',
        default: 0.6,
        accepts: 'a number > 0',
        provedAbove: 0.5,
      }),
    ]),
  });
});

test('an unknown policy brings the nearest known one', () => {
  const { code, stdout, stderr } = driftline(['policies', 'swmoss']);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain("error: there is no policy 'swmoss'; did you mean 'sw-moss'?");
});

test('the example of a plugin names each parameter once', () => {
  const file = fileURLToPath(new URL('../../../examples/plugin-policy.ts', import.meta.url));
  const { stdout } = driftline(['policies', 'greedy-window', '--plugin', file]);
  expect(stdout).toContain('--policies "greedy-window:window=200;explore=0.1"\n');
  expect(driftline(['policies', '--plugin', file, 'greedy-window']).stdout).toBe(stdout);
});

describe('the tree "Which policy?"', () => {
  const { questions } = whichPolicy;
  const takes = questions.flatMap(({ answers }) =>
    answers.flatMap(({ take }): WhichTake[] => (take === undefined ? [] : [take])),
  );

  test('has the numbers of the committed landscape (else run npm run docs:landscape)', () => {
    expect(whichPolicy).toEqual(whichPolicyOf(readLandscape()));
    // Costs are read from the guide's table: a table that is not understood would only leave them out.
    expect(JSON.stringify(whichPolicy)).toMatch(/\d+ ns \(auto \d+ ns\)/);
  });

  test('leads every answer to the next question or to a recommendation', () => {
    for (const { answers } of questions.slice(0, -1)) {
      expect(answers.filter(({ take }) => take === undefined)).toHaveLength(1);
    }
    const last = questions.at(-1)?.answers ?? [];
    expect(last.filter(({ take }) => take === undefined)).toEqual([]);
  });

  test.each(takes.filter(({ policy }) => policy !== undefined))('runs $type', (take) => {
    const { type, policy = '', options = {} } = take;
    const written = new Function('createDecider', `return ${type}`)(createDecider) as ReturnType<
      typeof createDecider
    >;
    expect(written.decide()).toEqual(
      createDecider(policy, { armCount: Number(options.armCount), ...options }).decide(),
    );
    expect(type).toContain(`'${policy}'`);
  });

  test('states the result on environments that were held out as the study does', () => {
    const study = readFileSync(new URL('../../../docs/studies/auto.md', import.meta.url), 'utf8');
    const [, auto, adr] = /all 8 situations \| ([\d.]+) ?% \| ([\d.]+) ?%/.exec(study) ?? [];
    expect(whichPolicy.caveat).toContain(`8 further, held-out situations it averages ${auto}%`);
    expect(whichPolicy.caveat).toContain(`${adr}%. The best policy tuned`);
  });

  test('is printed on one screen, or as JSON', () => {
    const { code, stdout, stderr } = driftline(['policies', '--which']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe(`${whichListing().join('\n')}\n`);
    expect(widthOf(stdout)).toBeLessThanOrEqual(80);
    expect(stdout.split('\n').length).toBeLessThanOrEqual(45);
    for (const { type, result = '' } of takes) {
      expect(stdout).toContain(type);
      expect(stdout).toContain(result);
    }
    expect(JSON.parse(driftline(['policies', '--which', '--json']).stdout)).toEqual(whichPolicy);
  });

  test('is refused together with a policy', () => {
    const { code, stderr } = driftline(['policies', 'auto', '--which']);
    expect(code).not.toBe(0);
    expect(stderr).toContain('--which takes neither a policy nor --plugin');
  });
});
