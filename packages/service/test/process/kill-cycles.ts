/** Kills a service under load, again and again, and holds what it has against what it acknowledged. */
import { type Random, randomStream } from '@driftline/core';
import { createExperiment, exported, stateOf } from './client.ts';
import { type Discrepancies, Ledger } from './ledger.ts';
import { finishAll, lostOf, underLoad } from './load.ts';
import { type ProcessOptions, ServiceProcess } from './service-process.ts';

export interface CycleOptions extends ProcessOptions {
  readonly cycles: number;
  /** Acknowledged rewards in a cycle before the service is killed; half of it to one and a half. */
  readonly rewards: number;
  readonly batch: number;
  readonly clients: number;
  readonly seed: number;
  /** Ends a service under load as the fault does; `SIGKILL` unless given. */
  readonly strike?: (service: ServiceProcess) => Promise<void>;
  /** Stops at the first loss: mutants have shown enough then. */
  readonly untilLost?: boolean;
  /** Is given each start, which it may measure. */
  readonly starting?: (start: () => Promise<ServiceProcess>) => Promise<ServiceProcess>;
}

export interface CycleFigures extends Discrepancies {
  cycles: number;
  /** Acknowledged rewards. */
  rewards: number;
  /** Decisions and rewards of which nobody knew after a kill, and which were asked for again. */
  unknown: number;
  /** Rewards that the policy has counted. */
  counted: number;
  /** Decisions that are stored. */
  decisions: number;
}

/** Plays one cycle: load, fault. Returns the blocks that it acknowledged. */
async function strikeUnderLoad(
  service: ServiceProcess,
  ledger: Ledger,
  options: CycleOptions,
  random: Random,
) {
  const before = ledger.acknowledged;
  const enough = Math.ceil(options.rewards * (0.5 + random.uniform()));
  let struck: Promise<unknown> | undefined;
  const strike = options.strike ?? (async (one: ServiceProcess) => void (await one.kill()));
  const goesOn = () => {
    if (struck === undefined && ledger.acknowledged - before >= enough) struck = strike(service);
    return struck === undefined;
  };
  const first = ledger.blocks.length;
  await underLoad(service.address, ledger, { clients: options.clients, goesOn });
  if (struck === undefined) throw new Error(`the service went by itself: ${service.said}`);
  await struck;
  return ledger.blocks.slice(Math.max(0, first - options.clients));
}

/** A service that is started again after each fault. */
class Restarted {
  readonly #options: CycleOptions;
  #now: ServiceProcess | undefined;

  constructor(options: CycleOptions) {
    this.#options = options;
  }

  async start(): Promise<ServiceProcess> {
    const start = () => ServiceProcess.start(this.#options);
    this.#now = await (this.#options.starting ?? ((one) => one()))(start);
    return this.#now;
  }

  async end(): Promise<void> {
    await this.#now?.kill();
  }
}

async function cycle(
  restarted: Restarted,
  ledger: Ledger,
  figures: CycleFigures,
  options: CycleOptions,
): Promise<void> {
  const random = randomStream(options.seed);
  let service = await restarted.start();
  await createExperiment(service.address);
  while (figures.cycles < options.cycles) {
    const blocks = await strikeUnderLoad(service, ledger, options, random);
    figures.unknown += ledger.open.reduce((sum, { size }) => sum + size, 0);
    service = await restarted.start();
    figures.lost += await lostOf(service.address, ledger, blocks);
    figures.cycles += 1;
    if (options.untilLost && figures.lost > 0) return;
  }
  await finishAll(service.address, ledger);
  const audit = await ledger.audit(exported(service.address));
  const { arms, decisions } = await stateOf(service.address);
  figures.lost += audit.lost;
  figures.wrong += audit.wrong;
  figures.counted = arms.reduce((sum, { observed }) => sum + observed, 0);
  figures.decisions = decisions;
}

export async function killCycles(options: CycleOptions): Promise<CycleFigures> {
  const ledger = new Ledger(options.batch);
  const restarted = new Restarted(options);
  const figures = {
    cycles: 0,
    rewards: 0,
    unknown: 0,
    lost: 0,
    wrong: 0,
    counted: 0,
    decisions: 0,
  };
  try {
    await cycle(restarted, ledger, figures, options);
  } finally {
    await restarted.end();
  }
  return { ...figures, rewards: ledger.acknowledged };
}
