/**
 * Looks for the environment within a variation budget on which a policy loses most. Half of the
 * evaluations are drawn from all families, the other half varies the worst found so far; the last
 * few are compared with more replications. All of it is drawn from the seed alone, so the number of
 * workers changes nothing, and what is found for one policy does not depend on the others listed.
 */
import { type Random, randomStream } from '@driftline/core';
import { normal } from '@driftline/core/parts';
import type { Comparison } from '../../play/comparison.ts';
import { type Candidate, candidateOf, type Family, type Problem } from './families/family.ts';
import { families } from './families/list.ts';
import type { StudyRun } from './study-run.ts';

/** How a search is run. */
export interface SearchSettings extends Problem {
  readonly policies: readonly string[];
  /** Environments tried for each policy. */
  readonly evaluations: number;
  /** Replications of each evaluation; all evaluations have the same random draws. */
  readonly searchReplications: number;
  readonly seed: number;
}

/** What one policy lost on one environment, in the search. */
interface Evaluation {
  readonly family: Family;
  readonly genes: readonly number[];
  /** Mean regret over the search's replications. */
  readonly regret: number;
}

/** The environment found for one policy. */
export interface Found {
  readonly policy: string;
  readonly candidate: Candidate;
  /** The largest mean regret that the search saw: biased upward, since it is a maximum. */
  readonly searchMaximum: number;
  /** What each family came to in the search. */
  readonly families: readonly FamilyBest[];
}

/** The largest mean regret that the search saw in one family. */
export interface FamilyBest {
  readonly family: string;
  readonly evaluations: number;
  readonly regret: number;
}

/**
 * The search plays replications from here on; those that judge count from 0. So both can use the
 * user's seed, and a judged number can be repeated by `compare` with that seed.
 */
export const FIRST_SEARCH_REPLICATION = 1_000_000_000;

/** Environments that are varied at a time. Fixed, or the result would depend on the workers. */
const GENERATION = 10;
/** How many of the worst are compared again, with this many times the replications. */
const FINALISTS = 5;
const FINAL_FACTOR = 4;
/** How far genes move at first and at last. */
const WIDEST_REACH = 0.25;
const NARROWEST_REACH = 0.03;
/** The streams that genes are drawn from, apart from those of means, rewards and policies. */
const ROLE_SEARCH = 101;

/** Slots of single policies in a whole search, for showing progress. */
export function searchSlots(settings: SearchSettings): number {
  const { policies, horizon, evaluations, searchReplications } = settings;
  const finals = Math.min(FINALISTS, evaluations) * FINAL_FACTOR;
  return policies.length * searchReplications * horizon * (evaluations + finals);
}

/** The genes that every policy is tried on first: each family's starts, then drawn ones in turn. */
function drawnGenes(settings: SearchSettings, count: number): Gened[] {
  const random = randomStream(settings.seed, 0, ROLE_SEARCH);
  const all: Gened[] = families.flatMap((family) =>
    family.starts(settings).map((genes) => ({ family, genes })),
  );
  for (let i = 0; all.length < count; i++) {
    const family = families[i % families.length];
    const genes = Array.from({ length: family.geneCount(settings) }, () => random.uniform());
    all.push({ family, genes });
  }
  return all.slice(0, count);
}

interface Gened {
  readonly family: Family;
  readonly genes: readonly number[];
}

/** Folds a number back into [0, 1] at both ends. */
function folded(value: number): number {
  const within = value - 2 * Math.floor(value / 2);
  return 1 - Math.abs(1 - within);
}

/** Some genes moved, at least one; with many genes only a few, or nothing of the parent would be left. */
function varied({ family, genes }: Gened, reach: number, random: Random): Gened {
  const chance = Math.max(0.15, Math.min(0.5, 4 / genes.length));
  const certain = random.below(genes.length);
  return {
    family,
    genes: genes.map((gene, i) => {
      const moves = random.uniform() < chance || i === certain;
      const move = reach * normal(random);
      return moves ? folded(gene + move) : gene;
    }),
  };
}

/** What a policy's search knows, the worst first; among equals the one found first. */
class Ranking {
  readonly policy: string;
  readonly evaluations: Evaluation[] = [];

  constructor(policy: string) {
    this.policy = policy;
  }

  worst(count: number): Evaluation[] {
    return this.evaluations.toSorted((a, b) => b.regret - a.regret).slice(0, count);
  }

  /**
   * The worst twice, the second worst, and the worst of another family, which may do better once it
   * is varied too.
   */
  parents(): Evaluation[] {
    const [first, ...others] = this.worst(this.evaluations.length);
    const second = others.slice(0, 1);
    const stranger = others.filter(({ family }) => family !== first.family).slice(0, 1);
    return [first, ...second, first, ...stranger];
  }

  /** The next environments to try. */
  children(count: number, generation: number, reach: number, seed: number): Gened[] {
    const random = randomStream(seed, generation, ROLE_SEARCH);
    const parents = this.parents();
    return Array.from({ length: count }, (_, i) =>
      varied(parents[i % parents.length], reach, random),
    );
  }

  byFamily(): FamilyBest[] {
    return families.flatMap(({ id }) => {
      const own = this.evaluations.filter(({ family }) => family.id === id);
      if (own.length === 0) return [];
      const regret = Math.max(...own.map((evaluation) => evaluation.regret));
      return [{ family: id, evaluations: own.length, regret }];
    });
  }
}

/** One evaluation as the engine plays it. */
function evaluationOf(
  { family, genes }: Gened,
  policies: readonly string[],
  settings: SearchSettings,
  replications: { readonly first: number; readonly count: number },
): Comparison {
  const { armCount, variation, seed } = settings;
  const { values } = candidateOf(family, genes, settings);
  return {
    name: family.id,
    environment: {
      kind: 'means',
      name: family.id,
      values: Array.from(values),
      armCount,
      rewards: 'bernoulli',
    },
    policies,
    variation,
    replications: replications.count,
    seed,
    firstReplication: FIRST_SEARCH_REPLICATION + replications.first,
    checkpoints: { count: 1, spacing: 'linear' },
  };
}

/** Tries environments that all policies share. */
async function draw(rankings: readonly Ranking[], settings: SearchSettings, run: StudyRun) {
  const { policies, evaluations, searchReplications } = settings;
  const drawn = drawnGenes(settings, Math.ceil(evaluations / 2));
  const replications = { first: 0, count: searchReplications };
  const results = await run.play(
    drawn.map((gened) => evaluationOf(gened, policies, settings, replications)),
  );
  results.forEach((result, i) => {
    result.policies.forEach(({ regret }, policy) => {
      rankings[policy].evaluations.push({ ...drawn[i], regret: regret.mean });
    });
  });
}

/** Varies the worst environments of each policy, one generation after another. */
async function improve(rankings: readonly Ranking[], settings: SearchSettings, run: StudyRun) {
  const { evaluations, searchReplications, seed } = settings;
  const total = Math.floor(evaluations / 2);
  const replications = { first: 0, count: searchReplications };
  for (let done = 0; done < total; done += GENERATION) {
    const count = Math.min(GENERATION, total - done);
    const reach = WIDEST_REACH * (NARROWEST_REACH / WIDEST_REACH) ** (done / total);
    const generation = 1 + done / GENERATION;
    const tried = rankings.map((ranking) => ranking.children(count, generation, reach, seed));
    const results = await run.play(
      rankings.flatMap(({ policy }, i) =>
        tried[i].map((gened) => evaluationOf(gened, [policy], settings, replications)),
      ),
    );
    rankings.forEach((ranking, i) => {
      tried[i].forEach((gened, j) => {
        const regret = results[i * count + j].policies[0].regret.mean;
        ranking.evaluations.push({ ...gened, regret });
      });
    });
  }
}

/** Compares the worst few of each policy with more and other replications, and takes the worst. */
async function decide(rankings: readonly Ranking[], settings: SearchSettings, run: StudyRun) {
  const { searchReplications } = settings;
  const finalists = rankings.map((ranking) => ranking.worst(FINALISTS));
  const replications = { first: searchReplications, count: FINAL_FACTOR * searchReplications };
  const results = await run.play(
    rankings.flatMap(({ policy }, i) =>
      finalists[i].map((gened) => evaluationOf(gened, [policy], settings, replications)),
    ),
  );
  return rankings.map((ranking, i): Found => {
    const count = finalists[i].length;
    const regrets = results.slice(i * count, (i + 1) * count).map(meanRegret);
    const { family, genes } = finalists[i][regrets.indexOf(Math.max(...regrets))];
    return {
      policy: ranking.policy,
      candidate: candidateOf(family, genes, settings),
      searchMaximum: ranking.worst(1)[0].regret,
      families: ranking.byFamily(),
    };
  });
}

function meanRegret({ policies }: { policies: readonly { regret: { mean: number } }[] }): number {
  return policies[0].regret.mean;
}

/** The worst environment found for each policy. */
export async function search(settings: SearchSettings, run: StudyRun): Promise<Found[]> {
  const rankings = settings.policies.map((policy) => new Ranking(policy));
  await draw(rankings, settings, run);
  await improve(rankings, settings, run);
  return decide(rankings, settings, run);
}
