import { describe, expect, test } from 'vitest';
import type { FeatureDefinition, PlainVectors } from '../../definitions/features.ts';
import { createEncoder, type Encoder, type EncoderOptions } from './encoder.ts';
import { hashOf } from './text-hash.ts';

const FEATURES = [
  { kind: 'number', name: 'age', min: 20, max: 60 },
  { kind: 'number', name: 'price', min: 1, max: 100, scale: 'log' },
  { kind: 'number', name: 'load', min: 0, max: 10, knots: [4, 8] },
  { kind: 'flag', name: 'member' },
  { kind: 'category', name: 'country', values: ['DE', 'FR'] },
  { kind: 'hash', name: 'page', buckets: 4 },
  { kind: 'cycle', name: 'hour', period: 24 },
] as const satisfies readonly FeatureDefinition[];

const KNOWN = {
  age: 50,
  price: 10,
  load: 5,
  member: true,
  country: 'FR',
  page: '/home',
  hour: 30,
};

function vectorOf(encoder: Encoder, codes: readonly (number | null)[]): number[] {
  const floats = new Float64Array(encoder.dimension + 2).fill(7);
  encoder.fill(codes, floats, 1);
  expect([floats[0], floats.at(-1)]).toEqual([7, 7]);
  return Array.from(floats.subarray(1, -1));
}

function encoded(feature: FeatureDefinition, value: unknown): number[] {
  const encoder = createEncoder([feature], { intercept: false });
  return vectorOf(encoder, encoder.codes({ [feature.name]: value }));
}

function refusal(act: () => unknown): { code: string; message: string } {
  try {
    act();
  } catch (error) {
    const { code, message } = error as { code: string; message: string };
    return { code, message };
  }
  throw new Error('nothing was refused');
}

describe('columns', () => {
  test('has one code per feature, and columns with names', () => {
    const encoder = createEncoder(FEATURES);
    expect(encoder.codes(KNOWN)).toEqual([50, 10, 5, 1, 1, hashOf('/home') % 4, 6]);
    expect(encoder.columns).toEqual([
      ...['intercept', 'age', 'price', 'load 0', 'load 4', 'load 8', 'load 10', 'member'],
      ...[
        'country=DE',
        'country=FR',
        'country (other)',
        'page #0',
        'page #1',
        'page #2',
        'page #3',
      ],
      ...['hour (sin)', 'hour (cos)'],
    ]);
    expect(encoder.dimension).toBe(17);
    const vector = vectorOf(encoder, encoder.codes(KNOWN));
    expect(vector.slice(0, 11)).toEqual([1, 0.5, 0, 0, 0.75, 0.25, 0, 1, 0, 1, 0]);
    expect(vector.slice(15)).toEqual([1, expect.closeTo(0, 15)]);
  });

  test('leaves all columns of an unknown value at 0, absent or null', () => {
    const encoder = createEncoder(FEATURES, { intercept: false });
    const unknown = FEATURES.map(({ name }) => [name, null]);
    for (const context of [{}, Object.fromEntries(unknown), { age: undefined }]) {
      const codes = encoder.codes(context);
      expect(codes).toEqual(FEATURES.map(() => Number.NaN));
      expect(vectorOf(encoder, codes)).toEqual(new Array(16).fill(0));
    }
  });

  test('maps ends, middle and logarithm of a number', () => {
    const line = { kind: 'number', name: 'x', min: -1, max: 3 } as const;
    expect([-1, 1, 3].map((value) => encoded(line, value))).toEqual([[-1], [0], [1]]);
    const log = { kind: 'number', name: 'x', min: 1, max: 16, scale: 'log' } as const;
    expect([1, 4, 16].map((value) => encoded(log, value)[0])).toEqual([-1, 0, 1]);
  });

  test('shares a number between the two nearest knots', () => {
    const broken = { kind: 'number', name: 'x', min: 0, max: 4, knots: [1, 2] } as const;
    expect(encoded(broken, 0)).toEqual([1, 0, 0, 0]);
    expect(encoded(broken, 1)).toEqual([0, 1, 0, 0]);
    expect(encoded(broken, 1.25)).toEqual([0, 0.75, 0.25, 0]);
    expect(encoded(broken, 3)).toEqual([0, 0, 0.5, 0.5]);
    expect(encoded(broken, 4)).toEqual([0, 0, 0, 1]);
    const log = { kind: 'number', name: 'x', min: 1, max: 16, scale: 'log', knots: [4] } as const;
    expect(encoded(log, 2)).toEqual([0.5, 0.5, 0]);
  });

  test('brings a cycle back to its start', () => {
    const week = { kind: 'cycle', name: 'day', period: 7 } as const;
    const encoder = createEncoder([week]);
    const codes = [7, -1, 15.5, -0, -1e-30].map((day) => encoder.codes({ day })[0]);
    expect(codes).toEqual([0, 6, 1.5, 0, 0]);
    expect(encoded(week, 7)).toEqual([0, 1]);
    expect(encoded(week, 1.75)).toEqual([1, expect.closeTo(0, 15)]);
  });

  test('takes numbers as texts of categories and hashes', () => {
    const category = { kind: 'category', name: 'size', values: ['38', '40'] } as const;
    expect(encoded(category, 40)).toEqual(encoded(category, '40'));
    const hash = { kind: 'hash', name: 'id', buckets: 8 } as const;
    expect(encoded(hash, 12)).toEqual(encoded(hash, '12'));
  });

  test('never exceeds its norm', () => {
    const encoder = createEncoder(FEATURES);
    expect(encoder.norm).toBe(Math.sqrt(8));
    let largest = 0;
    for (let i = 0; i < 500; i++) {
      const context = {
        ...KNOWN,
        age: 20 + (i % 41),
        price: 1 + (i % 100),
        hour: i / 7,
        load: i % 11,
      };
      largest = Math.max(largest, Math.hypot(...vectorOf(encoder, encoder.codes(context))));
    }
    expect(largest).toBeGreaterThan(2.5);
    expect(largest).toBeLessThanOrEqual(encoder.norm * (1 + 1e-12));
  });

  test('gives the same vector after a way through JSON', () => {
    const encoder = createEncoder(FEATURES);
    for (const context of [KNOWN, {}, { age: 21.7, hour: 0.1 }, { age: 33, country: null }]) {
      const codes = encoder.codes(context);
      const stored: unknown = JSON.parse(JSON.stringify(codes));
      if (!encoder.accepts(stored)) throw new Error('codes are refused');
      expect(vectorOf(encoder, stored)).toEqual(vectorOf(encoder, codes));
    }
    const zero = createEncoder([{ kind: 'number', name: 'x', min: -1, max: 1 }]);
    expect(Object.is(zero.codes({ x: -0 })[0], 0)).toBe(true);
  });
});

describe('hashes', () => {
  test.each([
    ['', 0x811c9dc5],
    ['a', 0xe40c292c],
    ['foobar', 0xbf9cf968],
  ])('has the published value for %j', (text, hash) => {
    expect(hashOf(text)).toBe(hash);
  });

  test('runs over UTF-8 bytes, with half pairs as U+FFFD', () => {
    const overBytes = (text: string) =>
      new TextEncoder()
        .encode(text)
        .reduce((hash, byte) => Math.imul(hash ^ byte, 0x01000193), 0x811c9dc5 | 0) >>> 0;
    for (const text of ['grün', '漢字', '🎲 dice', '\ud83c', 'a\udfb2b', '\udfb2\ud83c']) {
      expect(hashOf(text), text).toBe(overBytes(text));
    }
  });
});

describe('crossed features of actions', () => {
  const context = [{ kind: 'number', name: 'z', min: -1, max: 1 }] as const;
  const actionFeatures = [
    { kind: 'category', name: 'key', values: ['a'] },
    { kind: 'flag', name: 'new' },
  ] as const;

  test('have columns (1, u, z, u⊗z)', () => {
    const encoder = createEncoder(context, { actionFeatures, crossed: true });
    expect(encoder.columns).toEqual([
      ...['intercept', 'key=a', 'key (other)', 'new', 'z'],
      ...['key=a × z', 'key (other) × z', 'new × z'],
    ]);
    const codes = encoder.withAction(encoder.codes({ z: 0.5 }), { key: 'a', new: false });
    expect(codes).toEqual([0.5, 0, -1]);
    expect(vectorOf(encoder, codes)).toEqual([1, 1, 0, -1, 0.5, 0.5, 0, -0.5]);
    expect(encoder.norm).toBeCloseTo(Math.sqrt(1 + 2 + 1 + 2), 12);
  });

  test('are left out unless asked for, and need features of actions', () => {
    const plain = createEncoder(context, { actionFeatures });
    expect(plain.columns).toEqual(['intercept', 'key=a', 'key (other)', 'new', 'z']);
    expect(refusal(() => createEncoder(context, { crossed: true })).code).toBe(
      'parameters-conflict',
    );
  });
});

describe('plain vectors', () => {
  test('are codes themselves, without an intercept unless asked for', () => {
    const encoder = createEncoder({ dimension: 3, norm: 2 });
    const codes = encoder.codes(new Float64Array([1, -0, 0.5]));
    expect(codes).toEqual([1, 0, 0.5]);
    expect(vectorOf(encoder, codes)).toEqual([1, 0, 0.5]);
    expect(encoder.norm).toBe(2);
    const more = createEncoder({ dimension: 1 }, { intercept: true });
    expect(vectorOf(more, more.codes([0.5]))).toEqual([1, 0.5]);
    expect(more.norm).toBe(Math.SQRT2);
  });

  test('are copied: the caller may use the array again', () => {
    const encoder = createEncoder({ dimension: 2 });
    const reused = [0.6, 0.8];
    const codes = encoder.codes(reused);
    reused.fill(9);
    expect(codes).toEqual([0.6, 0.8]);
  });

  test('are reported once they are longer than their norm', () => {
    const reported: string[] = [];
    const encoder = createEncoder({ dimension: 2 }, {}, (_, warning) =>
      reported.push(warning().code),
    );
    encoder.codes([0.6, 0.8000000001]);
    expect(reported).toEqual([]);
    expect(encoder.codes([3, 4])).toEqual([3, 4]);
    expect(reported).toEqual(['norm-above-bound']);
  });
});

describe('values outside what is declared', () => {
  function bentBy(context: object): { codes: number[]; reported: string[] } {
    const reported: string[] = [];
    const encoder = createEncoder(FEATURES, {}, (feature, warning) => {
      reported.push(`${feature} ${warning().code} ${warning().message}`);
    });
    return { codes: encoder.codes(context), reported };
  }

  test('count as the nearest end, or as other, and are reported', () => {
    const { codes, reported } = bentBy({ age: 200, price: 0, country: 'US' });
    expect(codes.slice(0, 5)).toEqual([60, 1, Number.NaN, Number.NaN, 2]);
    expect(reported).toEqual([
      expect.stringContaining('age context-outside-schema feature age: 200 is outside'),
      expect.stringContaining('price context-outside-schema feature price: 0 is outside'),
      expect.stringContaining('country context-outside-schema feature country: the text "US"'),
    ]);
  });

  test('are refused by a strict encoder, with nothing reported', () => {
    const encoder = createEncoder(FEATURES, { strict: true });
    expect(refusal(() => encoder.codes({ age: 200 }))).toEqual({
      code: 'feature-out-of-range',
      message: expect.stringMatching(/^feature age must be from 20 to 60; got 200/),
    });
    expect(refusal(() => encoder.codes({ country: 'US' })).code).toBe('feature-out-of-range');
    const vectors = createEncoder({ dimension: 1 }, { strict: true });
    expect(refusal(() => vectors.codes([2])).code).toBe('feature-out-of-range');
  });
});

describe('hostile input', () => {
  const encoder = createEncoder(FEATURES);
  const trap = {
    get age(): number {
      throw new Error('gone');
    },
  };
  const unlisted = new Proxy(
    {},
    {
      ownKeys: () => {
        throw new Error('hidden');
      },
    },
  );

  test.each([
    ['a name that is not declared', { aeg: 3 }, 'feature-unknown', "did you mean 'age'?"],
    ['a name of the prototype', { toString: 1 }, 'feature-unknown', 'toString'],
    ['an own __proto__', JSON.parse('{"__proto__": 1}'), 'feature-unknown', '__proto__'],
    ['text for a number', { age: '30' }, 'feature-not-accepted', 'feature age must be'],
    ['NaN', { age: Number.NaN }, 'feature-not-accepted', 'got NaN'],
    ['an infinity', { price: Number.NEGATIVE_INFINITY }, 'feature-not-accepted', 'feature price'],
    ['a bigint', { age: 3n }, 'feature-not-accepted', 'got 3n'],
    ['a number for a flag', { member: 1 }, 'feature-not-accepted', 'feature member'],
    ['a flag for a category', { country: true }, 'feature-not-accepted', 'feature country'],
    [
      'an infinite hour',
      { hour: Number.POSITIVE_INFINITY },
      'feature-not-accepted',
      'feature hour',
    ],
    ['an object for a hash', { page: {} }, 'feature-not-accepted', 'feature page'],
    ['a NaN for a hash', { page: Number.NaN }, 'feature-not-accepted', 'feature page'],
    ['a getter that throws', trap, 'feature-not-accepted', 'feature age must be readable'],
    ['keys that throw', unlisted, 'feature-not-accepted', 'the context must be readable'],
    ['null', null, 'feature-not-accepted', 'the context must be an object'],
    ['an array', [1, 2], 'feature-not-accepted', 'got an array'],
    ['a map', new Map([['age', 3]]), 'feature-not-accepted', 'no own properties'],
    ['a promise', Promise.resolve({ age: 3 }), 'feature-not-accepted', 'got [object Promise]'],
    ['inherited values', Object.create({ age: 3 }), 'feature-not-accepted', 'no own properties'],
    ['a text', 'age=3', 'feature-not-accepted', 'the context must be an object'],
  ])('refuses %s', (_, context, code, words) => {
    const refused = refusal(() => encoder.codes(context));
    expect(refused.code).toBe(code);
    expect(refused.message).toContain(words);
  });

  test('accepts a context in which nothing is known, and one of another class with properties', () => {
    const unknown = encoder.codes({});
    expect(unknown.every(Number.isNaN)).toBe(true);
    expect(encoder.codes(Object.create(null))).toEqual(unknown);
    class Visitor {
      readonly age = 30;
    }
    expect(encoder.codes(new Visitor())[0]).toBe(30);
  });

  test.each([
    ['another length', [1], 'features-wrong-length'],
    ['a typed array of another length', new Float64Array(3), 'features-wrong-length'],
    ['no array', { 0: 1, 1: 2, length: 2 }, 'feature-not-accepted'],
    ['bytes without numbers', new DataView(new ArrayBuffer(2)), 'feature-not-accepted'],
    ['a hole', new Array(2), 'feature-not-accepted'],
    ['NaN', [0, Number.NaN], 'feature-not-accepted'],
    ['text', [0, '1'], 'feature-not-accepted'],
    ['bigints', new BigInt64Array(2), 'feature-not-accepted'],
    ['more than a million', [0, -1e7], 'feature-too-large'],
  ])('refuses %s for a vector', (_, vector, code) => {
    const vectors = createEncoder({ dimension: 2 });
    expect(refusal(() => vectors.codes(vector)).code).toBe(code);
  });

  test('reads each value once, and shortens long texts in messages', () => {
    let reads = 0;
    const counting = {
      get age(): number {
        reads += 1;
        return 30;
      },
    };
    encoder.codes(counting);
    expect(reads).toBe(1);
    const long = refusal(() => encoder.codes({ age: 'x'.repeat(100_000) })).message;
    expect(long.length).toBeLessThan(300);
    const name = refusal(() => encoder.codes({ ['x'.repeat(1_000_000)]: 1 })).message;
    expect(name.length).toBeLessThan(300);
  });

  test.each([
    ['another length', [1]],
    ['no list', { length: 7 }],
    ['a number outside its range', [61, null, null, null, null, null, null]],
    ['a flag that is 0', [null, null, null, 0, null, null, null]],
    ['a category that is not there', [null, null, null, null, 3, null, null]],
    ['part of a bucket', [null, null, null, null, null, 0.5, null]],
    ['a whole period', [null, null, null, null, null, null, 24]],
    ['text', ['50', null, null, null, null, null, null]],
  ])('does not accept codes with %s', (_, codes) => {
    expect(encoder.accepts(codes)).toBe(false);
  });
});

describe('declarations', () => {
  const features = (...list: unknown[]) => list as unknown as readonly FeatureDefinition[];
  const flags = (count: number) =>
    Array.from({ length: count }, (_, i) => ({ kind: 'flag', name: `f${i}` }));
  const number = { kind: 'number', name: 'x', min: 0, max: 1 };

  test.each<[string, unknown, string]>([
    ['none', [], 'an array of 1 to 32'],
    ['33 features', flags(33), 'an array of 1 to 32'],
    ['no list', 'age', 'an array of 1 to 32'],
    ['no object', features('age'), 'features[0]'],
    ['a hole', new Array(1), 'features[0] must be an object'],
    [
      'a name that cannot be read',
      features({
        kind: 'flag',
        get name() {
          throw new Error('gone');
        },
      }),
      'features must be readable',
    ],
    ['an unknown kind', features({ kind: 'nubmer', name: 'x' }), "did you mean 'number'?"],
    ['a kind of the prototype', features({ kind: 'toString', name: 'x' }), 'no kind'],
    ['a name with a dash', features({ kind: 'flag', name: 'a-b' }), 'features[0]: name'],
    [
      'a name twice',
      features({ kind: 'flag', name: 'a' }, { kind: 'flag', name: 'a' }),
      'a unique name',
    ],
    ['a property too many', features({ ...number, knosts: [1] }), "did you mean 'knots'?"],
    ['an empty range', features({ ...number, max: 0 }), 'feature x: min, knots and max'],
    ['an infinite range', features({ ...number, max: Number.POSITIVE_INFINITY }), 'feature x'],
    ['a log of 0', features({ ...number, scale: 'log' }), 'feature x: min'],
    ['another scale', features({ ...number, scale: 'sqrt' }), "'linear' or 'log'"],
    ['a knot outside', features({ ...number, knots: [2] }), 'feature x'],
    ['no knots', features({ ...number, knots: [] }), 'feature x: knots'],
    [
      'nine knots',
      features({ ...number, max: 99, knots: [1, 2, 3, 4, 5, 6, 7, 8, 9] }),
      'at most 8',
    ],
    ['no values', features({ kind: 'category', name: 'x', values: [] }), 'feature x: values'],
    ['a value twice', features({ kind: 'category', name: 'x', values: ['a', 'a'] }), 'values[1]'],
    ['one bucket', features({ kind: 'hash', name: 'x', buckets: 1 }), 'from 2 to 256'],
    ['no period', features({ kind: 'cycle', name: 'x', period: 0 }), 'feature x: period'],
    ['no dimension', {}, 'features.dimension'],
    ['a norm of 0', { dimension: 2, norm: 0 }, 'features.norm'],
    ['a misspelled norm', { dimension: 2, nrom: 1 }, "did you mean 'norm'?"],
    [
      'too many columns',
      flags(32).map(({ name }) => ({ kind: 'hash', name, buckets: 256 })),
      'at most 512 columns',
    ],
  ])('refuse %s', (_, declared, words) => {
    const refused = refusal(() => createEncoder(declared as readonly FeatureDefinition[]));
    expect(refused.code).toBe('features-malformed');
    expect(refused.message).toContain(words);
  });

  test('are copied, and read as plain data', () => {
    const values = ['a', 'b'];
    const encoder = createEncoder([{ kind: 'category', name: 'x', values }]);
    values.push('c');
    expect(encoder.dimension).toBe(4);
    expect(encoder.schema).toEqual({
      features: [{ kind: 'category', name: 'x', values: ['a', 'b'] }],
      intercept: true,
    });
  });

  test('options must be true or false', () => {
    const options = { strict: 1 } as unknown as EncoderOptions;
    expect(refusal(() => createEncoder({ dimension: 1 } as PlainVectors, options)).message).toBe(
      'strict must be true or false; got 1',
    );
  });
});
