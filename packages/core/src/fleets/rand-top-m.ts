/**
 * RandTopM: each player stays on one of its M best arms until it collides.
 *
 * Reference: Besson & Kaufmann, Multi-Player Bandits Revisited, 2018, algorithm 1. Read in an account of it and in
 * SMPyBandits.
 * Rule: M̂ holds the arms of the player's M largest indices g. If its arm A is not in M̂, the player draws one arm of
 * M̂ with g(t − 1) ≤ g_A(t − 1). Otherwise it draws any arm of M̂ after a collision, and stays without one.
 * Learning: by sensing. A player sees the reward of its arm in a collision, too.
 * Parameters: `of`, the index policy of each player.
 * Departures: the first arm is drawn from M̂, not from all arms. Arms that were never played have the index +∞, and
 * among equal indices the order is that of the policy. SMPyBandits plays every arm once before its rule begins.
 * One player: M̂ is the arm of the largest index, so the play is that of the policy alone.
 * Guarantee: logarithmic regret without drift was conjectured; none where means drift.
 * Cost: the indices of all arms, and up to O(K M) to order them.
 *
 * @example
 * fleetCatalogue.find('randtopm').name; // → "RandTopM"
 */
import { defineFleet } from '../definitions/fleet.ts';
import { TopDraw } from '../portable/fleet/top-draw.ts';

export const randTopM = defineFleet({
  kind: 'players',
  id: 'randtopm',
  order: 20,
  name: 'RandTopM',
  summary: 'Each player stays on one of its M best arms, and draws another one after a collision.',
  reference: 'Besson & Kaufmann 2018',
  formula: 'stay on an arm of the M largest indices; draw one of these after a collision',
  guarantee: 'none proved under drift',
  cost: 'K indices and O(K M)',
  of: '',
  collides: true,
  senses: true,
  parameters: [],
  coordination: () => new TopDraw(false),
});
