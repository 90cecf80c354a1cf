/** Several players in the engine: compiled and in JavaScript, in one chunk and in several, alone and together. */

import { policyCatalogue } from '@driftline/core';
import { describe, expect, test } from 'vitest';
import { loadKernels } from '../src/node/load-kernels.ts';
import type { Comparison } from '../src/play/comparison.ts';
import { ChunkPlayer, contestantOf, environmentOf } from '../src/play/play-chunk.ts';
import { NO_PLUGINS, Plugins } from '../src/play/plugins/plugins.ts';

const comparison: Comparison = {
  name: 'players',
  environment: { kind: 'named', spec: 'paper-2', armCount: 4, horizon: 150 },
  policies: ['mctopm:of=kl-ucb'],
  players: 3,
  replications: 5,
  seed: 2,
  checkpoints: { count: 3, spacing: 'linear' },
};
const all = { from: 0, to: 5 };

function rowsOf(change: Partial<Comparison>, kernels?: object) {
  const player = new ChunkPlayer({ ...comparison, ...change }, NO_PLUGINS, kernels);
  return { isCompiled: player.isCompiled, rows: player.play(all) };
}

describe.each(['kl-ucb', 'sw-klucb|window=40', 'ucb1'])('players of %s', (of) => {
  test.each(['mctopm', 'randtopm', 'rhorand', 'selfish'])(
    'are compiled with %s, with the numbers of JavaScript',
    (rule) => {
      const policies = [`${rule}:of=${of}`];
      const compiled = rowsOf({ policies }, loadKernels());
      const plain = rowsOf({ policies });
      expect([compiled.isCompiled, plain.isCompiled]).toEqual([true, false]);
      expect(compiled.rows).toEqual(plain.rows);
    },
  );
});

test('players whose policy is not compiled play in JavaScript', () => {
  const { isCompiled } = rowsOf({ policies: ['mctopm:of=sw-moss'] }, loadKernels());
  expect(isCompiled).toBe(false);
});

test('a chunk has the rows of its replications, whichever chunk they are in', () => {
  const player = new ChunkPlayer(comparison);
  const whole = player.play(all).policies[0];
  const last = player.play({ from: 3, to: 5 }).policies[0];
  expect(last.regret).toEqual(whole.regret.slice(-last.regret.length));
  expect(last.fairness).toEqual(whole.fairness.slice(-2));
  expect(last.switches).toEqual(whole.switches.slice(-2));
  expect(last.collisions).toEqual(whole.collisions.slice(-last.collisions.length));
});

test('a policy of a plugin can be the policy of each player', () => {
  const own = { ...policyCatalogue.find('ucb1'), id: 'own-ucb' };
  const plugins = new Plugins([{ policies: [own] }]);
  const play = (of: string) =>
    new ChunkPlayer({ ...comparison, policies: [`mctopm:of=${of}`] }, plugins).play(all);
  expect(play('own-ucb').policies).toEqual(play('ucb1').policies);
});

test('rested arms are refused', () => {
  const rested: Comparison = {
    ...comparison,
    environment: { kind: 'named', spec: 'rotting', horizon: 100 },
    players: 2,
  };
  const environment = environmentOf(rested, 0);
  expect(() => contestantOf(rested, rested.policies[0], environment)).toThrow(
    'players need means that move with time alone',
  );
});
