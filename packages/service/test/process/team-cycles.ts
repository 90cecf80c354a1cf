/** Faults under a team of services at work, again and again, and what clients, services and the log say afterwards. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Random, randomStream } from '@driftline/core';
import { hashOf } from '../../src/fold/snapshot.ts';
import { openStore } from '../../src/opening/open-store.ts';
import { fromLog } from '../../src/writer/recover.ts';
import { createExperiment, exported, stateOf } from './client.ts';
import { type Discrepancies, Ledger } from './ledger.ts';
import type { ProcessOptions } from './service-process.ts';
import { Team } from './team.ts';
import { TeamLoad } from './team-load.ts';

/** When and where a fault happens. */
export interface Occasion {
  readonly random: Random;
  /** Faults before this one. */
  readonly cycle: number;
  /** One of the experiments. */
  readonly experiment: string;
  /** Resolves when clients have given up: what waits for a request then waits in vain. */
  readonly givenUp: Promise<void>;
}

/** What befalls a team; it is over when this resolves. */
export type Strike = (team: Team, occasion: Occasion) => Promise<void>;

/** What stands between clients and services. */
export interface Front {
  readonly address: string;
  close(): Promise<void>;
}

export interface TeamCycles extends ProcessOptions {
  readonly cycles: number;
  /** Acknowledged rewards before each fault; half of it to one and a half. */
  readonly rewards: number;
  readonly batch: number;
  /** Clients of each experiment. */
  readonly clients: number;
  /** Experiments at once; one unless given. */
  readonly experiments?: number;
  readonly seed: number;
  readonly strike: Strike;
  /** Stops at the first loss: mutants have shown enough then. */
  readonly untilLost?: boolean;
  /** Milliseconds, for the record of the longest wait. */
  readonly clock?: () => number;
  /** The address at which the log is read in the end, where services have another one. */
  readonly log?: string;
  /** Where clients ask; the services themselves unless given. */
  readonly before?: (team: Team) => Promise<Front>;
}

export interface TeamFigures extends Discrepancies {
  /** Faults that were played. */
  cycles: number;
  /** Acknowledged rewards, those that policies counted, and decisions that are stored. */
  rewards: number;
  counted: number;
  decisions: number;
  /** Requests that were sent, and those that had to be sent again, by why. */
  requests: number;
  refusals: Record<string, number>;
  /** Seconds that a client waited for an acknowledgement at most, over all its tries. */
  longest: number;
  /** The most tries that it took. */
  tries: number;
  /** What only a wrong service answers. */
  strange: readonly string[];
  /** Experiments of which not all services, and the log folded anew, have the same state. */
  differing: readonly string[];
}

/** A member is killed and started again. */
export const killOne: Strike = async (team, { random }) => {
  const place = random.below(2);
  await team.member(place).kill();
  await team.replace(place);
};

/** Each trial has its own, so that several can be made on one store. */
function keysOf({ experiments = 1, seed }: TeamCycles): string[] {
  return Array.from({ length: experiments }, (_, place) => `load-${seed}-${place}`);
}

/** Strikes while clients are at work; returns how often. */
async function strikes(
  team: Team,
  loads: readonly TeamLoad[],
  options: TeamCycles,
  givenUp: Promise<void>,
) {
  const random = randomStream(options.seed);
  const [experiment] = keysOf(options);
  const acknowledged = () => loads.reduce((sum, { ledger }) => sum + ledger.acknowledged, 0);
  const isOver = () => loads.some(({ seen }) => seen.strange.length > 0);
  for (let cycle = 0; cycle < options.cycles; cycle++) {
    const enough = acknowledged() + options.rewards * (0.5 + random.uniform());
    while (acknowledged() < enough && !isOver()) await sleep(5);
    if (isOver()) return cycle;
    const recent = options.untilLost ? loads.map((load) => load.recent) : [];
    await options.strike(team, { random, cycle, givenUp, experiment });
    for (const [i, blocks] of recent.entries()) await loads[i].askAgain(team.addresses[0], blocks);
    if (options.untilLost && loads.some(({ seen }) => seen.lost > 0)) return cycle + 1;
  }
  return options.cycles;
}

async function underStrikes(team: Team, loads: readonly TeamLoad[], options: TeamCycles) {
  const stop = () => {
    for (const load of loads) load.stop();
  };
  const working = Promise.all(loads.map((load) => load.run().finally(stop))).then(() => {});
  try {
    return await strikes(team, loads, options, working);
  } finally {
    stop();
    await working;
  }
}

/** The hash of what the whole log says, folded by nobody who was there. */
async function hashOfLog(location: string, key: string): Promise<string> {
  const store = await openStore(location);
  try {
    const row = await store.experiment(key);
    const fold = row && (await fromLog(store, row));
    return fold === undefined ? 'there is no whole log' : hashOf(fold);
  } finally {
    await store.close();
  }
}

/** Holds what an experiment has become against what was acknowledged. */
async function audit(team: Team, load: TeamLoad, key: string, location: string) {
  const [first] = team.addresses;
  const { lost, wrong } = await load.ledger.audit(exported(first, key));
  const states = await Promise.all(team.addresses.map((address) => stateOf(address, key)));
  const hashes = [...states.map(({ hash }) => hash), await hashOfLog(location, key)];
  const counted = states[0].arms.reduce((sum, { observed }) => sum + observed, 0);
  const differs = new Set(hashes).size > 1;
  return { lost, wrong, counted, decisions: states[0].decisions, differs };
}

/** Those of a wrong service may not even be answered. */
async function audited(team: Team, load: TeamLoad, key: string, location: string) {
  try {
    return await audit(team, load, key, location);
  } catch (error) {
    load.seen.strange.push(error instanceof Error ? error.message : String(error));
    return { lost: 0, wrong: 0, counted: 0, decisions: 0, differs: true };
  }
}

async function figuresOf(
  team: Team,
  loads: ReadonlyMap<string, TeamLoad>,
  options: TeamCycles,
  cycles: number,
): Promise<TeamFigures> {
  const figures = {
    ...{ cycles, rewards: 0, counted: 0, decisions: 0, lost: 0, wrong: 0 },
    ...{ requests: 0, longest: 0, tries: 0 },
  };
  const refusals: Record<string, number> = {};
  const [strange, differing]: string[][] = [[], []];
  for (const [key, load] of loads) {
    const found = await audited(team, load, key, options.log ?? options.data);
    const { seen, ledger } = load;
    figures.rewards += ledger.acknowledged;
    figures.counted += found.counted;
    figures.decisions += found.decisions;
    figures.lost += seen.lost + found.lost;
    figures.wrong += seen.wrong + found.wrong;
    figures.requests += seen.requests;
    figures.tries = Math.max(figures.tries, seen.tries);
    figures.longest = Math.max(figures.longest, seen.longest / 1000);
    for (const [why, count] of seen.refusals) refusals[why] = (refusals[why] ?? 0) + count;
    strange.push(...seen.strange);
    if (found.differs) differing.push(key);
  }
  return { ...figures, refusals, strange, differing };
}

/** Two services on one store under load, with as many faults as are asked for. */
export async function teamCycles(options: TeamCycles): Promise<TeamFigures> {
  const team = await Team.start(options);
  const front = await options.before?.(team);
  try {
    const loads = new Map(
      keysOf(options).map((experiment) => {
        const { batch, clients, clock } = options;
        const addresses = () => (front === undefined ? team.addresses : [front.address]);
        const asked = { experiment, clients, addresses, clock };
        return [experiment, new TeamLoad(new Ledger(batch), asked)];
      }),
    );
    for (const key of loads.keys()) await createExperiment(team.addresses[0], '7d', key);
    const cycles = await underStrikes(team, [...loads.values()], options);
    return await figuresOf(team, loads, options, cycles);
  } finally {
    await front?.close();
    await team.end();
  }
}
