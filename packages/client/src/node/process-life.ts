/** Which process this is, and whether another one still runs: for locks. */
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** A process, distinguished from a later one of the same number. What a system does not say is null. */
export interface ProcessIdentity {
  readonly host: string;
  /** Of this start of the machine. */
  readonly boot: string | null;
  /** Containers count their processes each for itself. */
  readonly processes: string | null;
  readonly pid: number;
  /** When it started, in ticks. */
  readonly start: string | null;
}

function textOf(read: () => string): string | null {
  try {
    return read().trim() || null;
  } catch {
    // No such thing on this system: then nothing is concluded from it.
    return null;
  }
}

/** Before the start stands a name, in parentheses, of any signs. A zombie has ended. */
function startOf(pid: number): string | null {
  const line = textOf(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  if (line === null) return null;
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  return /^[ZX]/.test(fields[0]) ? 'ended' : fields[19];
}

export function thisProcess(): ProcessIdentity {
  return {
    host: hostname(),
    boot: textOf(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')),
    processes: textOf(() => readlinkSync('/proc/self/ns/pid')),
    pid: process.pid,
    start: startOf(process.pid),
  };
}

/** Whether there is a process with this number; one of somebody else, too. */
function runs(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * Whether a process may still run. A host that was started anew, and a container that was made anew under its old
 * name, have none of their earlier processes. Of another host nothing can be seen, and it is taken to run.
 */
export function mayRun(other: ProcessIdentity): boolean {
  const here = thisProcess();
  if (other.host !== here.host) return true;
  if (other.boot !== here.boot || other.processes !== here.processes) return false;
  if (!runs(other.pid)) return false;
  const start = startOf(other.pid);
  return start === null || other.start === null || start === other.start;
}
