/** What the policies of an experiment cost on this machine: measured after playing, kept in its folder. */
import { arch, cpus, type as systemType } from 'node:os';
import { join } from 'node:path';
import { isRecordOf, loadKernels, ResultFolderError, readJson } from '@driftline/engine/node';
import { type Plugins } from '@driftline/engine/play';
import { COSTS_FORMAT, COSTS_VERSION, type Costs, measureCosts } from '@driftline/engine/studies';
import { StatusLine } from '../terminal/status-line.ts';

/** The machine in words. */
function machineName(): string {
  const processor = cpus()[0]?.model.trim() ?? 'unknown processor';
  return `${processor}, ${systemType()} ${arch()}, Node ${process.versions.node}`;
}

/** Measures each policy once, on one thread. */
export function measuredCosts(policies: readonly string[], plugins: Plugins): Costs {
  const status = new StatusLine();
  const costs = measureCosts([...new Set(policies)], {
    now: () => performance.now(),
    kernels: loadKernels(),
    plugins,
    machine: machineName(),
    onTurn: (policy) => status.show(`what a slot of ${policy} costs`),
  });
  status.show('');
  return costs;
}

/**
 * The costs that a result folder keeps; undefined where none were measured.
 *
 * @param folder - the path of the folder
 * @throws ResultFolderError when the file is none that this version reads
 */
export async function readCosts(folder: string): Promise<Costs | undefined> {
  const path = join(folder, 'costs.json');
  const costs = await readJson(path);
  if (costs === undefined || isRecordOf<Costs>(costs, COSTS_FORMAT, COSTS_VERSION)) return costs;
  throw new ResultFolderError(
    `${path}: must hold costs of version ${COSTS_VERSION}; remove the file to draw without them`,
    'result-unreadable',
  );
}
