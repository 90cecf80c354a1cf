/** The native yardstick: the C programs of `bench/native`, compiled for this machine. */
import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BenchSetting, Subject } from '@driftline/engine/studies';

const SOURCES = join(import.meta.dirname, 'native');
/** Contraction would give other bits than JavaScript, which has no fused multiply-add. */
const FLAGS = ['-O3', '-march=native', '-ffp-contract=off'];

/** What each policy is held against, where there is C for it. */
export const VARIANTS: Readonly<Record<string, 'tuned' | 'plain'>> = {
  ucb1: 'tuned',
  moss: 'tuned',
  'r-moss': 'tuned',
  'sw-moss': 'tuned',
  'sw-ucb': 'tuned',
  'd-ucb': 'tuned',
  rmoss: 'tuned',
  'r-rmoss': 'tuned',
  'sw-rmoss': 'tuned',
  exp3: 'plain',
  rexp3: 'plain',
  exp3s: 'plain',
  ts: 'plain',
  dts: 'plain',
  'mctopm:of=kl-ucb': 'plain',
  'd-linucb': 'plain',
};

/** One line of a yardstick's output. */
interface NativeAnswer {
  readonly nsPerSlot: number;
  readonly regret: number;
}

/** A compiled yardstick. */
export class Yardstick {
  /** The compiler and its version. */
  readonly compiler: string;
  readonly #folder: string;
  readonly #program: string;

  private constructor(compiler: string, folder: string) {
    this.compiler = compiler;
    this.#folder = folder;
    this.#program = join(folder, 'yardstick');
  }

  /** Compiles; undefined where there is no C compiler. Set CC to choose one. */
  static compile(command = process.env.CC ?? 'cc'): Yardstick | undefined {
    const version = spawnSync(command, ['--version'], { encoding: 'utf8' });
    if (version.error !== undefined || version.status !== 0) return undefined;
    const [name] = version.stdout.split('\n');
    const yardstick = new Yardstick(name, mkdtempSync(join(tmpdir(), 'driftline-yardstick-')));
    const sources = globSync('*.c', { cwd: SOURCES }).map((file) => join(SOURCES, file));
    try {
      execFileSync(command, [...FLAGS, '-o', yardstick.#program, ...sources, '-lm']);
    } catch (error) {
      yardstick.remove();
      throw error;
    }
    return yardstick;
  }

  /** Plays a policy in C. */
  play(policy: string, setting: BenchSetting, replications: number): NativeAnswer {
    const { armCount, horizon, window, noise, dimension = 1 } = setting;
    const options = {
      variant: VARIANTS[policy],
      policy,
      arms: armCount,
      horizon,
      window,
      noise,
      dimension,
      replications,
    };
    const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
    return JSON.parse(execFileSync(this.#program, args, { encoding: 'utf8' }));
  }

  /** Removes the program. */
  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

const FIRST_REPLICATIONS = 20;

/** A policy in C that takes turns with others. It measures its own time, so starting it costs nothing. */
export class NativePolicy implements Subject {
  readonly #yardstick: Yardstick;
  readonly #policy: string;
  readonly #setting: BenchSetting;
  #nsPerSlot = 100;

  constructor(yardstick: Yardstick, policy: string, setting: BenchSetting) {
    this.#yardstick = yardstick;
    this.#policy = policy;
    this.#setting = setting;
  }

  warmUp(): void {
    const { nsPerSlot } = this.#yardstick.play(this.#policy, this.#setting, FIRST_REPLICATIONS);
    this.#nsPerSlot = nsPerSlot;
  }

  round(leastMilliseconds: number): number {
    const replication = (this.#nsPerSlot * this.#setting.horizon) / 1e6;
    const replications = Math.ceil(leastMilliseconds / replication);
    return this.#yardstick.play(this.#policy, this.#setting, replications).nsPerSlot;
  }
}
