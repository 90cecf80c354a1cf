/** What may be said of plugins whose code does not come back; nothing is ended for it. */

import { loadPlugins, type Patience, watchThisThread } from '@driftline/engine/node';
import type { Plugins } from '@driftline/engine/play';
import { UsageError } from './errors.ts';
import { visibleText } from './visible-text.ts';

/** DRIFTLINE_PATIENCE sets it, in seconds. */
const USUAL_SECONDS = 30;

function patienceSeconds(): number {
  const text = process.env.DRIFTLINE_PATIENCE;
  if (text === undefined || text === '') return USUAL_SECONDS;
  const seconds = Number(text);
  if (seconds > 0 && Number.isFinite(seconds)) return seconds;
  throw new UsageError(`DRIFTLINE_PATIENCE must be a number of seconds above 0; got ${text}`);
}

/** Loads plugins, and has it said when one hangs in this thread. */
export async function loadWatched(files: readonly string[]): Promise<Plugins> {
  if (files.length > 0) watchThisThread(patienceSeconds(), visibleText);
  return loadPlugins(files);
}

/** What workers that play plugins are given. */
export function usualPatience(): Patience {
  return {
    seconds: patienceSeconds(),
    report: (text) =>
      void process.stderr.write(`${process.stderr.isTTY ? '\n' : ''}${visibleText(text)}\n`),
  };
}
