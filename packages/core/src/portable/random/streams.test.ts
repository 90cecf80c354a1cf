import { describe, expect, it } from 'vitest';
import { Random } from './generator.ts';
import { ROLE_MEANS, ROLE_POLICY, ROLE_REWARDS, ROLE_SAMPLE, seedStream } from './streams.ts';

function stateOf(seed: number, replication: number, role: number): number[] {
  const random = new Random(1, 2, 3, 4);
  seedStream(random, seed, replication, role);
  return Array.from(random.state, (word) => word >>> 0);
}

describe('seedStream', () => {
  // numpy.random.SeedSequence([lower, upper, replication, role]).generate_state(4), numpy 1.24.2.
  it.each<[number, number, number, number[]]>([
    [0, 0, 0, [2968811710, 3677149159, 745650761, 2884920346]],
    [1, 0, 0, [1835504127, 1731038949, 1320224556, 2330041505]],
    [2 ** 32, 0, 0, [3964924996, 1358922860, 3894904162, 2051610843]],
    [0, 1, 0, [3831201730, 2013799314, 3589971085, 2228851942]],
    [0, 0, 1, [3317235285, 3915018311, 397946026, 3471206770]],
    [12345, 7, 2, [3130073636, 3399600046, 1822268459, 1634376214]],
    [2 ** 53 - 1, 2 ** 31 - 1, 3, [4191652915, 1297268668, 117237011, 693730751]],
    [2 ** 52 + 3735928559, 99, 1, [2618393036, 2456016374, 3142416963, 2839214531]],
  ])('agrees with numpy for seed %d, replication %d, role %d', (seed, replication, role, state) => {
    expect(stateOf(seed, replication, role)).toEqual(state);
  });

  it('gives every argument its own stream', () => {
    const states = new Set<string>();
    let streams = 0;
    for (const seed of [0, 1, 2, 2 ** 31, 2 ** 32, 2 ** 32 + 1, 2 ** 53 - 1]) {
      for (let replication = 0; replication < 200; replication++) {
        for (const role of [ROLE_MEANS, ROLE_REWARDS, ROLE_POLICY, ROLE_SAMPLE]) {
          states.add(stateOf(seed, replication, role).join());
          streams += 1;
        }
      }
    }
    expect(states.size).toBe(streams);
  });

  it('changes half of the bits with any bit of any argument', () => {
    const flipped = (a: number[], b: number[]) =>
      a.reduce(
        (sum, word, i) => sum + ((word ^ b[i]!) >>> 0).toString(2).replaceAll('0', '').length,
        0,
      );
    let total = 0;
    for (let bit = 0; bit < 52; bit++) total += flipped(stateOf(0, 5, 1), stateOf(2 ** bit, 5, 1));
    for (let bit = 0; bit < 31; bit++) total += flipped(stateOf(9, 0, 1), stateOf(9, 2 ** bit, 1));
    for (let bit = 0; bit < 31; bit++) total += flipped(stateOf(9, 5, 0), stateOf(9, 5, 2 ** bit));
    // 114 changes of 128 fair bits each: mean 7296, standard deviation √(114·128)/2 ≈ 60.4.
    expect(Math.abs(total - 7296)).toBeLessThan(5 * 60.4);
  });

  it('does not depend on what the source was before', () => {
    const random = new Random(5, 6, 7, 8);
    seedStream(random, 42, 1, ROLE_POLICY);
    expect(Array.from(random.state, (word) => word >>> 0)).toEqual(stateOf(42, 1, ROLE_POLICY));
  });
});
