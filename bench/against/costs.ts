/**
 * Program that measures one checkout and prints its costs as JSON: `node costs.ts CHECKOUT kernels|decisions [POLICIES]`.
 * A process of its own for each turn gives every build a fresh compiler and a fresh heap.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as Core from '@driftline/core';
import type * as EngineNode from '@driftline/engine/node';
import type * as Studies from '@driftline/engine/studies';

/** Cost by name: nanoseconds of CPU per slot or per decision. */
export type Costs = Readonly<Record<string, number>>;

const SETTING = { armCount: 3, horizon: 5000, window: 203, noise: 'bernoulli' } as const;
const KERNEL_MILLISECONDS = 150;

/** Deciders that are measured in plain JavaScript, as an application uses them. */
const DECIDERS: Readonly<Record<string, (core: typeof Core) => Core.Decider>> = {
  'auto, 3 arms': ({ createDecider }) => createDecider('auto', { armCount: 3 }),
  'auto, 100 arms': ({ createDecider }) => createDecider('auto', { armCount: 100 }),
  'sw-moss, 3 arms': ({ createDecider }) => createDecider('sw-moss', { armCount: 3, window: 500 }),
  'd-ucb, 3 arms': ({ createDecider }) => createDecider('d-ucb', { armCount: 3, window: 500 }),
  'ucb1, 3 arms': ({ createDecider }) => createDecider('ucb1', { armCount: 3 }),
};
const WARM_UP_DECISIONS = 50_000;
const MEASURED_DECISIONS = 200_000;

/** Milliseconds of CPU that this process has used, all of its threads together. */
function cpuMilliseconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

async function kernelCosts(checkout: string, policies: readonly string[]): Promise<Costs> {
  const engine = join(checkout, 'packages', 'engine', 'dist');
  const studies: typeof Studies = await load(join(engine, 'doors', 'studies.js'));
  const node: typeof EngineNode = await load(join(engine, 'node', 'index.js'));
  const kernels = node.loadKernels();
  const costs: Record<string, number> = {};
  for (const policy of policies) {
    const player = new studies.PlayedPolicy(policy, SETTING, { now: cpuMilliseconds, kernels });
    player.warmUp();
    costs[policy] = player.round(KERNEL_MILLISECONDS);
  }
  return costs;
}

/** Nanoseconds of CPU for one decision and its reward, among Bernoulli arms with fixed means. */
function decisionCost(core: typeof Core, decider: Core.Decider): number {
  const rewards = core.randomStream(2);
  const play = (decisions: number) => {
    for (let i = 0; i < decisions; i++) {
      const decision = decider.decide();
      const mean = (decision.arm + 1) / (decider.policy.armCount + 1);
      decider.update(decision, rewards.uniform() < mean ? 1 : 0);
    }
  };
  play(WARM_UP_DECISIONS);
  const start = cpuMilliseconds();
  play(MEASURED_DECISIONS);
  return (1e6 * (cpuMilliseconds() - start)) / MEASURED_DECISIONS;
}

async function decisionCosts(checkout: string): Promise<Costs> {
  const core: typeof Core = await load(join(checkout, 'packages', 'core', 'dist', 'index.js'));
  const cost = ([name, make]: [string, (core: typeof Core) => Core.Decider]) =>
    [name, decisionCost(core, make(core))] as const;
  return Object.fromEntries(Object.entries(DECIDERS).map(cost));
}

/** Loads a module of another checkout. The caller states its type, which the base may lack in part. */
async function load<Module>(path: string): Promise<Module> {
  return await import(pathToFileURL(path).href);
}

const [checkout, part, policies = ''] = process.argv.slice(2);
const costs =
  part === 'kernels'
    ? await kernelCosts(checkout, policies.split(','))
    : await decisionCosts(checkout);
process.stdout.write(JSON.stringify(costs));
