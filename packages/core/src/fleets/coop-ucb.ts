/**
 * coop-UCB: players on a graph who share their counts and sums with their neighbors, and never collide.
 *
 * Reference: Landgren, Srivastava & Leonard, Distributed Cooperative Decision-Making in Multiarmed Bandits, 2016 to
 * 2021, in the form coop-UCB2. Only abstracts and two programs of others could be read, so it is marked unconfirmed.
 * Rule: n ← γ P (n + own plays) and s ← γ P (s + own rewards) after each slot, P = I − (κ / d) L with the Laplacian L of
 * the graph and its largest degree d. Index: s/n + σ √(2 g (n + √ln t) / (M n) · ln t / n), t the slots so far, faded
 * by γ as the counts are. The lowest arm goes first among equals.
 * Learning: its own reward. Each player has its own draw in each slot, also if several are on the same arm: the same
 * draw for all of them would teach the group as little as one player learns.
 * Parameters: `graph` ring, star, path or complete; `discount` γ in (0, 1], 1 as published; `kappa` κ; `sigma` σ, 0.5
 * for rewards in [0, 1]; `gamma` g, above 1 in theory and 1 in simulations.
 * Departures: the discount is ours.
 * Regret: M times the best mean less the means of all players.
 * Guarantee: logarithmic without drift and for g > 1; none where means drift.
 * Cost: O(M K) per slot and player.
 *
 * @example
 * fleetCatalogue.find('coop-ucb').collides; // → false
 */
import { defineFleet, type FleetSettings } from '../definitions/fleet.ts';
import { Consensus, ConsensusKernel } from '../portable/fleet/consensus.ts';
import { LargestIndex } from '../portable/fleet/largest-index.ts';

type Neighbors = (player: number, other: number, playerCount: number) => boolean;

const GRAPHS: Readonly<Record<string, Neighbors>> = {
  ring: (player, other, count) => [1, count - 1].includes(Math.abs(player - other)),
  star: (player, other) => player === 0 || other === 0,
  path: (player, other) => Math.abs(player - other) === 1,
  complete: () => true,
};

/** P = I − (κ / d) L, row by row. */
function weightsOf(
  graph: Neighbors,
  playerCount: number,
  kappa: number,
): Float64Array<ArrayBuffer> {
  const players = Array.from({ length: playerCount }, (_, player) => player);
  const degrees = players.map(
    (player) =>
      players.filter((other) => other !== player && graph(player, other, playerCount)).length,
  );
  const share = kappa / Math.max(1, ...degrees);
  const weights = new Float64Array(playerCount * playerCount);
  for (const player of players) {
    for (const other of players) {
      const isNeighbor = other !== player && graph(player, other, playerCount);
      weights[player * playerCount + other] =
        other === player ? 1 - share * degrees[player] : isNeighbor ? share : 0;
    }
  }
  return weights;
}

function kernels({ armCount, playerCount, values }: FleetSettings): ConsensusKernel[] {
  const graph = Object.values(GRAPHS)[values.graph];
  const weights = weightsOf(graph, playerCount, values.kappa);
  const consensus = new Consensus(armCount, playerCount, weights, values.discount);
  return Array.from(
    { length: playerCount },
    (_, player) => new ConsensusKernel(consensus, player, values.sigma, values.gamma),
  );
}

export const coopUcb = defineFleet({
  kind: 'players',
  id: 'coop-ucb',
  order: 70,
  name: 'coop-UCB',
  summary: 'Players on a graph share counts and sums with their neighbors, and do not collide.',
  reference: 'Landgren, Srivastava & Leonard 2016–2021',
  standing: 'unconfirmed',
  formula: 's/n + σ √(2 g (n + √ln t) / (M n) · ln t / n), n and s averaged over neighbors',
  guarantee: 'none under drift; logarithmic without, for g > 1',
  cost: 'O(M K)',
  collides: false,
  senses: false,
  parameters: [
    {
      kind: 'integer',
      id: 'graph',
      symbol: 'G',
      role: { of: 'fixed' },
      summary: 'neighbors: ring, star, path or complete',
      default: 0,
      least: 0,
      most: 3,
      words: Object.keys(GRAPHS),
    },
    {
      kind: 'number',
      id: 'discount',
      symbol: 'γ',
      summary: 'weight of a reward that is one slot older, 1 to never forget',
      default: 1,
      above: 0,
      most: 1,
    },
    {
      kind: 'number',
      id: 'kappa',
      symbol: 'κ',
      role: { of: 'fixed' },
      summary: 'share of the neighbors in an exchange',
      default: 0.5,
      above: 0,
      most: 1,
    },
    {
      kind: 'number',
      id: 'sigma',
      symbol: 'σ',
      role: { of: 'fixed' },
      summary: 'standard deviation that rewards are assumed to have',
      default: 0.5,
      above: 0,
    },
    {
      kind: 'number',
      id: 'gamma',
      symbol: 'g',
      role: { of: 'fixed' },
      summary: 'factor in the width, above 1 in theory',
      default: 1,
      above: 0,
    },
  ],
  coordination: () => new LargestIndex(false),
  kernels,
});
