/**
 * The two environments on which Baudry, Russac & Cappé (On Limited-Memory Subsampling Strategies for Bandits,
 * ICML 2021) compare SW-LB-SDA with others: means that stay, then jump. Read in the notebooks that go with the
 * paper (YRussac/LB-SDA).
 */
import type { EnvironmentDefinition, EnvironmentSettings } from '../definitions/environment.ts';
import type { MeanTable } from '../means/mean-table.ts';
import { tableOfPieces } from './piecewise.ts';

/** Means that hold from a slot on, up to the next piece. */
interface Piece {
  readonly from: number;
  readonly means: readonly number[];
}

interface Published {
  readonly id: string;
  readonly order: number;
  readonly name: string;
  readonly pageName: string;
  readonly summary: string;
  readonly law: string;
  readonly pieces: readonly Piece[];
}

const HORIZON = 10_000;

function tableOf(pieces: readonly Piece[], { armCount, horizon }: EnvironmentSettings): MeanTable {
  const rows = pieces.map(({ means }) =>
    Array.from({ length: armCount }, (_, arm) => means[arm % means.length]),
  );
  const breakpoints = pieces.slice(1).map(({ from }) => from);
  return tableOfPieces(rows, breakpoints, horizon);
}

function published({ pieces, ...texts }: Published): EnvironmentDefinition {
  const changes = pieces.length - 1;
  const begun = ({ horizon }: EnvironmentSettings) =>
    pieces.filter(({ from }) => from > 0 && from < horizon).length;
  return {
    ...texts,
    isPreset: true,
    notes: [
      `As in the paper, ${HORIZON} slots are played, and policies are given the number of changes, ${changes}.`,
      'Our choice: a change applies from its slot on. In the authors’ code that slot still has the old reward.',
      'Our choice: with more arms the means repeat, and with fewer the first ones are played.',
    ],
    parameters: [],
    armCount: pieces[0].means.length,
    horizon: HORIZON,
    means: (settings) => tableOf(pieces, settings),
    statedChanges: begun,
  };
}

export const lbSdaBernoulli = published({
  id: 'lb-sda-bernoulli',
  order: 44,
  name: 'Bernoulli environment of LB-SDA',
  pageName: 'Two jumps (LB-SDA, Bernoulli)',
  summary: 'Bernoulli rewards; three arms whose means change after 3000 and 5000 of 10,000 slots.',
  law: 'bernoulli',
  pieces: [
    { from: 0, means: [0.5, 0.3, 0.4] },
    { from: 3000, means: [0.3, 0.7, 0.2] },
    { from: 5000, means: [0.5, 0.3, 0.6] },
  ],
});

export const lbSdaGaussian = published({
  id: 'lb-sda-gaussian',
  order: 46,
  name: 'Gaussian environment of LB-SDA',
  pageName: 'Three jumps (LB-SDA, normal noise)',
  summary:
    'Normal noise with standard deviation 0.5; three arms whose means change after 2500, 4500 and 7000 of 10,000 slots.',
  law: 'gaussian:sd=0.5',
  pieces: [
    { from: 0, means: [0.9, 0.5, 0.4] },
    { from: 2500, means: [0.4, 0.8, 0.5] },
    { from: 4500, means: [0.3, 0.2, 0.7] },
    { from: 7000, means: [0.9, 0.8, 0.4] },
  ],
});
