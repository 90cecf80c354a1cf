/** What the policies of an experiment cost on this machine: measured after playing, kept in its folder. */
import { arch, cpus, type as systemType } from 'node:os';
import { loadKernels } from '@driftline/engine/node';
import { type Plugins } from '@driftline/engine/play';
import { type Costs, measureCosts } from '@driftline/engine/studies';
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
    onTurn: (policy) => status.show(`time per slot of ${policy} costs`),
  });
  status.show('');
  return costs;
}
