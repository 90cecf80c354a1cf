/**
 * RR-SW-UCB#: numbered players take their M best arms in turn.
 *
 * Reference: Wei & Srivastava, On Distributed Multi-player Multiarmed Bandit Problems in Abruptly Changing Environment,
 * 2018. Only its abstract could be read, so the rule is a reading of its name, marked unconfirmed.
 * Rule: each player keeps SW-UCB#. In slot t player j takes, of the M arms with its largest indices, the one at place
 * (t + j) mod M in the order of arms' numbers. Players that agree on the M arms do not collide.
 * Learning: by sensing. A player sees the reward of its arm in a collision, too.
 * Parameters: those of `sw-ucb-sharp`.
 * One player: the play is that of `sw-ucb-sharp` alone.
 * Guarantee: the paper proves a sublinear group regret for its rule; none for this reading.
 * Cost: the indices of all arms, and up to O(K M) to order them.
 *
 * @example
 * fleetCatalogue.find('rr-sw-ucb-sharp').standing; // → "unconfirmed"
 */
import { defineFleet } from '../definitions/fleet.ts';
import { Rotation } from '../portable/fleet/rotation.ts';

export const roundRobin = defineFleet({
  kind: 'players',
  id: 'rr-sw-ucb-sharp',
  order: 50,
  name: 'RR-SW-UCB#',
  summary: 'Numbered players take the M best arms in turn, by a window that grows with time.',
  reference: 'Wei & Srivastava, CDC 2018',
  standing: 'unconfirmed',
  formula: 'player j: arm number (t + j) mod M of the M largest SW-UCB# indices',
  guarantee: 'sublinear for the published rule, which could not be read',
  cost: 'K indices and O(K M)',
  of: 'sw-ucb-sharp',
  collides: true,
  senses: true,
  parameters: [],
  coordination: () => new Rotation(),
});
