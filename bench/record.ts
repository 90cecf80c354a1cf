/** A run of the benchmark as plain data: what was found, when, where, with what. */
import { spawnSync } from 'node:child_process';
import { availableParallelism, cpus, release, type as systemType } from 'node:os';
import { softwareOf } from '@driftline/engine/node';
import type { TitledFindings } from './section.ts';

/** Everything that a run leaves. */
export interface BenchRecord {
  readonly format: 'driftline-bench';
  readonly version: 1;
  readonly date: string;
  readonly quick: boolean;
  readonly machine: {
    readonly processor: string;
    readonly cores: number;
    readonly system: string;
    readonly node: string;
    readonly compiler: string | null;
  };
  readonly software: {
    readonly version: string;
    readonly commit: string | null;
    /** Whether the checkout had changes that are not in the commit. */
    readonly modified: boolean;
  };
  readonly sections: readonly TitledFindings[];
}

function hasChanges(): boolean {
  const { stdout } = spawnSync('git', ['status', '--porcelain'], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  });
  return (stdout ?? '').trim() !== '';
}

/** The record of a run. */
export async function recordOf(
  sections: readonly TitledFindings[],
  quick: boolean,
  compiler: string | undefined,
): Promise<BenchRecord> {
  return {
    format: 'driftline-bench',
    version: 1,
    date: new Date().toISOString(),
    quick,
    machine: {
      processor: cpus()[0]?.model.trim() ?? 'unknown',
      cores: availableParallelism(),
      system: `${systemType()} ${release()} ${process.arch}`,
      node: process.versions.node,
      compiler: compiler ?? null,
    },
    software: { ...(await softwareOf()), modified: hasChanges() },
    sections,
  };
}
