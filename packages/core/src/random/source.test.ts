import { describe, expect, it } from 'vitest';
import { ParameterError } from '../base/errors.ts';
import { Random } from '../portable/random/generator.ts';
import { ROLE_POLICY, ROLE_SAMPLE, seedStream } from '../portable/random/streams.ts';
import { randomStream, restoreRandom, saveRandom } from './source.ts';

describe('randomStream', () => {
  it('is the seeded stream, of replication 0 and role sample by default', () => {
    const expected = new Random(0, 0, 0, 0);
    seedStream(expected, 42, 0, ROLE_SAMPLE);
    expect(saveRandom(randomStream(42))).toEqual(saveRandom(expected));
    seedStream(expected, 42, 3, ROLE_POLICY);
    expect(saveRandom(randomStream(42, 3, ROLE_POLICY))).toEqual(saveRandom(expected));
  });

  it.each<[() => Random, string]>([
    [() => randomStream(-1), 'seed must be an integer from 0 to 9007199254740991; got -1'],
    [() => randomStream(0.5), 'seed must be an integer from 0 to 9007199254740991; got 0.5'],
    [() => randomStream(2 ** 53), 'got 9007199254740992'],
    [() => randomStream(Number.NaN), 'got NaN'],
    [() => randomStream(1, -1), 'replication must be an integer from 0 to 2147483647; got -1'],
    [() => randomStream(1, 2 ** 31), 'got 2147483648'],
    [() => randomStream(1, 0, -1), 'role must be an integer from 0 to 2147483647; got -1'],
  ])('refuses what is no seed, replication or role (%#)', (make, message) => {
    expect(make).toThrow(ParameterError);
    expect(make).toThrow(message);
  });
});

describe('saveRandom and restoreRandom', () => {
  it('continue a stream bit for bit, through JSON too', () => {
    const random = randomStream(7);
    for (let i = 0; i < 100; i++) random.next();
    const saved: unknown = JSON.parse(JSON.stringify(saveRandom(random)));
    const expected = Array.from({ length: 100 }, () => random.next());
    const other = randomStream(8);
    restoreRandom(other, saved);
    expect(Array.from({ length: 100 }, () => other.next())).toEqual(expected);
  });

  it.each<[unknown, string]>([
    [undefined, 'random state must be an array of 4 integers; got undefined'],
    ['1,2,3,4', 'random state must be an array of 4 integers; got string'],
    [[1, 2, 3], 'random state must be an array of 4 integers; got an array of 3'],
    [[1, 2, 3, 4, 5], 'got an array of 5'],
    [[1, 2.5, 3, 4], 'random state[1] must be an integer from -2147483648 to 2147483647; got 2.5'],
    [[1, 2, 3, 2 ** 31], 'random state[3] must be an integer'],
    [[1, 2, '3', 4], 'random state[2] must be an integer'],
    [[0, 0, 0, 0], 'random state must not be all zero'],
  ])('refuse another shape (%#) and leave the source as it was', (saved, message) => {
    const random = randomStream(7);
    const before = saveRandom(random);
    expect(() => restoreRandom(random, saved)).toThrow(ParameterError);
    expect(() => restoreRandom(random, saved)).toThrow(message);
    expect(saveRandom(random)).toEqual(before);
  });
});
