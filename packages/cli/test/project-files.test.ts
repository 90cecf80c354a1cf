/** Files that editors, Git hosts and version managers read: they agree with each other and with the manifests. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { workspace } from '../../core/test/workspace.ts';

function read(file: string): string {
  return readFileSync(join(workspace, file), 'utf8');
}

interface Step {
  readonly run?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

describe('.github/workflows/ci.yml', () => {
  const workflow = parse(read('.github/workflows/ci.yml'));
  const { test: job } = workflow.jobs;
  const steps: readonly Step[] = job.steps;

  test('calls .ci/run, which exists, and runs nothing else', () => {
    expect(Object.keys(workflow.jobs)).toEqual(['test']);
    expect(steps.flatMap(({ run }) => run ?? [])).toEqual(['bash .ci/run']);
    expect(existsSync(join(workspace, '.ci/run'))).toBe(true);
  });

  test('may only read, and ends a job that hangs', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' });
    expect(job.permissions).toBeUndefined();
    expect(job['timeout-minutes']).toBeLessThanOrEqual(60);
  });

  test('takes its Node from .nvmrc', () => {
    const setup = steps.find(({ uses }) => uses?.startsWith('actions/setup-node@'));
    expect(setup?.with).toMatchObject({ 'node-version-file': '.nvmrc' });
  });
});

test('.nvmrc names the Node of the scripts, which every package accepts', () => {
  const major = Number(read('.nvmrc'));
  expect(process.versions.node.split('.')[0]).toBe(String(major));
  for (const file of ['package.json', ...globSync('packages/*/package.json', { cwd: workspace })]) {
    const { engines, devDependencies } = JSON.parse(read(file));
    const lowest = /(?:^|\|\| )>=(\d+)\.[\d.]+$/.exec(engines?.node ?? '>=0.0.0')?.[1];
    expect(major, file).toBeGreaterThanOrEqual(Number(lowest));
    if (devDependencies?.node) expect(devDependencies.node).toMatch(new RegExp(`^\\^${major}\\.`));
  }
});

test('.editorconfig has the indentation and line width of biome.json', () => {
  const { formatter } = JSON.parse(read('biome.json'));
  const config = read('.editorconfig');
  expect(config).toContain(`indent_style = ${formatter.indentStyle}\n`);
  expect(config).toContain(`indent_size = ${formatter.indentWidth}\n`);
  expect(config).toContain(`max_line_length = ${formatter.lineWidth}\n`);
});

describe.each(globSync('.github/ISSUE_TEMPLATE/*.yml', { cwd: workspace }))('%s', (file) => {
  const form = parse(read(file));

  test('has a name, a description and fields with labels', () => {
    expect(form).toMatchObject({ name: expect.any(String), description: expect.any(String) });
    const fields = form.body.filter(({ type }: { type: string }) => type !== 'markdown');
    expect(fields.length).toBeGreaterThan(2);
    for (const field of fields)
      expect(field).toMatchObject({
        type: expect.stringMatching(/^(?:textarea|input|dropdown)$/),
        id: expect.stringMatching(/^[a-z]+$/),
        attributes: { label: expect.any(String) },
      });
  });
});
