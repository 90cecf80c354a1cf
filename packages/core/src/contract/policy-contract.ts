/**
 * What every policy has to satisfy, ours and a user's own alike, without looking inside. The checks
 * are seeded and take well under a second.
 */
import type { PolicyDefinition } from '../definition.ts';
import { ContractError, ParameterError, SnapshotError } from '../errors.ts';
import { Policy, type PolicySnapshot, type Selection } from '../policy.ts';
import type { PolicyOptions } from '../policy-options.ts';
import type { Random } from '../random/generator.ts';
import { randomStream, saveRandom } from '../random/source.ts';
import { type ContractCheck, demand, demandRefusal, demandSame } from './check.ts';

const ARMS = 3;
const SLOTS = 300;

/** Options with which any policy can be made: a horizon, and a budget where one is taken. */
function usualOptions(definition: PolicyDefinition, armCount = ARMS): PolicyOptions {
  const takes = (id: string) => definition.parameters.some((parameter) => parameter.id === id);
  return { armCount, horizon: SLOTS, ...(takes('variation') ? { variation: 4 } : {}) };
}

function usual(definition: PolicyDefinition, extra: Partial<PolicyOptions> = {}): Policy {
  return new Policy(definition, { ...usualOptions(definition), ...extra });
}

/** Rewards between 0 and 1 without exact ties, the best arm changing half way. */
function rewardsFor(slots: number, arms: number, seed: number): number[][] {
  const random = randomStream(seed);
  return Array.from({ length: slots }, (_, slot) =>
    Array.from({ length: arms }, (_, arm) => {
      const lift = arm === (slot < slots / 2 ? 0 : arms - 1) ? 0.3 : 0;
      return 0.7 * random.uniform() + lift;
    }),
  );
}

function play(policy: Policy, random: Random, rewards: readonly number[][]): number[] {
  return rewards.map((row) => {
    const selection = policy.select(random);
    policy.update(selection, row[selection.arm]);
    return selection.arm;
  });
}

function throughJson(snapshot: PolicySnapshot): PolicySnapshot {
  return JSON.parse(JSON.stringify(snapshot));
}

function describesItself(definition: PolicyDefinition): void {
  demand(
    /^[a-z][a-z0-9-]*$/.test(definition.id),
    `id must be lower-case words with dashes; got '${definition.id}'`,
  );
  const texts = [
    'name',
    'summary',
    'reference',
    'formula',
    'memory',
    'estimator',
    'index',
    'guarantee',
    'cost',
  ] as const;
  for (const text of texts) {
    demand(definition[text].trim() !== '', `${text} must say something`);
  }
  const ids = definition.parameters.map((parameter) => parameter.id);
  demand(
    new Set(ids).size === ids.length,
    `parameters must have different ids; got ${ids.join(', ')}`,
  );
}

function isDeterministic(definition: PolicyDefinition): void {
  const rewards = rewardsFor(SLOTS, ARMS, 1);
  const first = play(usual(definition), randomStream(7), rewards);
  demandSame(
    play(usual(definition), randomStream(7), rewards),
    first,
    'arms of a second run with the same seed',
  );
  if (definition.randomised) return;
  demandSame(
    play(usual(definition), randomStream(8), rewards),
    first,
    'arms of a policy that is not randomised, with another seed',
  );
}

function onlySelectDraws(definition: PolicyDefinition): void {
  const policy = usual(definition);
  const random = randomStream(2);
  for (const row of rewardsFor(SLOTS, ARMS, 2)) {
    const before = JSON.stringify(policy.snapshot());
    const selection = policy.select(random);
    demandSame(JSON.stringify(policy.snapshot()), before, 'the state after select');
    demand(selection.slot === policy.slot, 'select must propose for the next slot');
    const drawn = saveRandom(random);
    policy.begin(selection);
    policy.update(selection, row[selection.arm]);
    demandSame(saveRandom(random), drawn, 'the random source after begin and update');
  }
}

function statesPropensities(definition: PolicyDefinition): void {
  const policy = usual(definition);
  const random = randomStream(3);
  for (const row of rewardsFor(SLOTS, ARMS, 3)) {
    const selection = policy.select(random);
    const { propensity } = selection;
    demand(
      propensity === undefined || (propensity > 0 && propensity <= 1),
      `propensity must be above 0 and at most 1, or undefined; got ${propensity}`,
    );
    demand(
      definition.randomised || propensity === 1,
      `propensity of a policy that is not randomised must be 1; got ${propensity}`,
    );
    policy.update(selection, row[selection.arm]);
  }
}

function choosesAmong(definition: PolicyDefinition): void {
  const policy = new Policy(definition, usualOptions(definition, 5));
  const random = randomStream(4);
  const subsets = [[0, 1, 2, 3, 4], [3], [4, 1], [2, 0, 3], [1, 2, 3, 4]];
  rewardsFor(SLOTS, 5, 4).forEach((row, slot) => {
    const among = subsets[slot % subsets.length];
    const selection = policy.select(random, among);
    demand(
      among.includes(selection.arm),
      `select among ${among.join(', ')} chose ${selection.arm}`,
    );
    policy.update(selection, row[selection.arm]);
  });
  demandRefusal(() => policy.select(random, []), ParameterError, 'among', 'choosing among no arms');
  demandRefusal(
    () => policy.select(random, [1, 1]),
    ParameterError,
    'among',
    'an arm listed twice',
  );
  demandRefusal(
    () => policy.select(random, [5]),
    ParameterError,
    'arm',
    'an arm that is not there',
  );
}

function takesNewArms(definition: PolicyDefinition): void {
  const policy = usual(definition);
  const random = randomStream(5);
  const rewards = rewardsFor(SLOTS, ARMS + 2, 5);
  play(policy, random, rewards.slice(0, 100));
  const late = policy.select(random);
  policy.begin(late);
  demandSame(policy.addArm(), ARMS, 'the number of the first new arm');
  demandSame(policy.armCount, ARMS + 1, 'the number of arms after one joined');
  policy.update(late, 0.5);
  const arms = play(policy, random, rewards.slice(100, 250));
  demand(arms.includes(ARMS), 'a new arm must be played at some time in 150 slots');
  policy.addArm();
  const twin = usual(definition);
  twin.restore(throughJson(policy.snapshot()));
  const seed = saveRandom(random);
  const onwards = play(policy, random, rewards.slice(250));
  random.state.set(seed);
  demandSame(
    play(twin, random, rewards.slice(250)),
    onwards,
    'arms after restoring a policy that new arms joined',
  );
}

/** Decisions begun in bursts, settled backwards, some never: the service's daily life. */
function takesLateRewards(definition: PolicyDefinition): void {
  const policy = usual(definition);
  const random = randomStream(6);
  const rewards = rewardsFor(SLOTS, ARMS, 6);
  for (let slot = 0; slot < SLOTS; slot += 10) {
    const burst: Selection[] = [];
    for (let i = 0; i < 10; i++) {
      const selection = policy.select(random);
      policy.begin(selection);
      burst.push(selection);
    }
    demandRefusal(
      () => policy.begin(burst[0]),
      ContractError,
      'slot',
      'a selection that has begun',
    );
    for (const selection of burst.reverse()) {
      if (selection.slot % 7 === 3) policy.expire(selection);
      else policy.update(selection, rewards[selection.slot][selection.arm]);
    }
    settlesOnce(policy, burst[0]);
  }
  demandSame([policy.slot, policy.pendingCount], [SLOTS, 0], 'slots taken, and decisions pending');
}

function settlesOnce(policy: Policy, settled: Selection): void {
  const before = JSON.stringify(policy.snapshot());
  try {
    demand(!policy.update(settled, 1), 'a decision settled twice must not count twice');
  } catch (error) {
    demand(
      error instanceof ContractError,
      `settling twice must give a ContractError; got ${String(error)}`,
    );
  }
  demandSame(JSON.stringify(policy.snapshot()), before, 'the state after settling twice');
}

function continuesFromSnapshot(definition: PolicyDefinition): void {
  const rewards = rewardsFor(SLOTS, ARMS, 7);
  for (const cut of [0, 1, 2, 50, 137, 299]) {
    const policy = usual(definition);
    const random = randomStream(9);
    play(policy, random, rewards.slice(0, cut));
    const snapshot = throughJson(policy.snapshot());
    const seed = saveRandom(random);
    const onwards = play(policy, random, rewards.slice(cut));
    const twin = usual(definition);
    play(twin, randomStream(10), rewardsFor(20, ARMS, 8));
    twin.restore(snapshot);
    random.state.set(seed);
    demandSame(
      play(twin, random, rewards.slice(cut)),
      onwards,
      `arms after restoring at slot ${cut}`,
    );
    demandSame(
      twin.snapshot(),
      policy.snapshot(),
      `the final state after restoring at slot ${cut}`,
    );
  }
}

function keepsPendingInSnapshots(definition: PolicyDefinition): void {
  const policy = usual(definition);
  const random = randomStream(11);
  play(policy, random, rewardsFor(30, ARMS, 9));
  const waiting = policy.select(random);
  policy.begin(waiting);
  const twin = usual(definition);
  twin.restore(throughJson(policy.snapshot()));
  demandSame(
    twin.update(waiting, 0.25),
    policy.update(waiting, 0.25),
    'whether a pending reward counts after restoring',
  );
  demandSame(twin.snapshot(), policy.snapshot(), 'the state after a pending reward');
}

function refusesForeignSnapshots(definition: PolicyDefinition): void {
  const policy = usual(definition);
  play(policy, randomStream(12), rewardsFor(40, ARMS, 10));
  const snapshot = throughJson(policy.snapshot());
  const before = JSON.stringify(policy.snapshot());
  const foreign: [string, object][] = [
    ['version', { ...snapshot, version: 2 }],
    ['format', { ...snapshot, format: 'something-else' }],
    ['policy', { ...snapshot, policy: 'another' }],
    ['startArmCount', { ...snapshot, startArmCount: ARMS + 1 }],
    ['state', { ...snapshot, state: null }],
    ['slot', { ...snapshot, slot: -1 }],
    ['pending', { ...snapshot, pending: [[0, ARMS, 0]] }],
  ];
  for (const [name, value] of foreign) {
    demandRefusal(
      () => policy.restore(value as PolicySnapshot),
      SnapshotError,
      name,
      `a snapshot with another ${name}`,
    );
    demandSame(JSON.stringify(policy.snapshot()), before, 'the state after a refused snapshot');
  }
}

/** What a policy would do next, told by whatever it shows of an arm. */
function viewOf(policy: Policy): (number | undefined)[][] {
  return policy
    .inspect()
    .map(({ index, probability, posterior }) => [
      index,
      probability,
      posterior?.alpha,
      posterior?.beta,
    ]);
}

function treatsArmsAlike(definition: PolicyDefinition): void {
  const rewards = rewardsFor(120, ARMS, 11);
  const permutation = [2, 0, 1];
  const straight = usual(definition);
  const permuted = usual(definition);
  const random = randomStream(13);
  rewards.forEach((row, slot) => {
    const arm = random.below(ARMS);
    const ticket = 1 / ARMS;
    straight.update({ slot, arm, propensity: ticket, ticket }, row[arm]);
    permuted.update({ slot, arm: permutation[arm], propensity: ticket, ticket }, row[arm]);
  });
  const [before, after] = [viewOf(straight), viewOf(permuted)];
  before.forEach((view, arm) => {
    view.forEach((value, i) => {
      const other = after[permutation[arm]][i];
      const same =
        value === other ||
        Math.abs(Number(value) - Number(other)) <= 1e-12 * Math.abs(Number(value));
      demand(
        same,
        `a permuted history must permute the indices; arm ${arm} had ${value}, now ${other}`,
      );
    });
  });
}

function ignoresAConstant(definition: PolicyDefinition): void {
  if (definition.rewards !== 'sub-gaussian') return;
  const rewards = rewardsFor(SLOTS, ARMS, 12);
  const raised = rewards.map((row) => row.map((reward) => reward + 5));
  demandSame(
    play(usual(definition), randomStream(1), raised),
    play(usual(definition), randomStream(1), rewards),
    'arms after a constant was added to all rewards',
  );
}

/** Powers of two, so that nothing is rounded and arms must be equal to the last one. */
function undoesScaling(definition: PolicyDefinition): void {
  const rewards = rewardsFor(SLOTS, ARMS, 13);
  const plain = play(usual(definition), randomStream(14), rewards);
  const takes = (id: string) => definition.parameters.some((parameter) => parameter.id === id);
  if (takes('scale')) {
    const scaled = rewards.map((row) => row.map((reward) => reward * 8));
    demandSame(
      play(usual(definition, { scale: 8 }), randomStream(14), scaled),
      plain,
      'arms with scale 8 on rewards times 8',
    );
  }
  if (takes('center')) {
    const grid = rewards.map((row) => row.map((reward) => Math.round(reward * 1024) / 1024));
    const moved = grid.map((row) => row.map((reward) => reward + 4));
    demandSame(
      play(usual(definition, { center: 4 }), randomStream(14), moved),
      play(usual(definition), randomStream(14), grid),
      'arms with center 4 on rewards plus 4',
    );
  }
  if (definition.rewards === 'unit-interval') {
    const wide = rewards.map((row) => row.map((reward) => reward * 4));
    demandSame(
      play(usual(definition, { rewardRange: [0, 4] }), randomStream(14), wide),
      plain,
      'arms with the range 0 to 4 on rewards times 4',
    );
  }
}

function countNumbers(value: unknown): number {
  if (typeof value === 'number') return 1;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((sum, part) => sum + countNumbers(part), 0);
}

function staysBounded(definition: PolicyDefinition): void {
  const policy = usual(definition);
  const random = randomStream(15);
  const rewards = rewardsFor(SLOTS, ARMS, 14);
  const sizes = [1, 2, 3, 4].map(() => {
    play(policy, random, rewards);
    return countNumbers(policy.snapshot().state);
  });
  demand(
    sizes.every((size) => size === sizes[0]),
    `the state must not grow with time; it held ${sizes.join(', ')} numbers`,
  );
}

function refusesBadRewards(definition: PolicyDefinition): void {
  const policy = usual(definition);
  const random = randomStream(16);
  play(policy, random, rewardsFor(20, ARMS, 15));
  const before = JSON.stringify(policy.snapshot());
  for (const reward of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
    demandRefusal(
      () => policy.update(policy.select(random), reward),
      ParameterError,
      'reward',
      `a reward of ${reward}`,
    );
  }
  demandSame(JSON.stringify(policy.snapshot()), before, 'the state after refused rewards');
}

function refusesBadParameters(definition: PolicyDefinition): void {
  for (const armCount of [0, -1, 1.5, Number.NaN]) {
    demandRefusal(
      () => usual(definition, { armCount }),
      ParameterError,
      'armCount',
      `armCount ${armCount}`,
    );
  }
  demandRefusal(
    () => usual(definition, { horizon: 0 }),
    ParameterError,
    'horizon',
    'a horizon of 0',
  );
  demandRefusal(
    () => usual(definition, { nonsense: 1 }),
    ParameterError,
    'nonsense',
    'an unknown parameter',
  );
  for (const { id, kind, least, above, most, below } of definition.parameters) {
    const outside = [Number.NaN, Number.POSITIVE_INFINITY];
    if (least !== undefined) outside.push(least - 1);
    if (above !== undefined) outside.push(above);
    if (most !== undefined) outside.push(most + 1);
    if (below !== undefined) outside.push(below);
    if (kind === 'integer') outside.push((least ?? 0) + 0.5);
    for (const value of outside) {
      demandRefusal(() => usual(definition, { [id]: value }), ParameterError, id, `${id} ${value}`);
    }
  }
}

function playsASingleArm(definition: PolicyDefinition): void {
  const policy = new Policy(definition, usualOptions(definition, 1));
  const arms = play(policy, randomStream(17), rewardsFor(SLOTS, 1, 16));
  demand(
    arms.every((arm) => arm === 0),
    'with one arm, arm 0 must be played in every slot',
  );
}

/** Every check of the contract for one policy. */
export function policyContract(definition: PolicyDefinition): ContractCheck[] {
  const checks: [string, (definition: PolicyDefinition) => void][] = [
    ['describes itself', describesItself],
    ['is deterministic', isDeterministic],
    ['draws only in select, which changes nothing else', onlySelectDraws],
    ['states propensities that are probabilities', statesPropensities],
    ['chooses among given arms', choosesAmong],
    ['takes new arms while running', takesNewArms],
    ['takes late, reordered and expired rewards, once each', takesLateRewards],
    ['continues bit for bit from a snapshot', continuesFromSnapshot],
    ['keeps pending decisions in snapshots', keepsPendingInSnapshots],
    ['refuses foreign snapshots and stays as it was', refusesForeignSnapshots],
    ['treats arms alike', treatsArmsAlike],
    ['ignores a constant added to all rewards', ignoresAConstant],
    ['undoes scaling', undoesScaling],
    ['keeps its state bounded', staysBounded],
    ['refuses rewards that are not finite numbers', refusesBadRewards],
    ['refuses bad parameters by name', refusesBadParameters],
    ['plays a single arm', playsASingleArm],
  ];
  return checks.map(([name, check]) => ({ name, run: () => check(definition) }));
}
