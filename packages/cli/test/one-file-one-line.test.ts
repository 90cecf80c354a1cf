/**
 * A policy is one file and one line, and so is an environment, a reward law or a detector: in a copy of the
 * workspace each is added so, the policy with a kernel of its own, a parameter that no other has and an
 * explanation. All else finds them: listings, types, the contract, the compiled kernels, tuning, the
 * page, reports.
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compiler, run, succeed, workspace } from '../../core/test/workspace.ts';

const place = mkdtempSync(join(tmpdir(), 'driftline-added-'));
const fixtures = fileURLToPath(new URL('one-file-one-line', import.meta.url));
/** Those that are built together, and the page. */
const PACKAGES = [
  'core',
  'client',
  'openfeature',
  'engine',
  'advice',
  'page-kit',
  'lab',
  'service',
  'cli',
];

/** Each file, and the line for it. */
const added = {
  'policies/patient-window.ts': "export { patientWindow } from './patient-window.ts';",
  'environments/sawtooth.ts': "export { sawtooth } from './sawtooth.ts';",
  'laws/triangular.ts': "export { triangular } from './triangular.ts';",
  'detectors/long-run.ts': "export { longRun } from './long-run.ts';",
};

/** A copy of the workspace, built as it is; what is installed is linked, its own packages to the copy. */
function copyWorkspace(): void {
  const top = readdirSync(workspace).filter((name) => /^tsconfig|^vitest|^package/.test(name));
  for (const name of top.filter((each) => each.includes('.'))) {
    cpSync(join(workspace, name), join(place, name));
  }
  cpSync(join(workspace, 'tools'), join(place, 'tools'), { recursive: true });
  for (const name of PACKAGES) {
    cpSync(join(workspace, 'packages', name), join(place, 'packages', name), {
      recursive: true,
      filter: (path) => basename(path) !== 'node_modules' && !path.endsWith('packages/lab/dist'),
    });
    const installed = join(workspace, 'packages', name, 'node_modules');
    if (existsSync(installed))
      symlinkSync(installed, join(place, 'packages', name, 'node_modules'));
  }
  const modules = join(place, 'node_modules');
  mkdirSync(join(modules, '@driftline'), { recursive: true });
  for (const name of readdirSync(join(workspace, 'node_modules'))) {
    if (name === '@driftline' || name === 'driftline' || name.startsWith('.vite')) continue;
    symlinkSync(join(workspace, 'node_modules', name), join(modules, name));
  }
  for (const name of PACKAGES.filter((each) => each !== 'cli')) {
    symlinkSync(join(place, 'packages', name), join(modules, '@driftline', name));
  }
  symlinkSync(join(place, 'packages/cli'), join(modules, 'driftline'));
}

function addAll(): void {
  for (const [file, line] of Object.entries(added)) {
    const path = join(place, 'packages/core/src', file);
    cpSync(join(fixtures, `${basename(file)}.txt`), path);
    const list = join(path, '../list.ts');
    writeFileSync(list, `${readFileSync(list, 'utf8')}${line}\n`);
  }
}

/** What vitest writes of its tests. */
interface Report {
  readonly testResults: readonly {
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

const node = (...args: string[]) => succeed(process.execPath, args, place);
const driftline = (...args: string[]) => node('packages/cli/bin/driftline.js', ...args);

beforeAll(async () => {
  copyWorkspace();
  addAll();
  await node('packages/core/assembly/generate.ts');
  await node(compiler, '--build', '--checkers', '1');
});

afterAll(() => rmSync(place, { recursive: true }));

describe('the command line', () => {
  test('lists all four, the policy in its group', async () => {
    const listing = await driftline('policies');
    const [group] = listing.split('\n\n').filter((part) => part.includes('patient-window'));
    expect(group).toContain('sw-ucb');
    expect(await driftline('environments')).toMatch(/sawtooth[\s\S]*triangular/);
  });

  test('shows the policy with its own parameter', async () => {
    const shown = await driftline('policies', 'patient-window');
    expect(shown).toContain('windowed mean + ρ / (1 + n)');
    expect(shown).toMatch(/patience +ρ +a number > 0, default 1/);
  });

  test('compares it, and its report explains it', async () => {
    await driftline(
      ...['compare', '--environment', 'sawtooth:teeth=3', '--noise', 'triangular'],
      ...['--policies', 'patient-window:patience=2,ucb1', '--horizon', '300'],
      ...['--replications', '4', '--out', 'result'],
    );
    const report = readFileSync(join(place, 'result/report.html'), 'utf8');
    const expected = [
      'Patient window',
      'patience 2',
      'Sawtooth, teeth = 3',
      'triangular with width',
    ];
    expect(expected.filter((text) => !report.includes(text))).toEqual([]);
  });
});

test('the compiler knows the parameters of the policy', async () => {
  const config = {
    extends: './tsconfig.base.json',
    compilerOptions: { composite: false, noEmit: true, declaration: false, declarationMap: false },
    files: ['right.ts', 'wrong.ts'],
  };
  const typed = (options: string) =>
    `import { createPolicy } from '@driftline/core';\ncreatePolicy('patient-window', { armCount: 3, window: 9, ${options} });\n`;
  writeFileSync(join(place, 'typed.json'), JSON.stringify(config));
  writeFileSync(join(place, 'right.ts'), typed('patience: 2'));
  writeFileSync(join(place, 'wrong.ts'), typed('patiense: 2'));
  const { output } = await run(process.execPath, [compiler, '--project', 'typed.json'], place);
  expect(output).toMatch(/^wrong\.ts\(2,\d+\): error TS2\d+: .*patiense/);
  expect(output).not.toContain('right.ts');
});

test('the guard of portable code looks at the classes of their files', async () => {
  await node(compiler, '--project', 'packages/core/tsconfig.portable.json');
  const file = join(place, 'packages/core/src/policies/patient-window.ts');
  const right = readFileSync(file, 'utf8');
  writeFileSync(file, right.replace('patience / (1.0 + count)', 'Math.max(patience, count)'));
  const { exitCode, output } = await run(
    process.execPath,
    ['packages/core/assembly/generate.ts'],
    place,
  );
  writeFileSync(file, right);
  expect(exitCode).toBe(1);
  expect(output).toContain(
    "packages/core/src/policies/patient-window.ts:17: portable code has no place for 'Math'",
  );
});

test('the contract, the compiled kernels, tuning and the page find them', async () => {
  cpSync(join(fixtures, 'added.test.ts.txt'), join(place, 'packages/lab/src/added.test.ts'));
  const suites = ['policy', 'environment', 'reward-law'].map(
    (kind) => `packages/core/src/contract/${kind}-contract.test.ts`,
  );
  await run(
    process.execPath,
    [
      join(workspace, 'node_modules/vitest/vitest.mjs'),
      ...['run', '--maxWorkers', '1'],
      ...['--reporter', 'json', '--outputFile', 'tests.json'],
      ...['-t', '^(patient-window|sawtooth|triangular|long-run)'],
      ...[...suites, 'packages/core/src/shell/detector.test.ts', 'packages/lab/src/added.test.ts'],
    ],
    place,
  );
  const { testResults }: Report = JSON.parse(readFileSync(join(place, 'tests.json'), 'utf8'));
  const tried = testResults.map(({ assertionResults, message }) => ({
    message,
    failed: assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => [fullName, ...failureMessages]),
    passed: assertionResults.filter(({ status }) => status === 'passed').length,
  }));
  expect(tried).toHaveLength(5);
  for (const { message, failed, passed } of tried) {
    expect({ message, failed }).toEqual({ message: '', failed: [] });
    expect(passed).toBeGreaterThan(1);
  }
});
