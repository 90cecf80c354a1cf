/** The policies that an experiment can have, as data: one joins when it was measured under late rewards. */
import type { OfferedPolicies, OfferedPolicy } from '@driftline/client/wire';
import { type PolicyDefinition, policyCatalogue } from '@driftline/core';

interface Offer {
  readonly type: string;
  /**
   * The parameters that may be given; memory and a center have places of their own. Policies with a `scale` divide
   * rewards by it, and without one by the width of the range.
   */
  readonly params: readonly string[];
}

const offers: readonly Offer[] = [
  { type: 'auto', params: [] },
  { type: 'adr', params: ['delta'] },
  { type: 'sw-ucb', params: ['xi', 'scale'] },
  { type: 'sw-moss', params: ['eta', 'scale'] },
  { type: 'sw-klucb', params: ['c'] },
  { type: 'sw-ts', params: ['gaussian', 'g'] },
  { type: 'sw-rmoss', params: ['a', 'zeta'] },
  { type: 'd-ucb', params: ['xi', 'scale'] },
  { type: 'd-klucb', params: [] },
  { type: 'dts', params: ['gaussian', 'g'] },
  { type: 'd-rmoss', params: ['a', 'zeta'] },
  { type: 'ucb1', params: ['scale'] },
  { type: 'kl-ucb', params: ['c'] },
  { type: 'ts', params: [] },
  { type: 'uniform', params: [] },
];

export const DEFAULT_POLICY = 'auto';

/** An offered policy, with what the service needs to know of its definition. */
export interface Offered extends OfferedPolicy {
  readonly params: readonly string[];
  readonly definition: PolicyDefinition;
  /** Whether rewards change what it does. */
  readonly learns: boolean;
  /** Whether it has widths, which pending decisions narrow. */
  readonly hasWidth: boolean;
}

function offered({ type, params }: Offer): Offered {
  const definition = policyCatalogue.find(type);
  const { name, summary, memoryKind, rewards, lateRewards, shows } = definition;
  const remembers = memoryKind === 'window' || memoryKind === 'discounted';
  return {
    type,
    name,
    summary,
    memory: remembers ? 'required' : 'refused',
    rewards: rewards === 'finite-variance' ? 'center-and-scale' : 'range',
    params,
    definition,
    learns: lateRewards !== 'ignored',
    hasWidth: shows?.indexed !== undefined,
  };
}

export const offeredPolicies: ReadonlyMap<string, Offered> = new Map(
  offers.map((offer) => [offer.type, offered(offer)]),
);

/** The policy that a checked configuration names; a store of a later version may name others. */
export function offeredOf(type: string): Offered {
  const found = offeredPolicies.get(type);
  if (found === undefined) throw new RangeError(`this version offers no policy ${type}`);
  return found;
}

/** As `GET /v1/policies` shows them. */
export function listOffered(): OfferedPolicies {
  const policies = [...offeredPolicies.values()].map(
    ({ type, name, memory, rewards, summary }) => ({
      type,
      name,
      memory,
      rewards,
      summary,
    }),
  );
  return { policies };
}
