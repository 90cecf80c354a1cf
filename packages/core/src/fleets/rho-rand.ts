/**
 * ρ-rand: each player aims at the arm of a drawn rank.
 *
 * Reference: Anandkumar, Michael, Tang & Swami, Distributed Algorithms for Learning and Cognitive Medium Access with
 * Logarithmic Regret, 2011; cited in the introduction of Wei & Srivastava. Read there and in SMPyBandits.
 * Rule: each player draws a rank from 1 to M. It plays the arm of that rank by its own indices. After a collision, and
 * only then, it draws another rank, which may be the same.
 * Learning: by sensing. A player sees the reward of its arm in a collision, too.
 * Parameters: `of`, the index policy of each player.
 * Departures: among equal indices the order is that of the policy, not drawn.
 * One player: rank 1 takes no draw, so the play is that of the policy alone.
 * Guarantee: logarithmic regret without drift, for UCB indices; none where means drift.
 * Cost: the indices of all arms, and up to O(K M) to order them.
 *
 * @example
 * fleetCatalogue.find('rhorand').name; // → "ρ-rand"
 */
import { defineFleet } from '../definitions/fleet.ts';
import { RankDraw } from '../portable/fleet/rank-draw.ts';

export const rhoRand = defineFleet({
  kind: 'players',
  id: 'rhorand',
  order: 10,
  name: 'ρ-rand',
  summary: 'Each player aims at a drawn rank, and draws another one after a collision.',
  reference: 'Anandkumar, Michael, Tang & Swami 2011',
  formula: 'the arm of rank R, R uniform on 1…M and drawn again after a collision',
  guarantee: 'none under drift; logarithmic without',
  cost: 'K indices and O(K M)',
  of: '',
  collides: true,
  senses: true,
  parameters: [],
  coordination: () => new RankDraw(),
});
