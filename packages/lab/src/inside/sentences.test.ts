import { policyCatalogue } from '@driftline/core';
import { type Showing, showingOf } from '@driftline/core/showing';
import type { WatchedReplication } from '@driftline/engine/play';
import { describe, expect, test } from 'vitest';
import { armAt, nowLine, nowLines, titleWords, valueWords } from './arm-now.ts';
import { asideSentence, outStretches } from './moment.ts';
import { barsSentence, memorySentence, slotSentence, stripEnds } from './sentences.ts';

const NOTHING = new Int32Array(0);

/** One slot of three arms, after 2299 others. */
function one({ shows, ...parts }: Partial<WatchedReplication> & { readonly shows?: Showing }) {
  const none = () => new Float64Array(3).fill(Number.NaN);
  const watched: WatchedReplication = {
    armCount: 3,
    horizon: 5000,
    slots: 1,
    params: {},
    means: Float64Array.from([0.2, 0.5, 0.7]),
    shown: Float64Array.from([0.2, 0.5, 0.7]),
    bestArms: Int32Array.from([2]),
    costs: Float64Array.from([0]),
    arms: Int32Array.from([2]),
    rewards: Float64Array.from([1]),
    counted: Uint8Array.from([1]),
    estimates: none(),
    widths: none(),
    indices: none(),
    counts: none(),
    probabilities: none(),
    limits: new Float64Array(0),
    center: 0,
    bounds: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
    earliest: new Int32Array(1),
    discount: 1,
    alarms: NOTHING,
    forgotten: NOTHING,
    resets: NOTHING,
    choice: 'index',
    draws: new Float64Array(0),
    explored: new Uint8Array(1),
    explorationShare: 0,
    armColumns: [],
    armFacts: new Float64Array(0),
    slotColumns: [],
    slotFacts: new Float64Array(0),
    learners: new Float64Array(0),
    windows: new Float64Array(0),
    until: new Float64Array(0),
    reaches: new Float64Array(0),
    ...parts,
  };
  return {
    watched,
    shows: shows ?? { choice: watched.choice },
    policy: 'SW-MOSS',
    isFixed: false,
    isRested: false,
    arm: (arm: number) => `arm ${'ABC'[arm]}`,
  };
}

function said(parts: Parameters<typeof one>[0], slot = 0): string {
  const { before, strong, after } = slotSentence(one(parts), slot);
  return before + strong + after;
}

const LARGEST = Float64Array.from([0.59, 0.58, 0.714]);

describe('a slot', () => {
  test('the largest index, the best arm', () => {
    expect(said({ indices: LARGEST })).toBe(
      'Slot 0: SW-MOSS picks arm C, whose index 0.71 is the largest. It is the best arm now.',
    );
  });

  test('another arm is best', () => {
    expect(
      said({ indices: LARGEST, bestArms: Int32Array.from([1]), costs: Float64Array.from([0.25]) }),
    ).toContain('The best arm now is arm B, so this slot costs 0.25.');
    expect(
      said({ indices: LARGEST, bestArms: Int32Array.from([1]), costs: Float64Array.from([0.001]) }),
    ).toContain('The best arm now is arm B, by a tiny margin.');
    expect(said({ indices: LARGEST, bestArms: Int32Array.from([1]) })).toContain(
      'It is currently as good as arm B.',
    );
    expect(
      said({ indices: LARGEST, bestArms: Int32Array.from([1]), costs: Float64Array.from([-0.5]) }),
    ).toContain('The best arm now is arm B, but this slot pays 0.50 more.');
  });

  test('regret compares with one arm throughout', () => {
    const against = (best: number, cost: number) => {
      const parts = { bestArms: Int32Array.from([best]), costs: Float64Array.from([cost]) };
      return slotSentence({ ...one({ indices: LARGEST, ...parts }), isFixed: true }, 0).after;
    };
    expect(against(2, 0)).toContain('It is the arm that pays most overall.');
    expect(against(1, 0.25)).toContain(
      'In this slot arm B, which pays most overall, pays 0.25 more.',
    );
    expect(against(1, -0.25)).toContain('pays 0.25 less.');
    expect(against(1, 0)).toContain('pays the same.');
  });

  test('nothing is remembered of the arm', () => {
    const indices = Float64Array.from([0.3, 0.4, Number.POSITIVE_INFINITY]);
    expect(said({ indices })).toContain('picks arm C, because it has no data.');
    const draws = indices;
    expect(said({ choice: 'posterior', draws })).toContain('because it has no data.');
    const none = new Float64Array(3).fill(Number.POSITIVE_INFINITY);
    expect(said({ indices: none, arms: Int32Array.from([0]) })).toContain(
      'because it has no data, the first of 3 such arms.',
    );
  });

  test('exploration, by a plan or by chance', () => {
    const indices = Float64Array.from([0.3, 0.9, 0.4]);
    const explored = Uint8Array.from([1]);
    expect(said({ indices, explored })).toContain(
      'picks arm C, whose turn it is to be explored, although the index of arm B is the largest, 0.90.',
    );
    expect(said({ indices: LARGEST, explored })).toContain(
      'to be explored, and its index 0.71 is the largest anyway.',
    );
    expect(said({ indices, explored, explorationShare: 0.05 })).toContain(
      'arm C: it explores by chance, as in 5.0% of slots, although the index of arm B',
    );
    const empty = Float64Array.from([Number.POSITIVE_INFINITY, 0.9, 0.4]);
    expect(said({ indices: empty, explored })).toContain('although arm A has no data.');
    expect(said({ indices })).toContain('not by its index: that of arm B is the largest, 0.90.');
  });

  test('ties, up to rounding', () => {
    const indices = Float64Array.from([0.7, 0.7 + 1e-14, 0.7]);
    expect(said({ indices })).toContain(
      'whose index 0.70 is the largest, like that of arm A and arm B. It',
    );
    expect(said({ indices, arms: Int32Array.from([0]) })).toContain(
      'like that of arm B and arm C; the first of them is taken.',
    );
  });

  test('draws', () => {
    const draws = Float64Array.from([0.1, 0.1, 0.6]);
    expect(said({ choice: 'posterior', draws })).toContain(
      'arm C, whose draw 0.60 was the largest. It',
    );
    expect(said({ choice: 'posterior' })).toContain('arm C, whose draw was the largest.');
    const probabilities = Float64Array.from([0.5, 0.08, 0.42]);
    expect(said({ choice: 'probability', probabilities })).toContain(
      'arm C, drawn with probability 0.42. It',
    );
    const even = new Float64Array(3).fill(1 / 3);
    expect(said({ choice: 'probability', probabilities: even })).toContain('0.33, like any arm.');
    expect(said({ choice: 'given' })).toContain('arm C, whose given mean 0.70 is the largest.');
    expect(said({ choice: 'none' })).toContain('picks arm C. It is the best arm now.');
  });

  test('an alarm or a reset of late is mentioned, an old one is not', () => {
    const alarm = { indices: LARGEST, alarms: Int32Array.from([0]) };
    expect(said({ ...alarm, forgotten: Int32Array.from([1]) })).toContain(
      'An alarm made it forget arm B just now.',
    );
    expect(said({ ...alarm, forgotten: Int32Array.from([-1]) })).toContain('forget everything');
    const reset = { resets: Int32Array.from([100]), slots: 1000, choice: 'none' as const };
    const long = {
      ...reset,
      arms: new Int32Array(1000),
      bestArms: new Int32Array(1000),
      means: new Float64Array(3000),
    };
    expect(said(long, 103)).toContain('It forgot everything 3 slots ago.');
    expect(said(long, 151)).not.toContain('forgot');
    expect(said(long, 99)).not.toContain('forgot');
  });

  test('that was not watched', () => {
    expect(said({}, 1)).toBe('This panel covers only the first 1 slot, so it can’t show slot 1.');
  });
});

/** What a policy shows of the one slot, and of its arms. */
function showing(
  id: string,
  facts: Readonly<Record<string, number | readonly number[]>>,
  arms: Readonly<Record<string, readonly number[]>> = {},
) {
  const shows = showingOf(policyCatalogue.find(id));
  const armColumns = Object.keys(arms);
  const slotFacts: number[] = [];
  const slotColumns = Object.entries(facts).map(([name, fact]) => {
    const values = [fact].flat();
    slotFacts.push(...values);
    return { name, from: slotFacts.length - values.length, length: values.length };
  });
  return {
    shows,
    choice: shows.choice,
    slotColumns,
    slotFacts: Float64Array.from(slotFacts),
    armColumns,
    armFacts: Float64Array.from(
      [0, 1, 2].flatMap((arm) => armColumns.map((name) => arms[name][arm])),
    ),
  };
}

function aside(parts: Parameters<typeof one>[0]): string {
  return asideSentence(one(parts), 0, 2);
}

describe('a policy of several parts or phases', () => {
  test('a window for each block', () => {
    const params = { block: 147 };
    const chances = [0.5, 0.25, 0.125, 0.125];
    const facts = { start: 294, window: 19, chance: 0.125, chances };
    expect(aside({ ...showing('bob', facts), params })).toBe(
      'Block 3 has slots 294 to 440. Its window is 19 slots, drawn with probability 0.13. Windows in slots, with the probabilities that Exp3 gives them: 1 (0.50), 2 (0.25), 7 (0.13), 19 (0.13).',
    );
    expect(aside({ ...showing('bob', { ...facts, window: Number.NaN }), params })).toContain(
      'Its window is drawn with this slot.',
    );
  });

  test('instances, the shortest of which picks', () => {
    const facts = { fresh: 0, length: 64, since: 959, block: 512, start: 511, covering: 832 };
    const parts = { ...showing('master', facts), indices: LARGEST };
    expect(aside(parts)).toBe(
      'An instance of UCB1 for 64 slots, which began with slot 959, picks and learns. Longer ones wait: for 256 and 512 slots. The block of 512 slots began with slot 511.',
    );
    expect(said(parts)).toContain('index 0.71 is the largest for the instance that picks.');
    const fresh = showing('master', { ...facts, fresh: 1, length: 4 });
    const indices = new Float64Array(3).fill(Number.POSITIVE_INFINITY);
    expect(said({ ...fresh, indices, arms: Int32Array.from([0]) })).toContain(
      'arm A: an instance of UCB1 for 4 slots begins without data and takes the first arm.',
    );
  });

  test('guesses of the last change', () => {
    const parts = showing('cts', { guess: 445, guessWeight: 0.13 });
    const draws = Float64Array.from([0.1, 0.1, 0.6]);
    expect(said({ ...parts, draws })).toContain(
      'whose draw 0.60 was the largest, drawn as if the last change was 445 slots ago.',
    );
    expect(aside(parts)).toContain('here 445 slots ago, which has 13 % of the weight.');
    expect(aside(showing('cts', {}))).toContain('Every arm has its own guesses');
  });

  test('a trial of old and new', () => {
    const facts = { trial: 1048, since: 0, isNew: 1, oldCount: 6, oldMean: 0.33 };
    const rest = { oldIndex: 0.66, newCount: 0, newMean: Number.NaN, newIndex: Infinity };
    const parts = { ...showing('adapt-eve', { ...facts, ...rest }), indices: LARGEST };
    expect(said(parts)).toContain(
      'the largest for the new learner, whose slot of the trial it is.',
    );
    expect(aside({ ...parts, params: { trial: 100 } })).toBe(
      'On trial since the alarm before slot 1,048: after 6 of 100 rewards, the old learner has index 0.66 (mean 0.33 of 6 rewards), the new learner has not picked yet. The new learner picks, and its data is shown.',
    );
    const alarm = { alarms: Int32Array.from([0]), forgotten: Int32Array.from([-2]) };
    expect(said({ ...parts, ...alarm })).toContain('An alarm put its memory on trial just now.');
    const quiet = showing('adapt-eve', { ...facts, trial: Number.NaN, isNew: Number.NaN });
    expect(aside(quiet)).toContain('picks alone until a test raises an alarm');
  });

  test('arms that take turns, and evicted ones', () => {
    const arms = (owed: number) => ({
      evicted: [0, 0, 1],
      owed: [0, 0, owed],
      evictedMean: [Number.NaN, Number.NaN, 0.31],
      gap: [Number.NaN, Number.NaN, 0.25],
    });
    const parts = showing('adswitch', { episode: 2, start: 0 }, arms(12));
    expect(said(parts)).toContain(
      'arm C, evicted but owed 12 samples; it waited longest of those that take turns.',
    );
    const drawn = showing('adswitch', { episode: 2, start: 0 }, arms(0));
    expect(said(drawn)).toContain('chosen by chance to be sampled from this slot on');
    expect(said({ ...parts, arms: Int32Array.from([1]) })).toContain('the first in turn');
    expect(aside(parts)).toBe(
      'Its episode 2 began with slot 0. Evicted: arm C (before slot 0, with mean 0.31, 0.25 below the best, owed 12 samples).',
    );
    const now = armAt(one(parts), 0, 2);
    expect([now.standing, now.briefStanding]).toEqual(['evicted, owed 12', 'owed 12']);
    expect(armAt(one(parts), 0, 0).standing).toBe('good');
  });

  test('an arm is out of play in stretches, the last of which may last', () => {
    // Two arms over five slots; the second is evicted before slot 1, back at slot 3, and out again at the end.
    const evicted = [0, 0, 0, 1, 0, 1, 0, 0, 0, 1];
    const { watched, shows } = one({
      ...showing('adswitch', {}),
      slots: 5,
      armCount: 2,
      armColumns: ['gap', 'evicted'],
      armFacts: Float64Array.from(evicted.flatMap((each) => [9, each])),
    });
    expect(outStretches({ watched, shows }, 0)).toEqual([]);
    expect(outStretches({ watched, shows }, 1)).toEqual([
      [1, 3],
      [4, 5],
    ]);
    expect(outStretches({ watched, shows: { choice: 'rule' } }, 1)).toEqual([]);
  });

  test('epochs that explore, then exploit', () => {
    const facts = { epoch: 4, start: 0, exploring: 36, length: 90 };
    const parts = showing('lm-dsee', facts);
    expect(said(parts)).toContain(
      'arm C, whose turn it is: epoch 4 first plays each arm 12 times.',
    );
    const later = showing('lm-dsee', { ...facts, start: -40 });
    const estimates = Float64Array.from([0.1, 0.2, 0.62]);
    expect(said({ ...later, estimates })).toContain(
      'arm C, whose mean 0.62 in this epoch’s exploration is the largest.',
    );
    expect(aside(parts)).toBe(
      'Epoch 4 has slots 0 to 89. It explores up to slot 35, each arm 12 times; the arm with the largest mean then gets the rest.',
    );
  });

  test('others have nothing to add', () => {
    expect(aside({})).toBe('');
  });
});

describe('what is remembered', () => {
  const { watched } = one({});
  const held = (kind: 'window' | 'alarm' | 'everything', id = 'sw-moss') => ({
    watched,
    shows: showingOf(policyCatalogue.find(id)),
    kind,
    slot: 300,
    stretch: { left: 97, right: 300, from: 97, to: 300 },
  });

  test('a window', () => {
    expect(memorySentence(held('window'))).toBe('The last 203 slots and nothing older.');
    expect(stripEnds(held('window'))).toEqual(['203 slots ago: forgotten next', 'newest']);
    const filling = {
      ...held('window'),
      slot: 20,
      stretch: { left: -183, right: 20, from: 0, to: 20 },
    };
    expect(memorySentence(filling)).toBe('All 20 slots so far. The window holds up to 203.');
    expect(stripEnds(filling)[0]).toBe('free');
  });

  test('since a reset', () => {
    const resets = Int32Array.from([100, 200]);
    const at = (slot: number, from: number, right: number) => ({
      ...held('window'),
      watched: one({ resets }).watched,
      kind: 'resetting' as const,
      slot,
      stretch: { left: from, right, from, to: slot },
    });
    expect(memorySentence(at(130, 100, 200))).toBe(
      'The 30 slots since slot 100 and nothing older. The next reset is in 70 slots.',
    );
    expect(memorySentence(at(200, 200, 300))).toBe(
      'Nothing: it restarts now. The next reset is in 100 slots.',
    );
    expect(stripEnds(at(130, 100, 200))).toEqual(['slot 100', 'reset before slot 200']);
  });

  test('fading', () => {
    const fading = { ...held('window'), kind: 'discount' as const };
    const half = { ...fading, watched: one({ discount: 0.5 ** (1 / 138) }).watched };
    expect(memorySentence(half)).toBe(
      'Everything, but fading: a reward counts half as much after 138 slots.',
    );
  });

  test('until an alarm', () => {
    const quiet = { ...held('alarm'), stretch: { left: 0, right: 300, from: 0, to: 300 } };
    expect(memorySentence(quiet)).toBe('Everything so far, because there was no alarm yet.');
    const rung = (forgotten: number) => ({
      ...held('alarm'),
      watched: one({ alarms: Int32Array.from([97]), forgotten: Int32Array.from([forgotten]) })
        .watched,
    });
    expect(memorySentence(rung(-1))).toBe('Everything since the alarm before slot 97.');
    expect(memorySentence(rung(1))).toBe(
      'For each arm, the rewards since its last alarm, if it had one.',
    );
    expect(stripEnds(rung(-1))[0]).toBe('slot 97: after the alarm');
  });

  test('everything, nothing, nothing yet', () => {
    expect(memorySentence(held('everything'))).toBe('Everything: all 300 slots so far.');
    expect(memorySentence(held('everything', 'exp3s'))).toContain('share a little');
    expect(memorySentence({ ...held('window'), kind: 'nothing' })).toContain('does not learn');
    expect(memorySentence({ ...held('everything'), slot: 0 })).toContain('first slot');
  });

  test('bars', () => {
    expect(barsSentence(true, [0, 1], 1, false)).toBe(
      'A tall bar is a reward of 1, a short one a reward of 0.',
    );
    expect(barsSentence(true, [0, 1], 5, false)).toContain('Each bar covers 5 slots');
    expect(barsSentence(false, [-1.2, 2], 1, true)).toContain(
      'from −1.20 to 2.00. A dark line on top',
    );
  });
});

describe('an arm now', () => {
  const shown = {
    ...one({
      estimates: Float64Array.from([0.5, Number.NaN, 0.71]),
      widths: Float64Array.from([0.1, Number.NaN, 0.004]),
      indices: Float64Array.from([0.6, Number.POSITIVE_INFINITY, 0.714]),
      counts: Float64Array.from([1, 0, 83.04]),
    }),
    decimals: 2,
  };

  test('in words', () => {
    expect(titleWords('Arm C', armAt(shown, 0, 2))).toBe('Arm C · picked · best');
    expect(titleWords('Endeavor Air of Somewhere', armAt(shown, 0, 2), 10)).toBe(
      'Endeavor… · picked · best',
    );
    expect(nowLines(shown, armAt(shown, 0, 2), false)).toEqual([
      'estimate 0.71 + 0.00',
      '= index 0.71 · worth 83.0 samples',
    ]);
    expect(nowLines(shown, armAt(shown, 0, 0), false)[1]).toBe('= index 0.60 · 1 sample');
    expect(nowLines(shown, armAt(shown, 0, 0), true)).toEqual(['estimate 0.50', 'index 0.60']);
    expect(nowLine(shown, armAt(shown, 0, 0), false)).toBe('estimate 0.50 · index 0.60');
    expect(nowLine(shown, armAt(shown, 0, 1), true)).toBe('no data');
    expect(nowLines(shown, armAt(shown, 0, 1), false)).toEqual(['no data', 'picked first']);
  });

  test('as a value', () => {
    expect(valueWords(Number.NaN, 2)).toBe('–');
    expect(valueWords(Number.POSITIVE_INFINITY, 2)).toBe('∞');
    expect(valueWords(0.714, 2)).toBe('0.71');
  });
});
