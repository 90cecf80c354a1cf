/**
 * A selection: all candidates meet in heats, in few and short worlds, which leave one width for each kind and memory;
 * these meet in finals, in other worlds, as long as the log.
 */
import type { Random } from '@driftline/core';
import { streamFor } from '../contract/streams.ts';
import type { Workers } from '../contract/work.ts';
import type { World } from '../contract/world.ts';
import { powerTails } from '../tails/tails.ts';
import { drawnPath, fitLevels, smoothedPath } from '../worlds/level-fit.ts';
import { noiseOf, residualsOf } from '../worlds/noise.ts';
import { stretched, within } from '../worlds/path.ts';
import { drawnShared, fitShared, smoothedShared } from '../worlds/shared-level.ts';
import { worldOf } from '../worlds/world.ts';
import {
  allEntrants,
  type Entrant,
  type Grid,
  NEEDING_NOTHING,
  ROBUST,
  USUAL,
} from './candidates.ts';
import { type ChoiceRequest, heavyTails, USUAL_FOR } from './request.ts';
import { type Ranked, ranked } from './rule.ts';
import { type Heat, isSlow, type Meeting, type Size } from './sizes.ts';
import { playTrials, type TrialResults } from './trials.ts';

/** Worlds of a log, or of all of it but a fold. */
interface Worlds {
  readonly world: World;
  /** What the means may have been, anew for each number. */
  path(number: number): World['path'];
  /** What candidates' widths are made of. */
  readonly grid: Omit<Grid, 'longest'>;
}

/** Smoothed means and draws: of one level where arms move together, else of each arm by itself. */
function pathsOf({ log, drift, weights }: ChoiceRequest, without: number | undefined) {
  if (drift.sharing === 'together') {
    const fit = fitShared(log, { without, weights });
    return { path: smoothedShared(fit), draw: (random: Random) => drawnShared(fit, random) };
  }
  const fit = fitLevels(log, { without, weights });
  return { path: smoothedPath(fit).path, draw: (random: Random) => drawnPath(fit, random) };
}

/**
 * In longer logs every second world has the means of the fit that predicts best. A level that walks never rests between
 * steps, and never comes round as seasons do; in worlds of such levels alone a short memory beat `auto` by a fifth in logs
 * of steps, where it truly loses twice as much. In shorter logs fits are too smooth for that.
 */
const ROWS_FOR_FIT = 20_000;

function isOfFit({ log, fitted, drift }: ChoiceRequest, number: number): boolean {
  if (fitted === undefined || drift.sharing === 'together') return false;
  return log.rows > ROWS_FOR_FIT && number % 2 === 1;
}

function worldsOf(request: ChoiceRequest, without: number | undefined): Worlds {
  const { log, seed, delays, batch } = request;
  const { path, draw } = pathsOf(request, without);
  const tails = heavyTails(request);
  const far = tails === undefined ? [] : powerTails(residualsOf(log, path, without), tails);
  const isUnit = log.rewards.kind !== 'real';
  const { deviation, middle, center } = noiseOf(log, path, { without });
  const hasVariance = tails?.verdict !== 'no-variance';
  const fit = request.fitted?.(without) ?? path;
  return {
    world: worldOf(log, path, { delays, batch, without, tails: far }),
    path(number) {
      const isFit = isOfFit(request, number);
      const means = isFit ? fit : draw(streamFor(seed, 'posterior', number));
      return stretched(isUnit ? within(means, 0, 1) : means, log.decisionsPerRow);
    },
    grid: {
      ...{ deviation: hasVariance ? deviation : middle, center, isUnit },
      isCoarse: isSlow(request),
    },
  };
}

/** Kinds that take part. */
function kindsOf(request: ChoiceRequest): string[] {
  const { policies = [], isQuick = false } = request;
  const asked = request.for ?? USUAL_FOR;
  if (isQuick) return [...NEEDING_NOTHING, ...policies];
  const robust = heavyTails(request) === undefined ? [] : ROBUST;
  return [...new Set([...USUAL, ...robust, ...asked, ...policies])];
}

/** What a finalist is chosen for: a kind and a memory. */
function placeOf({ kind, window }: Entrant): string {
  return `${kind} ${window}`;
}

/** For each kind and memory the entrant that lost least. */
function bestOfPlaces(order: readonly Ranked[]): Set<Entrant> {
  const best = new Map<string, Entrant>();
  for (const { entrant } of order) {
    if (!best.has(placeOf(entrant))) best.set(placeOf(entrant), entrant);
  }
  return new Set(best.values());
}

/** Entrants that have rivals: where a kind and memory has one entrant alone, that needs no heat. */
function withRivals(entrants: readonly Entrant[]): Entrant[] {
  const counts = new Map<string, number>();
  for (const each of entrants) counts.set(placeOf(each), (counts.get(placeOf(each)) ?? 0) + 1);
  return entrants.filter((each) => (counts.get(placeOf(each)) ?? 0) > 1);
}

/** Memories that lose more than this many times as much as the best of their kind are not played for long. */
const HOPELESS = 2;

/** Those that are not far behind the best of their kind. */
function hopeful(order: readonly Ranked[]): Ranked[] {
  const least = new Map<string, number>();
  for (const { entrant, mean } of order)
    if (!least.has(entrant.kind)) least.set(entrant.kind, mean);
  return order.filter(({ entrant, mean }) => mean <= HOPELESS * (least.get(entrant.kind) ?? mean));
}

/** A selection: who met in the finals, and what each lost. */
export interface Selected {
  readonly order: readonly Ranked[];
  readonly results: TrialResults;
  readonly grid: Worlds['grid'];
  readonly size: Size;
}

/** Hears of work in slots: how much is to come, and how much is done or not needed any more. */
export interface Progress {
  expect(slots: number): void;
  done(slots: number): void;
}

/** One selection's rounds. */
class Selection {
  readonly #request: ChoiceRequest;
  readonly #workers: Workers;
  readonly #size: Size;
  readonly #worlds: Worlds;
  readonly #progress: Progress | undefined;

  constructor(request: ChoiceRequest, workers: Workers, size: Size, progress?: Progress) {
    this.#request = request;
    this.#workers = workers;
    this.#size = size;
    this.#worlds = worldsOf(request, size.without);
    this.#progress = progress;
  }

  async run(): Promise<Selected> {
    const { heats, finals } = this.#size;
    const starting = heats.map((heat) => this.#entrants(heat));
    const places = new Set(starting.flat().map(placeOf)).size;
    heats.forEach((heat, i) => {
      this.#progress?.expect(slotsOf(heat) * withRivals(starting[i]).length);
    });
    this.#progress?.expect(slotsOf(finals) * places);
    const kept = await Promise.all(heats.map((heat, i) => this.#heat(starting[i], heat)));
    const byPlace = new Map(kept.flat().map((each) => [placeOf(each), each]));
    const finalists = [...byPlace.values()];
    this.#progress?.done(slotsOf(finals) * (places - finalists.length));
    const results = await this.#meet(finalists, finals);
    const { grid } = this.#worlds;
    return { order: ranked(finalists, results), results, grid, size: this.#size };
  }

  #entrants({ longest, shortest }: Heat): Entrant[] {
    return allEntrants(kindsOf(this.#request), { ...this.#worlds.grid, longest, shortest });
  }

  /** Those of a heat that go on to the finals. */
  async #heat(entrants: readonly Entrant[], heat: Heat): Promise<Entrant[]> {
    const rivals = withRivals(entrants);
    if (rivals.length === 0) return [...entrants];
    const order = ranked(rivals, await this.#meet(rivals, heat));
    const best = bestOfPlaces(this.#size.isPruned ? hopeful(order) : order);
    return entrants.filter((each) => best.has(each) || !rivals.includes(each));
  }

  #meet(entrants: readonly Entrant[], { horizon, worlds, first }: Meeting): Promise<TrialResults> {
    const plan = {
      world: this.#worlds.world,
      paths: Array.from({ length: worlds }, (_, i) => this.#worlds.path(first + i)),
      wandering: { horizon, changeEvery: this.#size.changeEvery },
      policies: entrants.map(({ spec }) => spec),
      seed: this.#request.seed,
      first,
      kernels: this.#request.kernels,
    };
    return playTrials(plan, this.#workers, (units) => this.#progress?.done(units * horizon));
  }
}

/** Slots that each candidate of a meeting plays. */
function slotsOf({ horizon, worlds }: Meeting): number {
  return horizon * worlds;
}

/** Lets candidates meet. */
export function select(
  request: ChoiceRequest,
  workers: Workers,
  size: Size,
  progress?: Progress,
): Promise<Selected> {
  return new Selection(request, workers, size, progress).run();
}
