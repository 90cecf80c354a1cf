import type { KernelModule } from '@driftline/core/compiled';
import type { Chunk, Comparison } from './comparison.ts';
import { ChunkPlayer, type ChunkRows } from './play-chunk.ts';
import type { OnSlots } from './player.ts';
import { NO_PLUGINS, type Plugins } from './plugins/plugins.ts';
import { SameAgain } from './same-again.ts';

/** Plays chunks somewhere: in this thread, on Node's worker threads, or on Web Workers. */
export interface Executor {
  /** How many chunks it can play at a time. */
  readonly size: number;
  /**
   * Plays a chunk of a comparison. Which one comes next is not its business.
   *
   * @param onSlots - called now and then with the slots just played, where the executor knows them
   */
  play(comparison: Comparison, chunk: Chunk, onSlots?: OnSlots): Promise<ChunkRows>;
  close(): Promise<void>;
}

/**
 * Plays chunks of any comparisons in this thread. Chunks of one comparison mostly come one after
 * another, so what they share is kept until another comparison's turn.
 */
export class ChunkPlayers {
  readonly #plugins: Plugins;
  readonly #kernels: KernelModule | undefined;
  #latest: ChunkPlayer | undefined;

  constructor(plugins: Plugins = NO_PLUGINS, kernels?: KernelModule) {
    this.#plugins = plugins;
    this.#kernels = kernels;
  }

  play(comparison: Comparison, chunk: Chunk, onSlots?: OnSlots): ChunkRows {
    if (this.#latest?.comparison !== comparison) {
      this.#latest = new ChunkPlayer(comparison, this.#plugins, this.#kernels);
    }
    return playedSame(this.#latest, chunk, this.#plugins, onSlots);
  }
}

/** Plays a chunk, and where plugins have part in it, its first replication once more. */
function playedSame(
  player: ChunkPlayer,
  chunk: Chunk,
  plugins: Plugins,
  onSlots: OnSlots | undefined,
): ChunkRows {
  const rows = player.play(chunk, onSlots);
  const same = new SameAgain(player.comparison, player.environment, plugins);
  if (same.concerned) same.check(rows, player.play({ from: chunk.from, to: chunk.from + 1 }));
  const means = same.meansDigest(player.environment);
  return means === undefined ? rows : { ...rows, means };
}

/** Plays in this thread, one chunk at a time. */
export class InlineExecutor implements Executor {
  readonly size = 1;
  readonly #players: ChunkPlayers;

  constructor(plugins?: Plugins, kernels?: KernelModule) {
    this.#players = new ChunkPlayers(plugins, kernels);
  }

  async play(comparison: Comparison, chunk: Chunk, onSlots?: OnSlots): Promise<ChunkRows> {
    return this.#players.play(comparison, chunk, onSlots);
  }

  async close(): Promise<void> {}
}
