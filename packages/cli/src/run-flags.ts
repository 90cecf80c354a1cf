/** Flags that several commands about experiments share. */
import { numberFlag } from './flags.ts';

/** Reads the number of threads. */
export const readWorkers = numberFlag('--workers', { kind: 'integer', least: 1, most: 1024 });

/** Puts one more plugin to those given before. */
export function collectPlugins(file: string, before: readonly string[] = []): readonly string[] {
  return [...before, file];
}
