/**
 * Channels: each arm is a Markov chain with two states that moves in every slot, whether it is played or not. This
 * is the restless bandit of Liu & Zhao (Indexability of Restless Bandit Problems and Optimality of Whittle Index for
 * Dynamic Multichannel Access, IEEE Transactions on Information Theory, 2010), with a channel per arm.
 *
 * An arm in its low state enters the high one with probability p01. An arm in its high state stays there with
 * probability p11. The mean reward is `low` or `high`. Each chain starts in its long-run law, high with probability
 * p01/(1 − p11 + p01). Both probabilities are given or drawn uniformly: p01 from 0.05 to 0.45, p11 from 0.55 to 0.95.
 *
 * With `changes` they jump at that many slots, drawn or given as `breakpoints`, and states carry over. A breakpoint
 * is the number of slots before the jump: the step into the slot after it has the new probabilities. In a table, a
 * row per piece gives the probabilities between breakpoints, and a single row holds throughout.
 *
 * Every replication has its own path, unless `fresh=0`. Draws come in this order: breakpoints, probabilities piece by
 * piece, and one uniform draw per slot and arm.
 */
import { ParameterError } from '../base/errors.ts';
import {
  type EnvironmentDefinition,
  type EnvironmentSettings,
  freshParameter,
} from '../definitions/environment.ts';
import { ChannelMeans, type Channels } from '../means/channel-means.ts';
import { Floats } from '../portable/base/language.ts';
import type { Random } from '../portable/random/generator.ts';
import type { SpecValues } from '../spec/spec-values.ts';
import { drawBreakpoints, givenBreakpoints } from './draw-breakpoints.ts';
import { armsOf, perArm } from './per-arm.ts';

/** A transition probability: its parameter, the limits between which it is drawn, and what it may be. */
interface Transition {
  readonly id: 'p01' | 'p11';
  readonly least: number;
  readonly most: number;
  readonly accepted: string;
  accepts(value: number): boolean;
}

const RISE: Transition = {
  id: 'p01',
  least: 0.05,
  most: 0.45,
  accepted: 'numbers > 0 and <= 1, because a channel must be able to leave its low state',
  accepts: (value) => value > 0 && value <= 1,
};
const STAY: Transition = {
  id: 'p11',
  least: 0.55,
  most: 0.95,
  accepted: 'numbers >= 0 and < 1, because a channel must be able to leave its high state',
  accepts: (value) => value >= 0 && value < 1,
};

/** The rows that are given, one for each piece and a number for each arm; undefined if none are. */
function givenRows(
  { id, accepted, accepts }: Transition,
  { armCount, values }: EnvironmentSettings,
  pieces: number,
): readonly (readonly number[])[] | undefined {
  const rows = values.table(id);
  if (rows === undefined) return undefined;
  const wrong = rows.flat().find((value) => !accepts(value));
  if (wrong !== undefined) throw new ParameterError(`${id} must be ${accepted}; got ${wrong}`);
  if (rows[0].length !== 1 && rows[0].length !== armCount) {
    throw new ParameterError(
      `${id} must have one number, or one for each of the ${armCount} arms, in each row; got ${rows[0].length}`,
      'parameters-conflict',
    );
  }
  if (rows.length !== 1 && rows.length !== pieces) {
    throw new ParameterError(
      `${id} must have one row, or one for each of the ${pieces} pieces between changes; got ${rows.length}`,
      'parameters-conflict',
    );
  }
  const full = rows.map((row) =>
    row.length === armCount ? row : new Array(armCount).fill(row[0]),
  );
  return Array.from({ length: pieces }, (_, piece) => full[rows.length === 1 ? 0 : piece]);
}

/** As many as asked for, or as the rows of probabilities need. */
function changesOf(values: SpecValues): number {
  if (values.given('changes')) return values.number('changes');
  const rows = [RISE, STAY].map(({ id }) => values.table(id)?.length ?? 1);
  return Math.max(...rows) - 1;
}

/** Refuses changes that change nothing. */
function demandDifference({ values }: EnvironmentSettings, pieces: number): void {
  const isOneRow = [RISE, STAY].every(({ id }) => values.table(id)?.length === 1);
  if (pieces === 1 || !isOneRow) return;
  throw new ParameterError(
    `p01 or p11 must have a row for each of the ${pieces} pieces, or be left out to be drawn; got one row of each, which no change can alter`,
    'parameters-conflict',
  );
}

/** The mean reward of each arm in both states. */
function stateMeans(settings: EnvironmentSettings): Pick<Channels, 'lows' | 'highs'> {
  const [lows, highs] = [perArm(settings, 'low', 0), perArm(settings, 'high', 1)];
  const bad = lows.findIndex((low, arm) => highs[arm] < low);
  if (bad >= 0) {
    throw new ParameterError(
      `high must be a number >= low for each arm; got ${highs[bad]} and low ${lows[bad]} for arm ${bad} (arms from 0)`,
      'parameters-conflict',
    );
  }
  return { lows, highs };
}

function channelsOf(settings: EnvironmentSettings, random: Random): Channels {
  const { armCount, horizon, values } = settings;
  const breaks = givenBreakpoints(settings) ?? drawBreakpoints(changesOf(values), horizon, random);
  const pieces = breaks.length + 1;
  demandDifference(settings, pieces);
  const given = [RISE, STAY].map((each) => givenRows(each, settings, pieces));
  const draw = ({ least, most }: Transition) =>
    Array.from({ length: armCount }, () => least + (most - least) * random.uniform());
  const drawn = [0, ...breaks].map((_, piece) => ({
    rise: given[0]?.[piece] ?? draw(RISE),
    stay: given[1]?.[piece] ?? draw(STAY),
  }));
  return {
    breaks,
    rises: drawn.map(({ rise }) => rise),
    stays: drawn.map(({ stay }) => stay),
    ...stateMeans(settings),
  };
}

function channelMeans(settings: EnvironmentSettings, random: Random): ChannelMeans {
  const { armCount, horizon } = settings;
  const channels = channelsOf(settings, random);
  const { breaks, rises, stays, lows, highs } = channels;
  const means = new Floats(horizon * armCount);
  const isHigh = rises[0].map((rise, arm) => random.uniform() < rise / (1 - stays[0][arm] + rise));
  let piece = 0;
  for (let slot = 0; slot < horizon; slot++) {
    if (slot === breaks[piece]) piece += 1;
    for (let arm = 0; arm < armCount; arm++) {
      if (slot > 0) isHigh[arm] = random.uniform() < (isHigh[arm] ? stays : rises)[piece][arm];
      means[slot * armCount + arm] = (isHigh[arm] ? highs : lows)[arm];
    }
  }
  return new ChannelMeans(means, channels);
}

/** Two-state Markov chains that move whether they are played or not. */
export const channels: EnvironmentDefinition = {
  id: 'channels',
  order: 56,
  name: 'Channels, two-state Markov chains',
  pageName: 'Channels',
  summary:
    'Each arm is a two-state Markov chain that moves in every slot, whether it is played or not.',
  notes: [
    'The best arm of each slot cannot be known, so results also show the loss against whittle, which knows the chains.',
  ],
  parameters: [
    {
      kind: 'table',
      id: 'p01',
      summary:
        'probability of entering the high state, for all arms or one per arm, separated by /; rows per piece, separated by | (default: drawn from 0.05 to 0.45)',
    },
    {
      kind: 'table',
      id: 'p11',
      summary:
        'probability of staying in the high state, in the same form (default: drawn from 0.55 to 0.95)',
    },
    {
      kind: 'list',
      id: 'low',
      summary: 'mean in the low state, for all arms or one per arm, separated by / (default: 0)',
    },
    {
      kind: 'list',
      id: 'high',
      summary: 'mean in the high state, for all arms or one per arm, separated by / (default: 1)',
    },
    {
      kind: 'integer',
      id: 'changes',
      summary: 'number of slots at which p01 and p11 jump',
      default: 0,
      least: 0,
    },
    {
      kind: 'list',
      id: 'breakpoints',
      summary: 'number of slots before each jump, separated by / (default: drawn)',
    },
    { ...freshParameter, default: 1 },
  ],
  armCount: 5,
  horizon: 5000,
  law: 'bernoulli',
  reference: 'whittle',
  armCountOf: (values) =>
    [RISE, STAY].map(({ id }) => values.table(id)?.[0].length).find((length = 1) => length > 1) ??
    armsOf(values, ['low', 'high']),
  means: channelMeans,
};
