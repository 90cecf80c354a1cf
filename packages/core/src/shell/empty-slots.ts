import { NO_ARM } from '../portable/kernels/exploration.ts';
import type { IdleKernel, Kernel } from '../portable/kernels/kernel.ts';

/** A kernel that slots pass for. */
export type PassingKernel = Pick<Kernel, 'advance'> & Partial<Pick<IdleKernel, 'passEmpty'>>;

/** Lets empty slots pass, many at once if the kernel can. */
export function passEmptySlots(kernel: PassingKernel, slots: number): void {
  let left = slots;
  while (left > 0) {
    left -= kernel.passEmpty?.(left) ?? 0;
    if (left > 0) {
      kernel.advance(NO_ARM);
      left -= 1;
    }
  }
}
