/** Finds, tunes and plays contextual policies and environments. The lab replaces this file, and has none. */
import type { Environment } from '@driftline/core';
import {
  ContextSource,
  ContextualPolicy,
  type ContextualPolicyDefinition,
  ContextualSeat,
  type Course,
  contextualEnvironmentCatalogue,
  contextualEnvironmentShape,
  contextualPolicyCatalogue,
  createContextualEnvironment,
  type FieldFacts,
  type GivenFact,
  givenFacts,
  ignoreWarning,
  type Offer,
  offerOf,
  ParameterError,
  parseSpec,
  play,
  prepareContextualPolicy,
  Replay,
  Replication,
  SOURCE_FIXED,
  SOURCE_ROWS,
  ThetaPath,
  takesFact,
} from '@driftline/core/play';
import { UNIFORM } from './contestants.ts';
import type { ContextMark, Contexts, ContextualKnown } from './context-types.ts';
import { newRecord, type Played } from './player.ts';
import { GuardedSampler } from './plugins/guarded-rewards.ts';

/** K-armed policies in a contextual environment see no features: an intercept alone. */
function interceptAlone(armCount: number): FieldFacts {
  return {
    form: 'arms',
    dimension: 1,
    blocks: armCount,
    norm: 1,
    intercept: true,
    staysSame: true,
    source: new ContextSource(SOURCE_FIXED, 1, 1, new Float64Array([1]), 0, 1),
    theta: undefined,
  };
}

function factsOf({ means }: Environment): FieldFacts {
  return means.contexts ?? interceptAlone(means.armCount);
}

/** Means at which a law's variance is compared. */
const PROBES = [0.1, 0.35, 0.5, 0.9];

/** The noise R: the law's standard deviation if it is the same for all means, ½ for Bernoulli rewards, and 1 otherwise. */
function noiseOf({ law, means }: Environment): number {
  // Recorded rewards are exact as a law, and their noise is unknown.
  if (means instanceof Replay) return 1;
  if (law.id === 'bernoulli') return 0.5;
  const [first, ...others] = PROBES.map((mean) => law.variance(mean));
  return others.every((each) => each === first) && Number.isFinite(first) ? Math.sqrt(first) : 1;
}

function prepare(spec: string, { environment, variation, changes, rewardRange }: ContextualKnown) {
  const facts = factsOf(environment);
  const { form, dimension, blocks, norm, intercept, theta } = facts;
  const { horizon } = environment.means;
  const noise = noiseOf(environment);
  const known = { form, dimension, blocks, norm, intercept, horizon, variation, changes, noise };
  return prepareContextualPolicy(spec, { ...known, theta, rewardRange });
}

function markOf({ means }: Environment): { readonly mark?: ContextMark } {
  return means.contexts === undefined ? { mark: 'no features' } : {};
}

/** The facts about the drift that a policy has a parameter for. */
function givenOf(spec: string, { variation, changes }: ContextualKnown): GivenFact[] {
  const { parameters } = contextualPolicyCatalogue.find(parseSpec(spec).id);
  const known: Partial<Record<GivenFact, number | undefined>> = { variation, changes };
  return givenFacts.filter(
    (fact) => known[fact] !== undefined && parameters.some(({ id }) => id === fact),
  );
}

/** The features of a course, or those that a course without contexts is played with. */
function offerOn(course: Course, environment: Environment): Offer {
  if (course.meets) return course.fields.at(0).offer;
  return offerOf(factsOf(environment), environment.means.armCount);
}

/** The features of a slot, as a policy in its shell takes them. */
function askedOf({ features, stride, count }: Offer, dimension: number): unknown {
  if (stride === 0) return features;
  const actions = Array.from({ length: count }, (_, action) =>
    features.subarray(action * stride, action * stride + dimension),
  );
  return { actions };
}

/** The facts that a policy has a parameter for, by its names for them. */
function namedFacts(
  definition: ContextualPolicyDefinition,
  { environment, variation, changes }: ContextualKnown,
): Record<string, number> {
  const known = [
    [takesFact(definition, 'variation')?.id, variation],
    [takesFact(definition, 'changes')?.id, changes],
    [definition.parameters.find(({ id }) => id === 'noise')?.id, noiseOf(environment)],
  ] as const;
  const taken = known.flatMap(([id, value]) =>
    id === undefined || value === undefined ? [] : [[id, value] as const],
  );
  return Object.fromEntries(taken);
}

function idOf(spec: string): string {
  return parseSpec(spec).id;
}

/** Arms that mean something have names. */
const PLACES_MEAN_NOTHING =
  'chooses among arms that stay the same; each slot of %s has new actions, whose places mean nothing: use a contextual policy such as d-linucb, or an environment with arms, such as contexts-jumps';

/** Whether the estimates of a policy are those of θ: a logistic model has log-odds, other means have not. */
function estimatesTheta({ rewards }: ContextualPolicyDefinition, course: Course): boolean {
  return rewards !== 'unit-interval' || (course.meets && course.fields.at(0).logistic);
}

/** Parameters that are drawn over time. */
const MOST_DRAWN = 6;

/** Contextual policies and environments. */
export const contexts: Contexts | undefined = {
  environments: contextualEnvironmentCatalogue,
  policies: contextualPolicyCatalogue,
  isEnvironment: (spec) => contextualEnvironmentCatalogue.get(idOf(spec)) !== undefined,
  isPolicy: (spec) => contextualPolicyCatalogue.get(idOf(spec)) !== undefined,
  needsTheta: (spec) => contextualPolicyCatalogue.get(idOf(spec))?.needs !== undefined,
  prepareAnywhere(spec) {
    const { forms } = contextualPolicyCatalogue.find(idOf(spec));
    const [form] = forms;
    const blocks = form === 'arms' ? 3 : 1;
    const theta = new ThetaPath(blocks, 2, new Int32Array(1), new Float64Array(2 * blocks));
    const facts = { form, dimension: 2, blocks, norm: 1, intercept: false, horizon: 5000 };
    prepareContextualPolicy(spec, { ...facts, variation: 3, theta });
  },
  environment: ({ spec, armCount, dimension, horizon }, { seed, replication, rewards }) =>
    createContextualEnvironment(spec, { armCount, dimension, horizon, seed, replication, rewards }),
  recorded({ contexts: recorded, armCount }, start) {
    if (recorded === undefined) return undefined;
    const { columns, values, norm } = recorded;
    const dimension = columns.length;
    const rows = values.length / dimension;
    return {
      form: 'arms',
      dimension,
      blocks: armCount,
      norm,
      intercept: true,
      staysSame: true,
      source: new ContextSource(SOURCE_ROWS, 1, dimension, Float64Array.from(values), start, rows),
      theta: undefined,
    };
  },
  size({ spec, armCount, dimension, horizon }) {
    const shape = contextualEnvironmentShape(spec, { armCount, dimension, horizon });
    const [actions, columns] = [shape.armCount, shape.dimension];
    const work = (actions * columns ** 2) / 2 + columns ** 3 / 6;
    return { ...shape, cost: Math.max(1, Math.ceil(work / 250)) };
  },
  contestant(spec, known) {
    const { definition, params, warnings, rewardMap } = prepare(spec, known);
    const { id, name, standing, needs } = definition;
    return {
      named: {
        id,
        name,
        ...(standing === undefined ? {} : { standing }),
        ...(needs === undefined ? {} : { needs }),
      },
      params,
      warnings,
      rewardMap,
      given: givenOf(spec, known),
      ...markOf(known.environment),
    };
  },
  played(spec, known, course: Course) {
    const { definition, kernel } = prepare(spec, known);
    const seat = new ContextualSeat(kernel, offerOn(course, known.environment));
    const restarts = definition.shows?.restarts;
    if (restarts === undefined) return { kernel: seat };
    const shows = {
      restarts: (played: Played) =>
        played instanceof ContextualSeat ? restarts(played.kernel) : Number.NaN,
    };
    return { kernel: seat, definition: { shows } };
  },
  coordinates({ means: { contexts: facts } }) {
    if (facts === undefined) return [];
    const columns = Math.min(facts.dimension, facts.blocks === 1 ? MOST_DRAWN : 2);
    const blocks = Math.min(facts.blocks, Math.floor(MOST_DRAWN / columns));
    return Array.from({ length: blocks * columns }, (_, i) => ({
      block: Math.floor(i / columns),
      column: i % columns,
    }));
  },
  traced(spec, known, { seed, first, slots }) {
    const { environment } = known;
    const { definition, kernel, rewardMap } = prepare(spec, known);
    const course = environment.means.course();
    if (!estimatesTheta(definition, course)) {
      return slots.flatMap(() => this.coordinates(environment).map(() => Number.NaN));
    }
    const seat = new ContextualSeat(kernel, offerOn(course, environment));
    const counts = new Float64Array(environment.means.armCount);
    const record = newRecord([environment.means.horizon], counts);
    const { sampler } = environment.law;
    const replication = new Replication(course, record, sampler, rewardMap);
    if (sampler instanceof GuardedSampler) sampler.begin();
    seat.reset();
    replication.begin(seed, first);
    return slots.flatMap((until) => {
      play(seat, replication, seat, replication, false, until);
      return this.coordinates(environment).map(({ block, column }) =>
        kernel.coefficient(block, column),
      );
    });
  },
  shell(spec, known, course, pending) {
    const { id, params } = parseSpec(spec);
    const definition = contextualPolicyCatalogue.find(id);
    const { environment, rewardRange } = known;
    const { form, dimension, norm, blocks, intercept, theta } = factsOf(environment);
    const offer = offerOn(course, environment);
    // The vectors are plain, so the encoder cannot know that their first column is an intercept.
    const kernel: typeof definition.kernel = (settings) =>
      definition.kernel({ ...settings, intercept });
    const policy = new ContextualPolicy(
      { ...definition, kernel },
      {
        ...namedFacts(definition, known),
        ...params,
        ...(form === 'arms' ? { form, armCount: blocks } : { form }),
        ...(definition.needs === undefined ? {} : { theta }),
        ...(pending === 'default' ? {} : { pendingInWidth: pending === 'width' }),
        features: { dimension, norm },
        horizon: environment.means.horizon,
        rewardRange,
        onWarning: ignoreWarning,
      },
    );
    return {
      select(random, asked) {
        offer.meet(policy.slot);
        return policy.select(random, askedOf(offer, dimension), asked);
      },
      begin: (selection) => policy.begin({ codes: [], ...selection }),
      update: (selection, reward) => policy.update({ codes: [], ...selection }, reward),
      expire: (selection) => policy.expire({ codes: [], ...selection }),
      get restarts() {
        return policy.restarts;
      },
    };
  },
  narrowsWidths(spec, pending) {
    const { pendingInWidth = true } = contextualPolicyCatalogue.find(idOf(spec));
    return pending === 'width' || (pending === 'default' && pendingInWidth);
  },
  refuseWithoutContext({ id, needs }, environment, { staysSame, theta }) {
    if (theta === undefined) return;
    if (needs !== undefined) {
      throw new ParameterError(
        `${id} needs the means of arms, which depend on the context in ${environment.name}; use lin-oracle, or leave it out`,
        'parameters-conflict',
      );
    }
    if (staysSame || id === UNIFORM) return;
    throw new ParameterError(
      `${id} ${PLACES_MEAN_NOTHING.replace('%s', environment.name)}`,
      'parameters-conflict',
    );
  },
};
