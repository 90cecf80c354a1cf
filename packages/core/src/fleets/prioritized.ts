/**
 * SW-DLP: numbered players, of whom player j aims at the j-th best arm.
 *
 * Reference: Wei & Srivastava, On Distributed Multi-player Multiarmed Bandit Problems in Abruptly Changing Environment,
 * 2018. Only its abstract could be read. The rule is that of distributed learning with prioritization (Gai &
 * Krishnamachari 2011) over SW-UCB#, marked unconfirmed.
 * Rule: each player keeps SW-UCB#. Of the j arms with its largest indices, player j, counted from 1, takes the one with
 * the least mean − width. An arm without rewards goes first.
 * Learning: by sensing. A player sees the reward of its arm in a collision, too.
 * Parameters: those of `sw-ucb-sharp`.
 * One player: the play is that of `sw-ucb-sharp` alone.
 * Guarantee: the paper proves a sublinear group regret for its rule; none for this reading.
 * Cost: indices and means of all arms, and up to O(K M) to order them.
 *
 * @example
 * fleetCatalogue.find('sw-dlp').standing; // → "unconfirmed"
 */
import { defineFleet } from '../definitions/fleet.ts';
import { Priorities } from '../portable/fleet/priorities.ts';

export const prioritized = defineFleet({
  kind: 'players',
  id: 'sw-dlp',
  order: 60,
  name: 'SW-DLP',
  summary:
    'Numbered players: player j aims at the j-th best arm, by a window that grows with time.',
  reference: 'Wei & Srivastava, CDC 2018',
  standing: 'unconfirmed',
  formula: 'player j: the least mean − width among the j largest SW-UCB# indices',
  guarantee: 'sublinear for the published rule, which could not be read',
  cost: 'K indices and O(K M)',
  of: 'sw-ucb-sharp',
  collides: true,
  senses: true,
  watchesMeans: true,
  parameters: [],
  coordination: () => new Priorities(),
});
