/**
 * Selfish: players without coordination, who learn only the rewards that they earn.
 *
 * Reference: Bonnefoi, Besson, Moy, Kaufmann & Palicot 2017; Besson & Kaufmann, Multi-Player Bandits Revisited, 2018.
 * Read in an account of it and in SMPyBandits.
 * Rule: each player takes the arm of its largest index, one of several equal ones at random.
 * Learning: the reward if the player is alone on its arm, and 0 in a collision. No player knows M.
 * Parameters: `of`, the index policy of each player.
 * One player: the policy's own order decides between equal indices, so the play is that of the policy alone.
 * Guarantee: none. With few arms a share of replications loses in almost every slot.
 * Cost: the indices of all arms.
 *
 * @example
 * fleetCatalogue.find('selfish').senses; // → false
 */
import { defineFleet } from '../definitions/fleet.ts';
import { LargestIndex } from '../portable/fleet/largest-index.ts';

export const selfish = defineFleet({
  kind: 'players',
  id: 'selfish',
  order: 40,
  name: 'Selfish',
  summary: 'Players without a rule: each learns only the rewards that it earns, 0 in a collision.',
  reference: 'Bonnefoi, Besson, Moy, Kaufmann & Palicot 2017',
  formula: 'the largest index, learned from r · 1{alone}',
  guarantee: 'none',
  cost: 'K indices',
  of: '',
  collides: true,
  senses: false,
  parameters: [],
  coordination: ({ playerCount }) => new LargestIndex(playerCount > 1),
});
