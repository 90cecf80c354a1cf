/** Which of the policies that are asked for play. */
import {
  type Catalogue,
  type EnvironmentDefinition,
  environmentCatalogue,
  type PolicyDefinition,
  policyCatalogue,
} from '@driftline/core';
import { parseSpec } from '@driftline/core/spec';
import { canPlayOn, type EnvironmentSource } from '../play/comparison.ts';
import { contexts } from '../play/contexts.ts';
import type { EnvironmentKind } from './fields.ts';
import { readLabelled } from './labels.ts';

/** Specs of policies, in their order: those that play, and those that are left out. */
interface PlayingPolicies {
  readonly playing: readonly string[];
  /** Oracles where nobody knows the means. */
  readonly leftOut: readonly string[];
  /** Named again, though each plays once. */
  readonly repeated: readonly string[];
}

/** Why oracles are left out. */
export const NO_MEANS = 'an oracle needs the means, and those of recorded rewards are unknown';

/** What is wrong where nothing is left to play, going on from what names the policies. */
export const ONLY_ORACLES = `must have a policy that is not an oracle: ${NO_MEANS}`;

/**
 * Each policy once, and no oracles on recorded rewards, whose means nobody knows.
 *
 * @param specs - with or without labels
 */
export function playingPolicies(
  specs: readonly string[],
  kind: EnvironmentKind,
  definitions: Catalogue<PolicyDefinition> = policyCatalogue,
): PlayingPolicies {
  const canPlay = (written: string) => {
    const { spec } = readLabelled(written);
    if (contexts?.isPolicy(spec)) return !contexts.needsTheta(spec);
    return canPlayOn(definitions.find(parseSpec(spec).id), kind);
  };
  const pure = specs.map((written) => readLabelled(written).spec);
  const once = specs.filter((_, i) => pure.indexOf(pure[i]) === i);
  return {
    playing: kind === 'rewards' ? once.filter(canPlay) : once,
    leftOut: kind === 'rewards' ? once.filter((spec) => !canPlay(spec)) : [],
    repeated: pure.filter((spec, i) => pure.indexOf(spec) < i),
  };
}

/** Policies as they are asked for, with or without labels, and the number of players if there are several. */
interface AskedPolicies {
  readonly policies: readonly string[];
  readonly players?: number | undefined;
}

/**
 * The policies, and after them the reference of their environment: an oracle that results also measure each policy
 * against. It plays even if it is not listed, unless there are players: a reference plays alone.
 */
export function withReference(
  { policies: specs, players }: AskedPolicies,
  source: EnvironmentSource,
  environments: Catalogue<EnvironmentDefinition> = environmentCatalogue,
): readonly string[] {
  if (source.kind !== 'named' || players !== undefined) return specs;
  const reference = environments.get(parseSpec(source.spec).id)?.reference;
  const isListed = (written: string) => parseSpec(readLabelled(written).spec).id === reference;
  return reference === undefined || specs.some(isListed) ? specs : [...specs, reference];
}
