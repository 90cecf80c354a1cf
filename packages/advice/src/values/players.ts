/** Players are kept, as making one takes longer than a short play. */
import type { KernelModule } from '@driftline/core/compiled';
import { WorldPlayer } from '../worlds/play.ts';

let kept: { readonly kernels: KernelModule | undefined; readonly player: WorldPlayer } | undefined;

/** The player of this thread. It keeps nothing that an outcome depends on. */
export function playerFor(kernels: KernelModule | undefined): WorldPlayer {
  if (kept === undefined || kept.kernels !== kernels)
    kept = { kernels, player: new WorldPlayer(kernels) };
  return kept.player;
}
