/**
 * MCTopM: each player takes one of its M best arms like a chair, and keeps it.
 *
 * Reference: Besson & Kaufmann, Multi-Player Bandits Revisited, 2018, algorithm 2. Read in an account of it and in
 * SMPyBandits.
 * Rule: as RandTopM, with a chair. A player that stays on its arm once is fixed: later collisions do not move it. It is
 * no longer fixed when its arm leaves M̂.
 * Learning: by sensing. A player sees the reward of its arm in a collision, too.
 * Parameters: `of`, the index policy of each player.
 * Departures: those of RandTopM. A player whose policy explored is not fixed when it returns: another player may have
 * taken its arm, and two fixed players on one arm would collide until it leaves M̂. Published indices do not explore.
 * One player: M̂ is the arm of the largest index, so the play is that of the policy alone.
 * Guarantee: logarithmic regret without drift for kl-UCB indices; none where means drift.
 * Cost: the indices of all arms, and up to O(K M) to order them.
 *
 * @example
 * fleetCatalogue.find('mctopm').name; // → "MCTopM"
 */
import { defineFleet } from '../definitions/fleet.ts';
import { TopDraw } from '../portable/fleet/top-draw.ts';

export const mcTopM = defineFleet({
  kind: 'players',
  id: 'mctopm',
  order: 30,
  name: 'MCTopM',
  summary: 'Each player stays on one of its M best arms, also after later collisions.',
  reference: 'Besson & Kaufmann 2018',
  formula:
    'as RandTopM; fixed after one slot on the same arm, until it leaves the M largest indices',
  guarantee: 'none under drift; logarithmic without, for kl-UCB',
  cost: 'K indices and O(K M)',
  of: '',
  collides: true,
  senses: true,
  parameters: [],
  coordination: () => new TopDraw(true),
});
