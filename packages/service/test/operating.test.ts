/** The files of examples/service: checked by the tools that read them where these are there, and for what they name. */
import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { warningCodes } from '../src/insight/alarms.ts';
import { Metrics } from '../src/metrics/metrics.ts';
import { metricTable } from '../src/metrics/table.ts';
import { inSearchPath, programOf } from './debian.ts';

const source = fileURLToPath(new URL('../../../examples/service/', import.meta.url));
/** A copy, so that files can be made beside them. */
const folder = mkdtempSync(join(tmpdir(), 'driftline-operating-'));
cpSync(source, folder, { recursive: true });
writeFileSync(join(folder, 'prometheus-key'), 'dl_');
afterAll(() => rmSync(folder, { recursive: true }));

function textOf(file: string): string {
  return readFileSync(join(folder, file), 'utf8');
}

function run(program: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

/** Every metric that there is, as Prometheus knows it. */
async function knownMetrics(): Promise<Set<string>> {
  const metrics = new Metrics({ ready: () => true, warnings: () => new Map() });
  const defaults = [...(await metrics.render()).matchAll(/^# TYPE (\S+)/gm)].map(
    ([, name]) => name,
  );
  metrics.close();
  const histograms = Object.entries(metricTable)
    .filter(([, { kind }]) => kind === 'histogram')
    .flatMap(([name]) => ['bucket', 'sum', 'count'].map((part) => `driftline_${name}_${part}`));
  return new Set([...defaults, ...histograms]);
}

function metricsIn(text: string): string[] {
  return [...text.matchAll(/\b(?:driftline|process|nodejs)_[a-z_]+/g)].map(([name]) => name);
}

test.each(['grafana/dashboard.json', 'prometheus-rules.yaml'])(
  '%s names only metrics that the service has',
  async (file) => {
    const named = metricsIn(textOf(file));
    expect(named.length).toBeGreaterThan(5);
    const known = await knownMetrics();
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  },
);

test('the dashboard shows every metric of the service', () => {
  const named = metricsIn(textOf('grafana/dashboard.json')).join(' ');
  expect(Object.keys(metricTable).filter((name) => !named.includes(name))).toEqual([]);
});

/** Gauges of an experiment that an expression adds up, though each process speaks of the same log. */
function addedUp(text: string): string[] {
  const gauges = Object.entries(metricTable).flatMap(([name, { kind, labels }]) =>
    kind === 'gauge' && [...labels].includes('experiment') ? [`driftline_${name}`] : [],
  );
  const sums = text.matchAll(/\bsum(?: by \([^)]*\))? ?\(\s*(\w+)/g);
  return [...sums].map(([, name]) => name).filter((name) => gauges.includes(name));
}

test('what several processes say of the same log is not added up', () => {
  const dashboard = textOf('grafana/dashboard.json');
  expect(dashboard).toContain('max by (experiment) (driftline_pending');
  expect([...addedUp(dashboard), ...addedUp(textOf('prometheus-rules.yaml'))]).toEqual([]);
  const summed = dashboard.replace('max by (experiment) (', 'sum by (experiment) (');
  expect(addedUp(summed)).toEqual(['driftline_pending']);
});

interface Panel {
  readonly id: number;
  readonly gridPos: {
    readonly x: number;
    readonly y: number;
    readonly w: number;
    readonly h: number;
  };
}

test('the panels of the dashboard have ids of their own and do not lie upon each other', () => {
  const { panels }: { panels: Panel[] } = JSON.parse(textOf('grafana/dashboard.json'));
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const taken = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, i) => `${x + (i % w)},${y + Math.floor(i / w)}`),
  );
  expect(new Set(taken).size).toBe(taken.length);
  expect(panels.every(({ gridPos: { x, w } }) => x + w <= 24)).toBe(true);
});

interface Rules {
  readonly groups: readonly {
    readonly rules: readonly { readonly alert: string; readonly expr: string }[];
  }[];
}
const rules: Rules = parse(textOf('prometheus-rules.yaml'));
const alerts = rules.groups.flatMap((group) => group.rules);

test('every warning of the service has an alert', () => {
  // Of these Prometheus has the measures themselves.
  const measured = {
    'commits-slow': 'DriftlineCommitsSlow',
    damaged: 'DriftlineDamaged',
    shedding: 'DriftlineShedding',
  };
  const names = alerts.map(({ alert }) => alert);
  expect(names).toEqual(expect.arrayContaining(Object.values(measured)));
  const coded = alerts.flatMap(({ expr }) =>
    [...expr.matchAll(/code="([^"]+)"/g)].map(([, code]) => code),
  );
  expect([...coded, ...Object.keys(measured)].sort()).toEqual([...warningCodes].sort());
});

test('every alert has a test', () => {
  const tested = textOf('prometheus-rules.test.yaml');
  expect(alerts.filter(({ alert }) => !tested.includes(`alertname: ${alert}`))).toEqual([]);
});

describe('promtool', () => {
  const promtool = programOf('promtool', 'prometheus');
  test.skipIf(promtool === undefined).each([
    ['check', 'config', 'prometheus.yml'],
    ['check', 'config', 'prometheus.postgres.yml'],
    ['check', 'rules', 'prometheus-rules.yaml'],
    ['test', 'rules', 'prometheus-rules.test.yaml'],
  ])('%s %s %s', (...args) => {
    expect(run(promtool ?? '', ...args)).toMatchObject({ status: 0 });
  });

  test.skipIf(promtool === undefined)('finds an alert that would not fire', () => {
    const blunted = textOf('prometheus-rules.yaml').replace(
      'driftline_ready == 0',
      'driftline_ready < 0',
    );
    writeFileSync(join(folder, 'blunted.yaml'), blunted);
    const tests = textOf('prometheus-rules.test.yaml').replace(
      'prometheus-rules.yaml',
      'blunted.yaml',
    );
    writeFileSync(join(folder, 'blunted.test.yaml'), tests.replace(/^#.*\n/, ''));
    expect(run(promtool ?? '', 'test', 'rules', 'blunted.test.yaml').status).toBe(1);
  });
});

describe('the systemd unit', () => {
  const analyze = inSearchPath('systemd-analyze');
  // It looks for the program, which is not installed here; that of a system that has systemd is.
  const unit = textOf('driftline.service').replace('/usr/bin/driftline', '/bin/sh');
  writeFileSync(join(folder, 'driftline.service'), unit);

  test.skipIf(analyze === undefined)('is valid', () => {
    expect(run(analyze ?? '', 'verify', 'driftline.service')).toEqual({ status: 0, output: '' });
  });

  test.skipIf(analyze === undefined)('exposes little', () => {
    const args = ['security', '--offline=true', '--threshold=20', 'driftline.service'];
    expect(run(analyze ?? '', ...args)).toMatchObject({ status: 0 });
  });

  test('is started by the command, as a user of its own, and not again after wrong usage', () => {
    const lines = readFileSync(join(source, 'driftline.service'), 'utf8').split('\n');
    expect(lines).toEqual(
      expect.arrayContaining([
        'ExecStart=/usr/bin/driftline serve',
        'User=driftline',
        'Restart=on-failure',
        'RestartPreventExitStatus=2',
      ]),
    );
  });
});

test('YAML and JSON files are read', () => {
  for (const file of globSync('**/*.{yaml,yml,json}', { cwd: folder }))
    for (const document of parseAllDocuments(textOf(file)))
      expect(document.toJS()).toBeTypeOf('object');
});
