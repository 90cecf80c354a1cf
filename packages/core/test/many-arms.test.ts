/**
 * With many arms a policy's choice comes from a tournament that is kept up to date: it is held to a
 * plain look at all indices, whatever happens in between.
 */
import { describe, expect, test } from 'vitest';
import { policyCatalogue } from '../src/policies/catalogue.ts';
import type { Random } from '../src/portable/random/generator.ts';
import { randomStream } from '../src/random/source.ts';
import { Policy } from '../src/shell/policy.ts';
import { preparePolicy } from '../src/shell/prepare-policy.ts';
import { type Selection } from '../src/shell/selection.ts';
import { MOST_SCANNED } from '../src/tuning/contest.ts';

type Definition = (typeof policyCatalogue.list)[number];

const SEED = 20_260_103;

// Policies that wait for an alarm look at all indices anyway, and explore whatever these say.
const indexPolicies = policyCatalogue.list.filter(
  ({ memoryKind = 'own', needs, shows }) =>
    !memoryKind.endsWith('alarm') && needs === undefined && shows?.indexed !== undefined,
);

/** A budget under which windows are a little longer than the arms are many. */
function optionsFor({ parameters }: Definition, armCount: number) {
  const takes = (name: string) => parameters.some(({ id }) => id === name);
  const horizon = 6 * armCount;
  const window = Math.ceil(1.7 * armCount);
  return {
    armCount,
    horizon,
    onWarning: () => {},
    ...(takes('window') ? { window } : takes('variation') ? { variation: 3 } : {}),
    // A growing window that forgets, but not before all arms are in it.
    ...(takes('lambda') ? { alpha: 0.9, lambda: 2.2 } : {}),
  };
}

/**
 * The lowest arm of the largest index, where an arm of which nothing is remembered is left out as long as it has
 * more than an equal share of the decisions that are pending.
 */
function plainChoice(policy: Policy): number {
  const arms = policy.inspect();
  const pending = arms.reduce((sum, arm) => sum + arm.pending, 0);
  const indices = arms.map(({ index = NaN, count, pending: own }) =>
    count === 0 && own > pending / arms.length ? -Infinity : index,
  );
  return indices.indexOf(Math.max(...indices));
}

/** Rewards of two kinds of arms, some of them far out, many of them equal. */
function rewardOf(arm: number, driver: Random): number {
  const kind = driver.below(10);
  if (kind === 0) return 30 * driver.uniform() - 15;
  return kind < 6 ? driver.below(2) : (arm % 7) / 7 + 0.1 * driver.uniform();
}

/** A policy with many decisions under way. */
class Life {
  policy: Policy;
  readonly #options: ReturnType<typeof optionsFor>;
  readonly #driver = randomStream(SEED);
  #pending: { due: number; selection: Selection }[] = [];

  constructor(definition: Definition, armCount: number) {
    this.#options = optionsFor(definition, armCount);
    this.policy = new Policy(definition, this.#options);
  }

  /** One slot; one reward in four comes late, out of order, and some never. */
  slot(): void {
    const { policy } = this;
    const driver = this.#driver;
    const selection = policy.select(driver);
    if (driver.below(4) > 0) {
      policy.update(selection, rewardOf(selection.arm, driver));
    } else {
      policy.begin(selection);
      this.#pending.push({ due: policy.slot + driver.below(60), selection });
    }
    const due = this.#pending.filter((each) => each.due <= policy.slot);
    this.#pending = this.#pending.filter((each) => each.due > policy.slot);
    for (const { selection: late } of due) {
      if (driver.below(5) === 0) policy.expire(late);
      else policy.update(late, rewardOf(late.arm, driver));
    }
  }

  /** Goes on with another object that was given the state as text. */
  restore(): void {
    const text = JSON.stringify(this.policy.snapshot());
    this.policy = new Policy(this.policy.definition, this.#options);
    this.policy.restore(JSON.parse(text));
  }
}

test('there are policies with indices', () => {
  expect(indexPolicies.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['r-moss', 'sw-rmoss', 'd-ucb', 'sw-ucb', 'ucb1', 'moss', 'kl-ucb']),
  );
});

describe.each(indexPolicies)('$id', (definition) => {
  test.each([
    [64, 1],
    [65, 1],
    [1000, 29],
  ])('%i arms', (armCount, stride) => {
    const life = new Life(definition, armCount);
    for (let slot = 0; slot < 5 * armCount; slot++) {
      if (slot % stride === 0 || slot % armCount < 3) {
        const { arm } = life.policy.select(randomStream(1));
        if (arm !== plainChoice(life.policy)) {
          expect(`slot ${slot}: ${arm}`).toBe(`slot ${slot}: ${plainChoice(life.policy)}`);
        }
      }
      if (slot % Math.ceil(1.3 * armCount) === armCount) {
        const { arm } = life.policy.select(randomStream(1));
        life.restore();
        expect(life.policy.select(randomStream(1)).arm).toBe(arm);
      }
      life.slot();
    }
  });

  test('arms that join where a tournament takes over', () => {
    const life = new Life(definition, MOST_SCANNED - 1);
    for (let slot = 0; slot < 500; slot++) {
      if (slot % 90 === 89) {
        const arm = life.policy.addArm();
        expect(life.policy.inspect()[arm].index).toBe(Infinity);
      }
      if (slot % 70 === 69) life.restore();
      expect(life.policy.select(randomStream(1)).arm).toBe(plainChoice(life.policy));
      life.slot();
    }
    expect(life.policy.armCount).toBe(MOST_SCANNED + 4);
  });

  test('a replication begins anew after another one', () => {
    const options = { variation: 3, ...optionsFor(definition, 70) };
    const spec = 'window' in options ? `${definition.id}:window=${options.window}` : definition.id;
    const play = (kernel: ReturnType<typeof preparePolicy>['kernel'], seed: number) => {
      const random = randomStream(seed);
      const arms: number[] = [];
      for (let slot = 0; slot < 400; slot++) {
        const arm = kernel.pick(random);
        kernel.advance(arm);
        kernel.learn(slot, arm, kernel.ticket(), rewardOf(arm, random));
        arms.push(arm);
      }
      return arms;
    };
    const shared = { armCount: 70, horizon: options.horizon, variation: 3 };
    const fresh = play(preparePolicy(spec, shared).kernel, 2);
    const { kernel } = preparePolicy(spec, shared);
    play(kernel, 1);
    kernel.reset();
    expect(play(kernel, 2)).toEqual(fresh);
  });
});
