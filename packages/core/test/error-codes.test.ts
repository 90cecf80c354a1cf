import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CodedError, ContractError, ParameterError, SnapshotError } from '@driftline/core';
import { errorCodes } from '@driftline/core/spec';
import { expect, test } from 'vitest';
import { workspace } from './workspace.ts';

const codes = Object.entries(errorCodes);

test('docs/errors.md lists every code with its meaning and remedy', () => {
  const page = readFileSync(join(workspace, 'docs', 'errors.md'), 'utf8');
  const [, table] = page.split('| code | meaning | what to do |\n|---|---|---|\n');
  const rows = table.trimEnd().split('\n');
  expect(rows).toEqual(
    codes.map(([code, { meaning, remedy }]) => `| \`${code}\` | ${meaning} | ${remedy} |`),
  );
});

test('each meaning and each remedy is one line of whole sentences', () => {
  for (const [code, { meaning, remedy }] of codes) {
    for (const text of [meaning, remedy]) expect(text, code).toMatch(/^[A-Z`][^\n|]{8,}\.$/);
  }
});

test('codes are in kebab case, and each is used', () => {
  const launcher = join(workspace, 'packages', 'cli', 'bin', 'driftline.js');
  const source = ['core', 'client', 'engine', 'advice', 'service', 'cli']
    .flatMap((name) => {
      const folder = join(workspace, 'packages', name, 'src');
      const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
      const ours = files.filter((file) => /(?<!\.test)\.ts$/.test(file));
      return ours
        .filter((file) => !file.endsWith('error-codes.ts'))
        .map((file) => readFileSync(join(folder, file), 'utf8'));
    })
    .concat(readFileSync(launcher, 'utf8'))
    .join('\n');
  for (const [code] of codes) {
    expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(source.includes(`'${code}'`) || source.includes(`[${code}]`), code).toBe(true);
  }
});

test('an error has the code of its class, or one of its own, and a cause', () => {
  const cause = new Error('why');
  const errors = [
    [new ParameterError('x'), 'parameter-out-of-range', 'ParameterError'],
    [new ContractError('x'), 'contract-broken', 'ContractError'],
    [new SnapshotError('x'), 'snapshot-damaged', 'SnapshotError'],
    [new ParameterError('x', 'unknown-policy', { cause }), 'unknown-policy', 'ParameterError'],
  ] as const;
  for (const [error, code, name] of errors) {
    expect(error).toBeInstanceOf(CodedError);
    expect({ code: error.code, name: error.name }).toEqual({ code, name });
  }
  expect(errors[3][0].cause).toBe(cause);
});
