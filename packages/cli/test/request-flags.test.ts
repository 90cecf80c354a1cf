/** That every field of the table that has a flag can be given, is shown and is read. */
import { fieldEntries, flagWords } from '@driftline/engine/request';
import { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { KINDS, sampleRequest } from '../../engine/test/sample-request.ts';
import { configureCompare } from '../src/commands/compare/command.ts';
import { requestOfFlags } from '../src/shared/request-flags.ts';
import { sources } from './source-graph.ts';

function compareCommand(): Command {
  const command = new Command('compare').exitOverride();
  configureCompare(command);
  return command;
}

const flagged = fieldEntries.flatMap(([id, { flag }]) =>
  flag === null ? [] : [[id, flag] as const],
);

test.each(flagged)('%s is in the help of compare', (_, flag) => {
  const help = compareCommand().helpInformation().replace(/\s+/g, ' ');
  const named = flag.value === undefined ? flag.name : `${flag.name} <${flag.value}>`;
  expect(help).toContain(` ${named} ${flag.summary}`);
});

describe.each(KINDS)('the flags that ask for %s environments', (kind) => {
  test.each(['alone', 'players'] as const)(
    'are read as what was asked for: %s',
    async (playing) => {
      const request = sampleRequest(kind, playing);
      let read = {};
      const command = compareCommand().action((values) => {
        read = requestOfFlags(values);
      });
      await command.parseAsync(flagWords(request), { from: 'user' });
      const asked = flagged.flatMap(([id]) => (id in request ? [[id, request[id]]] : []));
      expect(read).toEqual(Object.fromEntries(asked));
    },
  );
});

test('what is not given is left to its default', async () => {
  let read = {};
  const command = compareCommand().action((values) => {
    read = requestOfFlags(values);
  });
  await command.parseAsync(['--policies', 'ucb1'], { from: 'user' });
  expect(read).toEqual({ policies: ['ucb1'] });
});

test('what writes requests loads nothing that reads files', () => {
  const files = new Map(
    sources('packages/{core,engine}/src/**/*.ts').map((one) => [one.path, one]),
  );
  const reached = new Set(['packages/engine/src/doors/request.ts']);
  for (const path of reached) {
    for (const { from } of files.get(path)?.takes ?? []) reached.add(from);
  }
  expect([...reached]).toContain('packages/engine/src/request/yaml-text.ts');
  expect([...reached].filter((name) => name === 'zod' || name === 'yaml')).toEqual([]);
});
