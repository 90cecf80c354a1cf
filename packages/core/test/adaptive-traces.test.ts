/**
 * Traces, worked by hand, of the policies that adapt by chance or by tests. Chance is given: the uniform
 * number of each slot is its ticket. Slots count from 0; a formula's t is slot + 1. Numbers in comments are
 * rounded to six digits.
 */
import { describe, expect, test } from 'vitest';
import { Random } from '../src/portable/random/generator.ts';
import { createPolicy } from '../src/shell/create-policy.ts';
import type { Policy } from '../src/shell/policy.ts';
import { NaiveAdSwitch } from './naive/ad-switch.ts';
import { NaiveBanditOverBandit } from './naive/bandit-over-bandit.ts';
import { NaiveMaster } from './naive/master.ts';

/** Draws what it is given. */
class GivenNumber extends Random {
  readonly #given: number;

  constructor(given: number) {
    super(0, 0, 0, 0);
    this.#given = given;
  }

  override uniform(): number {
    return this.#given;
  }
}

/** What a slot has: the number that is drawn in it, and the reward of each arm. */
interface Slot {
  readonly ticket: number;
  readonly rewards: readonly number[];
}

/** Plays a slot and returns its arm. */
function playSlot(policy: Policy, { ticket, rewards }: Slot): number {
  const selection = policy.select(new GivenNumber(ticket));
  policy.update(selection, rewards[selection.arm]);
  return selection.arm;
}

interface Naive {
  choose(uniform: number): number;
  play?(arm: number): void;
  learn(uniform: number, arm: number, reward: number): void;
}

function playNaively(naive: Naive, { ticket, rewards }: Slot): number {
  const arm = naive.choose(ticket);
  naive.play?.(arm);
  naive.learn(ticket, arm, rewards[arm]);
  return arm;
}

/** No event of any probability below this is read from it. */
const NOTHING_HAPPENS = 0.999;

describe('adswitch', () => {
  // ln 100 = 4.605170, 2 ln T = 9.210340, blocks of 5 · 2^k slots.
  const options = { armCount: 2, horizon: 100, c1: 0.2 };
  const slotsOf = (count: number, rewardsAt: (slot: number) => number[]): Slot[] =>
    Array.from({ length: count }, (_, slot) => ({
      // ℓ = 1: √(1/(2 · 100 · 4.605170)) = 0.0329505, and 0.01 is below its half, so that i = 1 happens;
      // 0.01/0.0164753 = 0.606971 is above the probability of i = 2, and the rest is larger still.
      ticket: slot === 6 ? 0.01 : NOTHING_HAPPENS,
      rewards: rewardsAt(slot),
    }));

  // Arm 1 has its second 0 in slot 3: the gap of 1 exceeds √(0.2 ln T/(2 − 1)) = 0.959705, so it goes, with
  // μ̃ = 0 and Δ̃ = 1, and arm 0 is alone. In slot 6 arm 1 comes to owe ⌈8 ln T⌉ = ⌈36.8414⌉ = 37 samples
  // from this slot on; it is the one played less recently. The two take turns until its 37th, in slot
  // 6 + 2 · 36 = 78. After that it rests again.
  test('evicts an arm, comes back to it for what is owed, and lets it rest', () => {
    const slots = slotsOf(90, () => [1, 0]);
    const expected = slots.map((_, slot) => {
      if (slot < 4) return slot % 2;
      return slot >= 6 && slot <= 78 && slot % 2 === 0 ? 1 : 0;
    });
    expect(expected.slice(0, 12)).toEqual([0, 1, 0, 1, 0, 0, 1, 0, 1, 0, 1, 0]);
    const policy = createPolicy('adswitch', options);
    expect(slots.map((slot) => playSlot(policy, slot))).toEqual(expected);
    const naive = new NaiveAdSwitch(2, 100, 0.2);
    expect(slots.map((slot) => playNaively(naive, slot))).toEqual(expected);
    expect(policy.restarts).toBe(0);
  });

  // As before, but arm 1 has 1 from slot 6 on. Over the whole episode its n rewards have mean (n − 2)/n, and
  // a new episode begins once that exceeds 1/4 + √(2 ln T/n): not with n = 21, 0.904762 and 0.912259, but
  // with n = 22, 0.909091 and 0.897033. The 22nd comes in slot 6 + 2 · 19 = 44. Shorter intervals have
  // 13 rewards at most by then, all of them 1, and would need 1/4 + √(2 ln T/13) = 1.09172. In the new
  // episode both arms are good, and arm 0 was played less recently.
  test('begins a new episode once an evicted arm has changed', () => {
    const slots = slotsOf(50, (slot) => [1, slot < 6 ? 0 : 1]);
    const expected = [0, 1, 0, 1, 0, 0, ...slots.slice(6).map((_, i) => 1 - (i % 2))];
    for (const player of [createPolicy('adswitch', options), new NaiveAdSwitch(2, 100, 0.2)]) {
      const restarts: number[] = [];
      const arms = slots.map((slot, i) => {
        const arm = 'select' in player ? playSlot(player, slot) : playNaively(player, slot);
        const before = restarts.length;
        const now = 'select' in player ? player.restarts : player.events.badChanges;
        if (now !== before) restarts.push(i);
        return arm;
      });
      expect(arms).toEqual(expected);
      expect(restarts).toEqual([44]);
    }
  });

  // Forty rewards of 0, then 1. The lowest mean + width is that of the forty, √(2 ln T/40) = 0.479853: with
  // a 1 more it is 1/41 + √(2 ln T/41) = 0.498355, and it goes on growing. From the 21st 1 on the interval of
  // blocks of 20 has nothing but n rewards of 1, and its mean − width is 1 − √(2 ln T/n): 0.479527 with 34,
  // 0.487016 with 35. All intervals with a 0 have less. The 35th 1 is in slot 74.
  test('begins a new episode once a good arm has changed', () => {
    const policy = createPolicy('adswitch', { armCount: 1, horizon: 100 });
    const restarts = Array.from({ length: 80 }, (_, slot) => {
      playSlot(policy, { ticket: NOTHING_HAPPENS, rewards: [slot < 40 ? 0 : 1] });
      return policy.restarts;
    });
    expect(restarts).toEqual(restarts.map((_, slot) => (slot < 74 ? 0 : 1)));
  });
});

describe('bob', () => {
  // H = 4, Δ = ⌈ln 4⌉ = ⌈1.386⌉ = 2, windows ⌊4^(j/2)⌋ = 1, 2, 4; g = 0.3, ξ = 0.6.
  // √(ξ ln 2) = 0.644894, √(ξ ln 3) = 0.811891.
  const slots: readonly Slot[] = [
    // Block 0: p = (1/3, 1/3, 1/3), and 0.5 lies in the second third: τ = 2.
    // t = 1: nothing is known: arm 0.
    { ticket: 0.5, rewards: [1, 0] },
    // t = 2: arm 1 is unseen.
    { ticket: 0, rewards: [0, 0.5] },
    // t = 3: slots 0 and 1 count: 1 + 0.644894 against 0.5 + 0.644894: arm 0.
    { ticket: 0, rewards: [0, 1] },
    // t = 4: slots 1 and 2 count: 0 + 0.644894 against 0.5 + 0.644894: arm 1.
    { ticket: 0, rewards: [1, 0.5] },
    // The block had (1 + 0.5 + 0 + 0.5)/4 = 0.5: w₁ = exp(0.3 · 0.5/(1/3 · 3)) = exp(0.15) = 1.161834.
    // Block 1: p = 0.7 w/3.161834 + 0.1 = (0.321390, 0.357219, 0.321390), and 0.68 lies beyond
    // 0.678610: τ = 4.
    { ticket: 0.68, rewards: [0, 1] },
    { ticket: 0, rewards: [1, 0.25] },
    // t = 3: 0 + 0.811891 against 0.25 + 0.811891: arm 1.
    { ticket: 0, rewards: [0, 1] },
    // t = 4: arm 0 has 0 + √(ξ ln 4) = 0.912018, arm 1 0.625 + √(ξ ln 4/2) = 1.269894. On a shorter window
    // arm 0 would be unseen.
    { ticket: 0, rewards: [1, 0] },
    // The block had (0 + 0.25 + 1 + 0)/4 = 0.3125: w₂ = exp(0.3 · 0.3125/(0.321390 · 3)) = exp(0.0972337) =
    // 1.102118.
    // Block 2: p = 0.7 w/3.263952 + 0.1 = (0.314464, 0.349172, 0.336365), and 0.32 lies beyond the first,
    // though not with the weights before: τ = 2.
    { ticket: 0.32, rewards: [0.75, 0] },
    { ticket: 0, rewards: [0, 1] },
    // t = 3: 0.75 + 0.644894 against 1 + 0.644894: arm 1. On a window of one slot arm 0 would be unseen.
    { ticket: 0, rewards: [1, 0] },
    // t = 4: slots 9 and 10 count, both of arm 1.
    { ticket: 0, rewards: [1, 1] },
  ];
  const arms = [0, 1, 0, 1, 0, 1, 1, 1, 0, 1, 1, 0];

  test('plays the arms worked by hand', () => {
    const policy = createPolicy('bob', { armCount: 2, block: 4, g: 0.3 });
    expect(slots.map((slot) => playSlot(policy, slot))).toEqual(arms);
    const naive = new NaiveBanditOverBandit(2, 4, 0.3, 0.6);
    expect(slots.map((slot) => playNaively(naive, slot))).toEqual(arms);
  });

  test('draws windows with the probabilities worked by hand', () => {
    const policy = createPolicy('bob', { armCount: 2, block: 4, g: 0.3 });
    const probabilities = slots.map((slot) => {
      playSlot(policy, slot);
      return Number(policy.snapshot().state.chosenProbability);
    });
    expect(probabilities[0]).toBeCloseTo(1 / 3, 6);
    expect(probabilities[4]).toBeCloseTo(0.32139, 6);
    expect(probabilities[8]).toBeCloseTo(0.349172, 6);
  });
});

describe('master', () => {
  // K = 2, T = 8, δ = 1/2: ln(T/δ) = ln 16 = 2.772589, and widths are √(5.545177/n) = 2.354820, 1.665109.
  // ρ(1) = 7.899997, ρ(2) = 4.437698, ρ(4) = 2.563704, ρ(8) = 1.525702 by √(5.545177/t) + 5.545177/t.
  // Every index is above 1, so that f̃ = 1. The factor 1/1000 makes 3 ρ̂(t) = 3 · 6 · 4 · 2.772589 ρ(t)/1000 =
  // 0.199626 ρ(t): 1.577048, 0.885882, 0.640391, 0.511783 for t = 1 … 4. 9 ρ̂ is 0.9 or more, and no mean
  // reward is above 1 + 0.9: the first test is never met.
  const slots: readonly Slot[] = [
    // n = 0: one slot, an instance of its length, which knows nothing: arm 0.
    { ticket: 0.9, rewards: [1, 0] },
    // n = 1: an instance of length 2; one of length 1 has ρ(2)/ρ(1) = 0.561734, and 0.9 is not below: arm 0.
    { ticket: 0.9, rewards: [0.5, 0] },
    // Again none of length 1. That of length 2 has not seen arm 1. Test 2: (0.5 + 0.5)/2 is below 0.885882.
    { ticket: 0.9, rewards: [0, 0.5] },
    // n = 2: length 4. Length 2 has ρ(4)/ρ(2) = 0.577710, and 0.7 is not below; what is left of it is
    // (0.7 − 0.577710)/(1 − 0.577710) = 0.289587. Length 1 has ρ(4)/ρ(1) = 0.324520: it begins and plays.
    { ticket: 0.7, rewards: [1, 0] },
    // None of length 1. That of length 4 has learned nothing yet: arm 0.
    { ticket: 0.9, rewards: [0, 1] },
    // Halfway 0.5 is below 0.577710: one of length 2 begins. 0.5/0.577710 = 0.865486 is left, and none of
    // length 1 begins. Arm 0.
    { ticket: 0.5, rewards: [1, 0] },
    // 0.4 is not below 0.324520. Length 2 has not seen arm 1. Test 2: (0 + 1 + 0 + 0.5)/4 = 0.375.
    { ticket: 0.4, rewards: [0, 0.5] },
    // n = 3: length 8. Nothing else begins here.
    { ticket: NOTHING_HAPPENS, rewards: [0.5, 1] },
    { ticket: NOTHING_HAPPENS, rewards: [0, 1] },
    // 0.5 + 2.354820 against 1 + 2.354820: arm 1. Test 2: (0.5 + 0 + 1)/3 = 0.5 is below 0.640391.
    { ticket: NOTHING_HAPPENS, rewards: [1, 0] },
    // 0.5 + 2.354820 against 0.5 + 1.665109: arm 0. Test 2: (0.5 + 0 + 1 + 1)/4 = 0.625 is not below
    // 0.511783: all begins again.
    { ticket: NOTHING_HAPPENS, rewards: [0, 1] },
    // n = 0: arm 0. The instance of length 8 would have had 0.25 + 1.665109 against 0.5 + 1.665109.
    { ticket: NOTHING_HAPPENS, rewards: [1, 1] },
  ];
  const arms = [0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0];

  test('plays the arms worked by hand, and restarts where the second test says so', () => {
    const options = { armCount: 2, horizon: 8, delta: 0.5, factor: 0.001 };
    const policy = createPolicy('master', options);
    const played = slots.map((slot) => [playSlot(policy, slot), policy.restarts]);
    expect(played).toEqual(arms.map((arm, slot) => [arm, slot < 10 ? 0 : 1]));
    const naive = new NaiveMaster(2, 8, 0.5, 0.001);
    expect(slots.map((slot) => playNaively(naive, slot))).toEqual(arms);
  });
});

describe('cts', () => {
  const samples = [
    { arm: 0, reward: 1 },
    { arm: 0, reward: 1 },
    { arm: 1, reward: 0 },
    { arm: 0, reward: 0 },
    { arm: 0, reward: 0.5 },
    { arm: 1, reward: 1 },
  ];

  /** What is kept after each of the first slots. */
  function statesOf(particles: number, ticket: number, slotCount: number) {
    const policy = createPolicy('cts', { armCount: 2, hazard: 0.2, particles });
    return samples.slice(0, slotCount).map(({ arm, reward }, slot) => {
      policy.update({ slot, arm, propensity: undefined, ticket }, reward);
      return Object(policy.snapshot().state);
    });
  }

  // h = 1/5. The oldest guess comes first, and the youngest, that all changed just now, is always 1/5.
  const weights = [
    // All guesses give 1/2 to the first reward: 4/5 is left to that of no change.
    [4 / 5, 1 / 5],
    // Arm 0 has Beta(2, 1) and Beta(1, 1): 4/5 · 2/3 and 1/5 · 1/2 are 16/30 and 3/30; of their sum 19/30
    // they are 16/19 and 3/19, and 4/5 of that is left.
    [64 / 95, 12 / 95, 19 / 95],
    // Nobody has seen arm 1: 1/2 from all.
    [256 / 475, 48 / 475, 76 / 475, 95 / 475],
    // Arm 0 has Beta(3, 1), Beta(2, 1), Beta(1, 1) twice: a 0 has 1/4, 1/3, 1/2, 1/2. That makes
    // (128, 32, 76, 95)/950, together 331/950.
    [512 / 1655, 128 / 1655, 304 / 1655, 380 / 1655, 331 / 1655],
    // 0.5 has 1/2 from every posterior.
    [2048 / 8275, 512 / 8275, 1216 / 8275, 1520 / 8275, 1324 / 8275, 1655 / 8275],
    // Arm 1 has Beta(1, 2) in the three guesses from before slot 2, else Beta(1, 1): 1/3 and 1/2. That makes
    // (4096, 1024, 2432, 4560, 3972, 4965) parts of 21049.
    [16384, 4096, 9728, 18240, 15888, 19860, 21049].map((parts) => parts / 105245),
  ];
  // Of arm 0 and of arm 1 in each guess after the last slot. Arm 0 had 1, 1, 0, 0.5 in slots 0, 1, 3, 4.
  const alphas = [
    [3.5, 2.5, 1.5, 1.5, 1.5, 1, 1],
    [2, 2, 2, 2, 2, 2, 1],
  ];
  const betas = [
    [2.5, 2.5, 2.5, 2.5, 1.5, 1, 1],
    [2, 2, 2, 1, 1, 1, 1],
  ];

  test('has the weights and posteriors worked by hand', () => {
    const states = statesOf(7, 0.5, 6);
    states.forEach((state, slot) => {
      weights[slot].forEach((weight, i) => {
        expect(state.weights[i]).toBeCloseTo(weight, 12);
      });
    });
    const [last] = states.slice(-1);
    // Places for seven guesses, and for one more while one is being dropped.
    for (const arm of [0, 1]) {
      expect(last.alphas.slice(8 * arm, 8 * arm + 7)).toEqual(alphas[arm]);
      expect(last.betas.slice(8 * arm, 8 * arm + 7)).toEqual(betas[arm]);
    }
  });

  // With two guesses allowed, one of 64/95, 12/95, 19/95 goes after slot 1. c is 31/95: the heaviest stays as
  // it is, and of the two others one stays, with weight c: the older one with probability 12/31 = 0.387097,
  // which is where the ticket lies in the sum of both.
  test.each([
    [0.387, [2, 1]],
    [0.388, [1, 1]],
  ])('with ticket %d the guess with Beta%j of arm 0 stays', (ticket, [alpha, beta]) => {
    const [, state] = statesOf(2, ticket, 2);
    const [heavy, light] = state.order;
    expect(state.weights[0]).toBeCloseTo(64 / 95, 12);
    expect(state.weights[1]).toBeCloseTo(31 / 95, 12);
    expect([state.alphas[heavy], state.betas[heavy]]).toEqual([3, 1]);
    expect([state.alphas[light], state.betas[light]]).toEqual([alpha, beta]);
  });
});
