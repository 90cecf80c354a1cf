/** Servers that take turns under load, so that what slows the machine slows all of them. */
import { median } from '@driftline/engine/studies';
import { medianRatio } from '../aims.ts';
import { shortNumber } from '../format.ts';
import { type Load, quantile } from './load.ts';

/** What each did, by name, one entry per round. */
export type Rounds<Found> = ReadonlyMap<string, readonly Found[]>;
export type Loads = Rounds<Load>;

/** Something that can be measured by its name. */
export interface Named {
  readonly name: string;
}

/** Lets each do its work in every round; the first round, which is not counted, lets servers compile what they do. */
export async function inTurn<Subject extends Named, Found>(
  subjects: readonly Subject[],
  rounds: number,
  work: (subject: Subject) => Promise<Found>,
  status: (text: string) => void,
): Promise<Rounds<Found>> {
  const all = new Map<string, Found[]>(subjects.map(({ name }) => [name, []]));
  for (let round = 0; round <= rounds; round++) {
    for (const subject of subjects) {
      const turn = round === 0 ? 'warm-up' : `round ${round} of ${rounds}`;
      status(`${subject.name}: ${turn}`);
      const found = await work(subject);
      if (round > 0) all.get(subject.name)?.push(found);
    }
  }
  return all;
}

export function roundsOf<Found>(all: Rounds<Found>, name: string): readonly Found[] {
  return all.get(name) ?? [];
}

/** Requests per second: each pair is two. */
export const rateOf = ({ pairs, seconds }: Load): number => (2 * pairs) / seconds;

export function rates(loads: Loads, name: string): number[] {
  return roundsOf(loads, name).map(rateOf);
}

/** How much longer a decision and its reward take than with another target; of the same rounds. */
export function costRatio(loads: Loads, name: string, base: string): number {
  return medianRatio(rates(loads, base), rates(loads, name));
}

/** A latency of the open loop, in milliseconds: the median of the rounds. */
export function latency(loads: Loads, name: string, share: number): number {
  return median(roundsOf(loads, name).map(({ latencies }) => quantile(latencies, share)));
}

/** Latencies as cells. */
export function latencyCells(loads: Loads, name: string, shares: readonly number[]): string[] {
  return shares.map((share) => shortNumber(latency(loads, name, share)));
}

/** How many requests failed, in all rounds of all loads. */
export function failures(name: string, ...all: readonly Loads[]): number {
  return all
    .flatMap((loads) => roundsOf(loads, name))
    .reduce((sum, load) => sum + load.failures, 0);
}

/** Every number of loads, for the record. */
export function loadData(loads: Loads) {
  return Array.from(loads, ([name, all]) => ({
    name,
    rounds: all.map((load) => ({
      rate: rateOf(load),
      failures: load.failures,
      p50: quantile(load.latencies, 0.5),
      p99: quantile(load.latencies, 0.99),
      p999: quantile(load.latencies, 0.999),
    })),
  }));
}
