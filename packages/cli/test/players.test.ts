/** Several players, through the real command: results, identities, and everything that is refused. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { directoryWith, driftline, driftlineWithCodes } from './driftline.ts';
import { differingFiles } from './run-folder.ts';

const short = ['--environment', 'paper-2', '--horizon', '300', '--replications', '12'];
const two = 'mctopm:of=kl-ucb,selfish:of=sw-klucb|window=50';
const played = ['compare', '--players', '2', '--policies', two, ...short];

function recordOf(args: readonly string[]) {
  const { code, stdout, stderr } = driftline([...args, '--json']);
  expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout);
}

describe('compare --players --json', () => {
  test('has collisions, switches and fairness of each policy, with intervals', () => {
    const record = recordOf(played);
    expect(record.players).toBe(2);
    expect(record.benchmark).toEqual({ against: 'the 2 best arms of each slot' });
    expect(record.policies.map(({ spec }: { spec: string }) => spec)).toEqual(two.split(','));
    for (const policy of record.policies) {
      for (const key of ['collisions', 'switches', 'fairness']) {
        const { mean, low, high } = policy[key];
        expect(low, key).toBeLessThanOrEqual(mean);
        expect(mean, key).toBeLessThanOrEqual(high);
      }
      expect(policy.collisions.mean).toBeGreaterThan(0);
      expect(policy.collisions.mean).toBeLessThan(1);
      expect(policy.fairness.mean).toBeGreaterThan(0.5);
      expect(policy.fairness.mean).toBeLessThanOrEqual(1);
      const { slots, mean } = policy.collisionCurve;
      // The curve counts collisions per player, the share divides them by slots.
      expect(mean.at(-1) / slots.at(-1)).toBeCloseTo(policy.collisions.mean, 12);
    }
  });

  test('one player has the regret of the policy that plays alone, with every rule', () => {
    const rules = ['mctopm', 'randtopm', 'rhorand', 'selfish'].map((rule) => `${rule}:of=ucb1`);
    const [alone] = recordOf(['compare', '--policies', 'ucb1', ...short]).policies;
    const args = ['compare', '--players', '1', '--policies', rules.join(','), ...short];
    for (const policy of recordOf(args).policies) {
      expect(policy.regret).toEqual(alone.regret);
      expect(policy.curve).toEqual(alone.curve);
      expect(policy.collisions.mean).toBe(0);
      expect(policy.fairness.mean).toBe(1);
    }
  });

  test('gives the same bytes on 1, 2 and 5 workers', () => {
    const args = [...played, '--replications', '700', '--checkpoints', '5', '--json'];
    const outputs = ['1', '2', '5'].map((workers) => driftline([...args, '--workers', workers]));
    expect(outputs[0].code).toBe(0);
    expect(outputs[1].stdout).toBe(outputs[0].stdout);
    expect(outputs[2].stdout).toBe(outputs[0].stdout);
  });
});

test('tables name the benchmark, and list what players did', () => {
  const { code, stdout } = driftline(played);
  expect(code).toBe(0);
  expect(stdout.replace(/\s+/g, ' ')).toContain(
    'regret against the 2 best arms of each slot; 2 players',
  );
  expect(stdout).toMatch(/policy +collisions +95% interval +switches +95% interval +fairness/);
});

test('parts of a run make the folder of one process, with a figure of collisions', () => {
  const file = `environments: [{environment: piecewise, fresh: true, horizon: 200, arms: 4}]
players: 3
policies: [{policy: rhorand, of: sw-klucb, window: [40, 80]}, 'coop=selfish:of=ucb1']
replications: 1100
checkpoints: 4
`;
  const cwd = directoryWith({ 'players.yaml': file });
  const run = ['run', 'players.yaml', '--out'];
  expect(driftline([...run, 'whole'], { cwd })).toMatchObject({ code: 0 });
  for (const part of ['1/2', '2/2']) {
    const { code, stderr } = driftline([...run, 'parts', '--shard', part], { cwd });
    expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
  }
  expect(driftline([...run, 'parts', '--resume'], { cwd })).toMatchObject({ code: 0 });
  expect(differingFiles(join(cwd, 'whole'), join(cwd, 'parts'))).toEqual([]);
  const report = readFileSync(join(cwd, 'whole/report.html'), 'utf8');
  expect(report).toContain('Collisions per player');
  expect(report).toContain('the 3 best arms of each slot');
  const finals = readFileSync(join(cwd, 'whole/finals.csv'), 'utf8');
  expect(finals.split('\n')[0]).toBe(
    'comparison,policy,label,replication,regret,collisions,switches,fairness',
  );
});

describe('is refused with what to write', () => {
  const fleets = ['compare', '--policies', 'mctopm:of=ucb1', '--environment', 'paper-2'];
  test.each([
    [
      'a rule without players',
      fleets,
      /add --players, for example --players 6 \[fleet-needs-players\]/,
    ],
    [
      'a policy that plays alone',
      ['compare', '--players', '2', '--policies', 'ucb1', ...short],
      /write mctopm:of=ucb1, or selfish:of=ucb1 .*\[policy-plays-alone\]/,
    ],
    [
      'a policy that does not exist',
      ['compare', '--players', '2', '--policies', 'mctopm:of=ucb2', ...short],
      /there is no policy 'ucb2'; did you mean 'ucb1'.*\[unknown-policy\]/,
    ],
    [
      'a policy without indices',
      ['compare', '--players', '2', '--policies', 'mctopm:of=ts', ...short],
      /of must name a policy with an index; got 'ts'.*\[policy-without-index\]/,
    ],
    [
      'more players than arms',
      ['compare', '--players', '4', '--policies', 'mctopm:of=ucb1', ...short],
      /players must be at most the number of arms, 3, for mctopm; got 4; use fewer players.*\[parameter-out-of-range\]/,
    ],
    [
      'late rewards',
      [...fleets, '--players', '2', '--delay', 'fixed:3'],
      /--players does not go with --delay.*\[parameters-conflict\]/,
    ],
    [
      'players that collide and players that do not',
      ['compare', '--players', '2', '--policies', 'mctopm:of=ucb1,coop-ucb', ...short],
      /all policies must have the same benchmark.*\[parameters-conflict\]/,
    ],
    ['a rule in bench', ['bench', '--policies', 'mctopm'], /mctopm coordinates several players/],
    [
      'a rule in worst-case',
      ['worst-case', '--policies', 'mctopm', '--arms', '2', '--variation', '1', '--horizon', '40'],
      /mctopm coordinates several players/,
    ],
  ])('%s', (_what, args, message) => {
    const { code, stderr } = driftlineWithCodes(args);
    expect(stderr.split('\n')[0]).toMatch(message);
    expect(code).toBeGreaterThan(0);
  });

  test('recorded rewards, rested arms, tuning, guides and costs, in a file', () => {
    const file = `environments: [{rewards: r.csv}, {environment: paper-2, delay: fixed:2}]
players: 2
policies: [mctopm:of=ucb1]
tuning: equal-effort
outputs: {guide: true, costs: true}
`;
    const cwd = directoryWith({ 'players.yaml': file, 'r.csv': '1,0\n0,1\n' });
    const { code, stderr } = driftline(['run', 'players.yaml', '--out', 'out'], { cwd });
    expect(code).toBe(1);
    expect(stderr).toContain('players does not go with rewards');
    expect(stderr).toContain('players does not go with delay');
    expect(stderr).toContain('tuning is for policies that play alone');
    expect(stderr).toContain('outputs.guide is for policies that play alone');
    expect(stderr).toContain('outputs.costs is for policies that play alone');
  });
});
