/** How much memory something takes, measured after everything else is collected. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

function exposedCollector(): () => void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect !== 'function') throw new Error('this Node does not let us collect garbage');
  return () => collect();
}

const collectGarbage = exposedCollector();

function bytesInUse(): number {
  // Twice: what the first run finds unreachable may be freed by the second only.
  collectGarbage();
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** Makes something, and measures the bytes that it keeps on the heap and in arrays. */
export function withBytes<Made>(make: () => Made): { made: Made; bytes: number } {
  const before = bytesInUse();
  const made = make();
  const bytes = bytesInUse() - before;
  return { made, bytes };
}
