/** Which process on which machine this is, and whether another one still runs: for locks. */
import { execFile } from 'node:child_process';
import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { promisify } from 'node:util';
import { textOf } from './files.ts';

/** A place whose processes see each other. What a system does not say is null. */
interface Machine {
  readonly host: string;
  /** Of this installation, wherever and however often it is started. */
  readonly machine: string | null;
  /** Of this start of the machine: processes of an earlier one are gone. */
  readonly boot: string | null;
  /** Containers of one machine count their processes each for itself. */
  readonly processes: string | null;
}

/** A process, distinguished from a later one that was given the same number. */
export interface ProcessIdentity extends Machine {
  readonly pid: number;
  /** When it started, as its system says; null where that cannot be known. */
  readonly start: string | null;
}

async function tryText(read: () => Promise<string | undefined>): Promise<string | null> {
  try {
    return (await read())?.trim() || null;
  } catch {
    // No such thing on this system, or not for us to read: then nothing is concluded from it.
    return null;
  }
}

/** The machine that this process runs on. */
async function thisMachine(): Promise<Machine> {
  return {
    host: hostname(),
    machine: await tryText(() => textOf('/etc/machine-id')),
    boot: await tryText(() => textOf('/proc/sys/kernel/random/boot_id')),
    processes: await tryText(() => readlink('/proc/self/ns/pid')),
  };
}

/** In place of a start: a zombie has ended, only its parent has not asked how yet. */
const ZOMBIE = 'ended';

/** The start in ticks since the machine's. Before it stands a name, in parentheses, of any signs. */
async function startByProc(pid: number): Promise<string> {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  return /^[ZX]/.test(fields[0]) ? ZOMBIE : fields[19];
}

/** The same by the program that other systems have for it. */
export async function startByPs(pid: number): Promise<string> {
  // Apart: to some systems all that follows an equals sign is a heading.
  const args = ['-o', 'stat=', '-o', 'lstart=', '-p', String(pid)];
  const env = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };
  const { stdout } = await promisify(execFile)('ps', args, { env });
  const [state, ...start] = stdout.trim().split(/\s+/);
  return /^Z/.test(state) ? ZOMBIE : start.join(' ');
}

function startOf(pid: number): Promise<string | null> {
  return tryText(() => (process.platform === 'linux' ? startByProc(pid) : startByPs(pid)));
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

/** This very process. */
export async function thisProcess(): Promise<ProcessIdentity> {
  return { ...(await thisMachine()), pid: process.pid, start: await startOf(process.pid) };
}

/** What can be said from here of a process. */
type Life = 'runs' | 'ended' | 'unknown';

/** Whether processes there can be seen from here; a host may have got another name meanwhile. */
function sameMachine(there: Machine, here: Machine): boolean {
  if (here.boot === null || here.processes === null) {
    return there.host === here.host && there.boot === here.boot;
  }
  return there.boot === here.boot && there.processes === here.processes;
}

/** Whether a machine was started anew since: then none of its processes is left. */
function restarted(before: Machine, now: Machine): boolean {
  const known = before.machine !== null && before.boot !== null && now.boot !== null;
  return (
    known && before.host === now.host && before.machine === now.machine && before.boot !== now.boot
  );
}

/**
 * Whether a process still runs. Nothing is concluded from clocks: one that can't be seen from here,
 * on another machine or in another container, or distinguished from a later one, is unknown.
 */
export async function lifeOf(other: ProcessIdentity): Promise<Life> {
  const here = await thisMachine();
  if (restarted(other, here)) return 'ended';
  if (!sameMachine(other, here)) return 'unknown';
  if (!runs(other.pid)) return 'ended';
  const start = await startOf(other.pid);
  if (start === ZOMBIE) return 'ended';
  // Where a start cannot be known, as on Windows, the number may have been given anew.
  if (start === null || other.start === null) return runs(other.pid) ? 'unknown' : 'ended';
  return start === other.start ? 'runs' : 'ended';
}
