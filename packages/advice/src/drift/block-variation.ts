/**
 * The variation of block means, for those who are used to it. It is mostly noise, and what is below a block is not in it: so
 * it comes with what noise alone would show, and nothing is advised by it.
 */
import { normal } from '@driftline/core/parts';
import { Moments } from '../base/moments.ts';
import type { BlockVariation } from '../contract/drift.ts';
import type { Log } from '../contract/log.ts';
import type { Answer } from '../contract/refusal.ts';
import { streamFor } from '../contract/streams.ts';
import { armCountOf } from '../log/part.ts';

/** Rows of a block. */
const BLOCK = 500;
/** Draws of what noise would show: each is a sum over all blocks. */
const DRAWS = 20;

/** Means of blocks, and the deviation of each by noise; NaN where an arm has too few rows. */
interface BlockMeans {
  readonly blocks: number;
  readonly armCount: number;
  readonly means: Float64Array;
  readonly errors: Float64Array;
}

function blockMeans(log: Log): BlockMeans {
  const armCount = armCountOf(log);
  const blocks = Math.floor(log.rows / BLOCK);
  const cells = Array.from({ length: blocks * armCount }, () => new Moments());
  for (let row = 0; row < blocks * BLOCK; row++) {
    const [arm, reward] = [log.arm[row], log.reward[row]];
    if (arm < armCount && !Number.isNaN(reward))
      cells[Math.floor(row / BLOCK) * armCount + arm].add(reward);
  }
  return {
    blocks,
    armCount,
    means: Float64Array.from(cells, ({ count, mean }) => (count > 1 ? mean : Number.NaN)),
    errors: Float64Array.from(cells, ({ count, variance }) =>
      count > 1 ? Math.sqrt(variance / (count - 1)) : Number.NaN,
    ),
  };
}

/** The largest change of any arm from block to block, summed. */
function variationOf({ blocks, armCount }: BlockMeans, means: Float64Array): number {
  let sum = 0;
  for (let cell = armCount; cell < blocks * armCount; cell += armCount) {
    let most = 0;
    for (let arm = 0; arm < armCount; arm++) {
      const change = Math.abs(means[cell + arm] - means[cell + arm - armCount]);
      if (change > most) most = change;
    }
    sum += most;
  }
  return sum;
}

/** The variation of a log's block means. */
export function blockVariation(log: Log, seed: number): Answer<BlockVariation> {
  if (log.rows < 2 * BLOCK) return { refused: 'too-short', need: { rows: 2 * BLOCK } };
  const seen = blockMeans(log);
  const random = streamFor(seed, 'variation');
  let noise = 0;
  for (let draw = 0; draw < DRAWS; draw++) {
    const drawn = seen.errors.map((error) => error * normal(random));
    noise += variationOf(seen, drawn) / DRAWS;
  }
  return { block: BLOCK, value: variationOf(seen, seen.means), noiseOnly: noise };
}
