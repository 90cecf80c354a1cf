/** Empty slots that pass at once leave the bits of slots that pass one by one. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ParameterError } from '../base/errors.ts';
import { usualOptions } from '../contract/fixtures.ts';
import type { PolicyDefinition } from '../definitions/policy.ts';
import { policyCatalogue } from '../policies/catalogue.ts';
import { NO_ARM } from '../portable/kernels/exploration.ts';
import type { IdleKernel, Kernel } from '../portable/kernels/kernel.ts';
import { randomStream } from '../random/source.ts';
import { createPolicy } from './create-policy.ts';
import { passEmptySlots } from './empty-slots.ts';
import { Policy } from './policy.ts';
import type { PolicyOptions } from './policy-options.ts';
import type { Selection } from './selection.ts';

/** The same policy, which passes empty slots one by one. */
function stepping(definition: PolicyDefinition): PolicyDefinition {
  return {
    ...definition,
    kernel(settings) {
      const kernel = definition.kernel(settings);
      Object.defineProperty(kernel, 'passEmpty', { value: undefined });
      return kernel;
    },
  };
}

const variants: readonly Partial<Record<string, unknown>>[] = [
  {},
  { window: 1 },
  { window: 2 },
  { window: 7 },
  { window: 40 },
  { window: 5, armCount: 6 },
  { window: 300 },
  { discount: 0.5 },
  { discount: 0.95, armCount: 2 },
  { discount: 1e-12 },
  { block: 6 },
  { block: 9, armCount: 12 },
  { samples: 4 },
  { horizon: 40 },
  { lambda: 2, alpha: 0.4, horizon: 60 },
  { armCount: 40 },
];

/** The variants that a definition takes, each once. */
function optionsOf(definition: PolicyDefinition): PolicyOptions[] {
  const known = ['armCount', 'horizon', ...definition.parameters.map(({ id }) => id)];
  return variants
    .filter((variant) => Object.keys(variant).every((name) => known.includes(name)))
    .flatMap((variant) => {
      const { armCount = 4, horizon = 400 } = variant as { armCount?: number; horizon?: number };
      const usual = usualOptions(definition, armCount, horizon);
      const isFixed = ['window', 'discount', 'lambda'].some((name) => name in variant);
      const { variation, ...rest } = usual;
      const given = isFixed ? rest : usual;
      return isPossible(definition, { ...given, ...variant }) ? [{ ...given, ...variant }] : [];
    });
}

function isPossible(definition: PolicyDefinition, options: PolicyOptions): boolean {
  try {
    new Policy(definition, options);
    return true;
  } catch (error) {
    if (!(error instanceof ParameterError)) throw error;
    return false;
  }
}

type Step = readonly [kind: 'play' | 'late' | 'begin' | 'skip' | 'join', size: number];

/** One of two policies that do the same. */
class Life {
  readonly policy: Policy;
  readonly #random = randomStream(3);
  readonly #waiting: Selection[] = [];
  readonly choices: number[] = [];

  constructor(definition: PolicyDefinition, options: PolicyOptions) {
    this.policy = new Policy(definition, options);
  }

  act([kind, size]: Step): void {
    if (kind === 'skip') this.policy.skip(size);
    else if (kind === 'join') this.#join();
    else for (let i = 0; i < size % 12; i++) this.#play(kind);
  }

  #join(): void {
    if (this.policy.definition.needs === undefined && this.policy.armCount < 9)
      this.policy.addArm();
  }

  #play(kind: 'play' | 'late' | 'begin'): void {
    const selection = this.policy.select(this.#random);
    this.policy.begin(selection);
    this.#waiting.push(selection);
    this.choices.push(selection.arm);
    if (kind === 'begin') return;
    const settled = kind === 'play' ? this.#waiting.pop() : this.#waiting.shift();
    if (settled) this.policy.update(settled, ((this.choices.length * 37) % 101) / 101);
  }
}

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.tuple(
    fc.constantFrom('play', 'play', 'late', 'begin', 'skip', 'skip', 'skip', 'join'),
    fc.oneof(fc.nat(12), fc.nat(50), fc.nat(1500)),
  ),
  { minLength: 2, maxLength: 14 },
);

describe.each(policyCatalogue.list)('$id', (definition) => {
  test('passes empty slots at once with the bits of one by one', () => {
    const oneByOne = stepping(definition);
    for (const options of optionsOf(definition)) {
      fc.assert(
        fc.property(steps, (list) => {
          const [atOnce, reference] = [definition, oneByOne].map((one) => new Life(one, options));
          for (const step of list) {
            atOnce.act(step);
            reference.act(step);
            expect(atOnce.policy.inspect()).toEqual(reference.policy.inspect());
            expect(atOnce.choices).toEqual(reference.choices);
          }
          // Saving computes derived numbers again, so that it comes last.
          expect(atOnce.policy.snapshot()).toEqual(reference.policy.snapshot());
        }),
        { seed: 51, numRuns: 16 },
      );
    }
  });
});

test.each([
  ['adr-monitored', { armCount: 3, horizon: 400, samples: 4 }],
  ['lm-dsee', { armCount: 3, horizon: 400, changes: 3 }],
  ['bob', { armCount: 3, horizon: 400, block: 6 }],
  ['rexp3', { armCount: 3, window: 11, g: 0.2 }],
  ['sw-ucb-sharp', { armCount: 3, horizon: 60, nu: 0.5 }],
])('%s ends in every slot of its plan as one by one', (id, options) => {
  const definition = policyCatalogue.find(id);
  for (let slots = 0; slots < 140; slots++) {
    const [atOnce, reference] = [definition, stepping(definition)].map((one) => {
      const life = new Life(one, options);
      for (const step of [
        ['play', 5],
        ['skip', slots],
      ] as const)
        life.act(step);
      return life.policy.snapshot();
    });
    expect(atOnce).toEqual(reference);
  }
});

/** Number of slots that a policy passes one by one among so many empty ones. */
function advances(id: string, options: Partial<PolicyOptions>, slots: number): number {
  const definition = policyCatalogue.find(id);
  let count = 0;
  const kernel: PolicyDefinition['kernel'] = (settings) => {
    const made = definition.kernel(settings);
    const advance = made.advance.bind(made);
    made.advance = (arm) => {
      count += arm === NO_ARM ? 1 : 0;
      advance(arm);
    };
    return made;
  };
  const policy = new Policy({ ...definition, kernel }, { armCount: 3, ...options });
  const random = randomStream(1);
  for (let slot = 0; slot < 30; slot++) policy.update(policy.select(random), (slot % 4) / 3);
  policy.skip(slots);
  expect(policy.slot).toBe(30 + slots);
  return count;
}

describe('idle time costs as much as the memory is long, not as it is long itself', () => {
  const longest = 2 ** 31 - 32;
  const horizon = 1000;

  const cases: readonly (readonly [string, Partial<PolicyOptions>, number])[] = [
    ['sw-ucb', { window: 10 }, 10],
    ['sw-ucb', { window: 1_000_000 }, 0],
    ['sw-rmoss', { window: 1_000_000 }, 0],
    ['sw-klucb', { window: 1_000_000 }, 0],
    ['sw-ts', { window: 1_000_000 }, 0],
    ['sw-imed', { window: 1_000_000 }, 0],
    ['sw-lb-sda', { window: 1_000_000 }, 0],
    ['sw-ucb-sharp', { horizon, nu: 0.5 }, horizon],
    ['r-moss', { window: 7 }, 1],
    ['r-rmoss', { window: 1_000_000 }, 1],
    ['rexp3', { window: 50, g: 0.1 }, 1],
    ['bob', { horizon, block: 40 }, 82],
    ['lm-dsee', { horizon, changes: 4 }, 100_000],
    ['adr-monitored', { horizon }, 64],
    ...[
      'auto',
      'ucb1',
      'ts',
      'kl-ucb',
      'imed',
      'ucb-tuned',
      'moss',
      'raw-ucb',
      'adr',
      'uniform',
    ].map((id) => [id, { horizon }, 0] as const),
    ...['adswitch', 'master', 'glr-klucb', 'exp3r', 'cts', 'adapt-eve'].map(
      (id) => [id, { horizon }, 0] as const,
    ),
    ['kalman', { drift: 0.01 }, 0],
  ];

  test.each(cases)('%s with %o passes at most %i slots one by one', (id, options, most) => {
    expect(advances(id, options, longest)).toBeLessThanOrEqual(most);
  });

  test('a window of which a part passes is not gone through slot by slot', () => {
    expect(advances('sw-ucb', { window: 1_000_000 }, 600_000)).toBe(0);
    expect(advances('sw-ucb', { window: 1_000_000 }, 999_990)).toBeLessThanOrEqual(21);
  });

  test('a discount goes through them, but only to round its unit', () => {
    const slots = 100_000;
    // The unit is scaled back after ln 2⁵⁰⁰ / ln(1/γ) slots.
    const scaled = Math.ceil((slots * -Math.log(0.99)) / (500 * Math.LN2));
    for (const id of ['d-ucb', 'd-klucb', 'dts', 'd-imed']) {
      expect(advances(id, { discount: 0.99 }, slots)).toBeLessThanOrEqual(scaled);
    }
  });
});

test('a kernel without passEmpty passes them one by one', () => {
  const advanced: number[] = [];
  const kernel = { advance: (arm: number) => advanced.push(arm) } as unknown as Kernel;
  passEmptySlots(kernel, 3);
  expect(advanced).toEqual([NO_ARM, NO_ARM, NO_ARM]);
});

test('a kernel that passes some is asked again after each that it does not pass', () => {
  const calls: string[] = [];
  const kernel = {
    advance: (arm: number) => calls.push(`advance ${arm}`),
    passEmpty: (slots: number) => {
      calls.push(`pass ${slots}`);
      return Math.min(slots, 2);
    },
  } as unknown as IdleKernel;
  passEmptySlots(kernel, 7);
  expect(calls).toEqual(['pass 7', 'advance -1', 'pass 4', 'advance -1', 'pass 1']);
});

test('skip refuses more slots than are left, and passes the last one', () => {
  const policy = createPolicy('sw-ucb', { armCount: 2, window: 10 });
  expect(() => policy.skip(2 ** 31)).toThrow('at most 2147483647 slots');
  policy.skip(2 ** 31 - 1);
  expect(policy.slot).toBe(2 ** 31 - 1);
});
