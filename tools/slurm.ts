/**
 * A real Slurm on this machine, a controller and one node, with all that belongs to it in one temporary
 * folder: nothing of the system's own is changed. Needs Debian's packages and root.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { installPackages } from './workplace.ts';

const PACKAGES = ['slurmctld', 'slurmd', 'slurm-client', 'munge', 'parallel'];
const PROGRAMS = ['slurmctld', 'slurmd', 'sbatch', 'munged', 'parallel'];

/** Installs what is needed where it is absent. */
export function installSlurm(): void {
  installPackages(PACKAGES, PROGRAMS);
}

/** Any two ports that a test of this kind is unlikely to meet. */
const PORTS = { controller: 26817, node: 26818 };

function configuration(folder: string, cpus: number): string {
  const host = hostname();
  return `${[
    'ClusterName=driftline',
    `SlurmctldHost=${host}(127.0.0.1)`,
    `SlurmctldPort=${PORTS.controller}`,
    `SlurmdPort=${PORTS.node}`,
    `AuthInfo=socket=${join(folder, 'munge.socket')}`,
    'SlurmUser=root',
    'SlurmdUser=root',
    'ProctrackType=proctrack/linuxproc',
    'TaskPlugin=task/none',
    'SelectType=select/cons_tres',
    'SelectTypeParameters=CR_Core',
    'MpiDefault=none',
    'ReturnToService=2',
    'SchedulerParameters=sched_interval=1,bf_interval=1',
    `StateSaveLocation=${join(folder, 'state')}`,
    `SlurmdSpoolDir=${join(folder, 'spool')}`,
    `SlurmctldPidFile=${join(folder, 'slurmctld.pid')}`,
    `SlurmdPidFile=${join(folder, 'slurmd.pid')}`,
    `SlurmctldLogFile=${join(folder, 'slurmctld.log')}`,
    `SlurmdLogFile=${join(folder, 'slurmd.log')}`,
    `NodeName=${host} NodeAddr=127.0.0.1 CPUs=${cpus} RealMemory=1000 State=UNKNOWN`,
    `PartitionName=all Nodes=${host} Default=YES MaxTime=INFINITE State=UP`,
  ].join('\n')}\n`;
}

/** A cluster of one machine, until it is stopped. */
export class Slurm {
  readonly cpus: number;
  readonly #folder: string;
  readonly #processes: ChildProcess[] = [];

  private constructor(folder: string, cpus: number) {
    this.#folder = folder;
    this.cpus = cpus;
  }

  /** @param folder - an empty one */
  static async start(folder: string): Promise<Slurm> {
    const slurm = new Slurm(folder, availableParallelism());
    try {
      await slurm.#startAll();
    } catch (error) {
      await slurm.stop();
      throw error;
    }
    return slurm;
  }

  get env(): NodeJS.ProcessEnv {
    return { ...process.env, SLURM_CONF: join(this.#folder, 'slurm.conf') };
  }

  async #startAll(): Promise<void> {
    const inside = (name: string) => join(this.#folder, name);
    for (const name of ['state', 'spool']) mkdirSync(inside(name));
    writeFileSync(inside('munge.key'), randomBytes(1024), { mode: 0o400 });
    writeFileSync(inside('slurm.conf'), configuration(this.#folder, this.cpus));
    const files = ['key', 'socket', 'pid', 'log', 'seed'].map((kind) =>
      kind === 'socket'
        ? `--socket=${inside('munge.socket')}`
        : `--${kind}-file=${inside(`munge.${kind}`)}`,
    );
    this.#run('munged', ['--foreground', '--force', ...files]);
    await this.#until('munge answers', () =>
      execFileSync('munge', [`--socket=${inside('munge.socket')}`, '--no-input'], {
        stdio: 'ignore',
      }),
    );
    this.#run('slurmctld', ['-D', '-f', inside('slurm.conf')]);
    this.#run('slurmd', ['-D', '-f', inside('slurm.conf')]);
    await this.#until('the node is idle', () => {
      if (!/^idle/.test(this.command('sinfo', '--noheader', '--format=%T')))
        throw new Error('not yet');
    });
  }

  /** Runs a program of Slurm's, and returns what it prints. */
  command(program: string, ...args: string[]): string {
    return execFileSync(program, args, {
      env: this.env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }

  #run(program: string, args: string[]): void {
    const child = spawn(program, args, { env: this.env, stdio: 'ignore' });
    child.on('error', (error) => process.stderr.write(`${program}: ${error.message}\n`));
    this.#processes.push(child);
  }

  /** Tries until it does not throw; what never comes is said by name. */
  async #until(what: string, attempt: () => unknown): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        attempt();
        return;
      } catch (error) {
        if (tries === 300) throw new Error(`waited in vain until ${what}`, { cause: error });
        await sleep(200);
      }
    }
  }

  /** Ends what was started, in the other order. */
  async stop(): Promise<void> {
    for (const child of this.#processes.reverse()) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    }
  }
}
