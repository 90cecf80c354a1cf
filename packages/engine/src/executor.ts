import type { Chunk, Comparison } from './comparison.ts';
import { type ChunkRows, playChunk } from './play-chunk.ts';
import { NO_PLUGINS, type Plugins } from './plugins.ts';

/** Plays chunks somewhere: in this thread, on Node's worker threads, or on Web Workers. */
export interface Executor {
  /** How many chunks it can play at a time. */
  readonly size: number;
  /** Plays a chunk of one of the comparisons that the executor was made for. */
  play(comparison: number, chunk: Chunk): Promise<ChunkRows>;
  close(): Promise<void>;
}

/** Plays in this thread, one chunk at a time. */
export class InlineExecutor implements Executor {
  readonly size = 1;
  readonly #comparisons: readonly Comparison[];
  readonly #plugins: Plugins;

  constructor(comparisons: readonly Comparison[], plugins: Plugins = NO_PLUGINS) {
    this.#comparisons = comparisons;
    this.#plugins = plugins;
  }

  async play(comparison: number, chunk: Chunk): Promise<ChunkRows> {
    return playChunk(this.#comparisons[comparison], chunk, this.#plugins);
  }

  async close(): Promise<void> {}
}
