import { Floats, Ints } from '../portable/base/language.ts';
import { Chains } from '../portable/means/chains.ts';
import { MeanTable } from './mean-table.ts';
import type { LawFacts } from './means.ts';

/** Channels without their rewards: how each arm moves, and its mean reward in both states. */
export interface Channels {
  /** The slots, in ascending order, from which on the next row of probabilities holds. */
  readonly breaks: readonly number[];
  /** p01 and p11: a row per piece, with a probability per arm. */
  readonly rises: readonly (readonly number[])[];
  readonly stays: readonly (readonly number[])[];
  /** The mean reward of each arm in its low and its high state. */
  readonly lows: readonly number[];
  readonly highs: readonly number[];
}

/** The share of the squared distance of the states that rewards vary by at least: no belief needs less. */
const LEAST_NOISE = 1e-12;

/** The variance of rewards in a state, within limits that keep beliefs finite. */
function noiseOf(mean: number, distance: number, law: LawFacts | undefined): number {
  const square = distance === 0 ? 1 : distance * distance;
  const variance = law?.variance(mean) ?? 0;
  // Laws without a variance get that of states which are hard to distinguish.
  return Number.isFinite(variance) ? Math.max(variance, LEAST_NOISE * square) : square;
}

/** The chains of channels; without a law, rewards show the state. */
function chainsOf({ breaks, rises, stays, lows, highs }: Channels, law?: LawFacts): Chains {
  const noises = (means: readonly number[]) =>
    Floats.from(means, (mean, arm) => noiseOf(mean, highs[arm] - lows[arm], law));
  return new Chains(
    lows.length,
    Ints.from(breaks),
    Floats.from(rises.flat()),
    Floats.from(stays.flat()),
    Floats.from(lows),
    Floats.from(highs),
    noises(lows),
    noises(highs),
    law?.id === 'bernoulli',
  );
}

/** Means that are states of two-state chains, with the chains for the oracles that are given them. */
export class ChannelMeans extends MeanTable {
  readonly channels: Channels;
  readonly chains: Chains;

  /** @param law - the law of rewards; without one, rewards show the state */
  constructor(values: Floats, channels: Channels, law?: LawFacts) {
    super(values, channels.lows.length);
    this.channels = channels;
    this.chains = chainsOf(channels, law);
  }

  /** The same channels, with the facts of a reward law that oracles use. */
  under(law: LawFacts): ChannelMeans {
    return new ChannelMeans(this.values, this.channels, law);
  }
}

/** Any means, as if equal channels had made them: every oracle can be created with them. */
export function asChannels({ values, armCount }: MeanTable): ChannelMeans {
  const each = (value: number) => new Array<number>(armCount).fill(value);
  return new ChannelMeans(values, {
    breaks: [],
    rises: [each(0.2)],
    stays: [each(0.7)],
    lows: each(0),
    highs: each(1),
  });
}
