/**
 * The manifests of examples/service/kubernetes: by the types that are made from Kubernetes' own OpenAPI description,
 * which know every field, and for what one part says of another, which no type knows. Nothing is run.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PodSpec, PodTemplateSpec } from 'kubernetes-types/core/v1.d.ts';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { compiler, run, workspace } from '../../core/test/workspace.ts';

const folder = fileURLToPath(new URL('../../../examples/service/kubernetes/', import.meta.url));
const types = join(workspace, 'node_modules', 'kubernetes-types');

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly template?: PodTemplateSpec;
    readonly selector?: { readonly matchLabels?: object };
    readonly podSelector?: { readonly matchLabels?: object };
  };
}

function manifestsOf(file: string): Manifest[] {
  const text = readFileSync(join(folder, file), 'utf8');
  return parseAllDocuments(text).map((document) => document.toJS());
}

const files = readdirSync(folder);
const manifests = files.flatMap(manifestsOf);

/** The file of types that describes a group of the interface: `apps/v1`, or `core/v1` where there is no group. */
function groupOf({ apiVersion }: Manifest): string {
  const [version, group = 'core'] = apiVersion.split('/').reverse();
  return join(types, group.split('.')[0], `${version}.d.ts`);
}

/** What the compiler says of each manifest, in their order; nothing of those that fit. */
async function misfits(all: readonly Manifest[]): Promise<(string | undefined)[]> {
  const place = mkdtempSync(join(tmpdir(), 'driftline-kubernetes-'));
  try {
    const source = join(place, 'manifests.ts');
    const lines = all.map((each, line) => {
      const type = `import(${JSON.stringify(groupOf(each))}).${each.kind}`;
      return `export const manifest${line}: ${type} = ${JSON.stringify(each)};\n`;
    });
    writeFileSync(source, lines.join(''));
    const args = ['--ignoreConfig', '--noEmit', '--strict', '--pretty', 'false', source];
    const { output } = await run(process.execPath, [compiler, ...args], place);
    const found = new Map(
      [...output.matchAll(/\((\d+),\d+\): (.*)/g)].map(([, line, says]) => [Number(line), says]),
    );
    return all.map((_, line) => found.get(line + 1));
  } finally {
    rmSync(place, { recursive: true });
  }
}

/** A manifest with one text of it replaced. */
function changed(kind: string, from: string, to: string): Manifest {
  const text = JSON.stringify(manifests.find((each) => each.kind === kind));
  if (!text.includes(from)) throw new Error(`no ${kind} has ${from}`);
  return JSON.parse(text.replace(from, to));
}

test('every manifest fits its type, and what does not is found', async () => {
  const wrong: readonly [Manifest, string][] = [
    [changed('Deployment', '"maxUnavailable"', '"maxUnavailible"'), '\'"maxUnavailible"\''],
    [changed('Deployment', '"replicas":2', '"replicas":"2"'), "'string' is not assignable"],
    [changed('Deployment', '"containerPort"', '"port"'), '\'"port"\''],
    [changed('StatefulSet', '"runAsNonRoot":true', '"runAsNonRoot":"yes"'), "'string' is not"],
    [changed('StatefulSet', '"serviceName":"driftline",', ''), "'serviceName' is missing"],
    [changed('Job', '"backoffLimit"', '"backofflimit"'), '\'"backofflimit"\''],
    [changed('Pod', '"mountPath"', '"path"'), '\'"path"\''],
    [changed('Pod', '"Pod"', '"Pot"'), 'Pot'],
    [changed('PodDisruptionBudget', '"selector"', '"selectors"'), '\'"selectors"\''],
    [changed('NetworkPolicy', '"podSelector":', '"pods":'), '\'"pods"\''],
    [changed('PersistentVolumeClaim', '"20Gi"', '20'), "'number' is not assignable"],
    [changed('Service', '"targetPort"', '"target"'), '\'"target"\''],
  ];
  const found = await misfits([...manifests, ...wrong.map(([manifest]) => manifest)]);
  expect(found.slice(0, manifests.length)).toEqual(manifests.map(() => undefined));
  const said = found.slice(manifests.length);
  expect(said).toEqual(wrong.map(([, part]) => expect.stringContaining(part)));
});

/** The pods that manifests ask for, by a name to show. */
const pods: readonly (readonly [string, PodSpec])[] = files.flatMap((file) =>
  manifestsOf(file).flatMap(({ kind, spec }): [string, PodSpec][] => {
    // A pod has itself what the others have as a template.
    const pod = kind === 'Pod' ? (spec as PodSpec) : spec.template?.spec;
    return pod === undefined ? [] : [[`${kind} of ${file}`, pod]];
  }),
);

describe.each(pods)('%s', (_, pod) => {
  test('has no privileges: the Pod Security Standard "restricted", and a root that is read only', () => {
    expect(pod).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    });
    for (const container of pod.containers)
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
  });

  test('mounts what it has, and asks ports that it has', () => {
    const volumes = (pod.volumes ?? []).map(({ name }) => name);
    for (const { volumeMounts = [], ports = [], ...container } of pod.containers) {
      expect(volumes.toSorted()).toEqual(volumeMounts.map(({ name }) => name).toSorted());
      const { startupProbe, readinessProbe, livenessProbe } = container;
      const asked = [startupProbe, readinessProbe, livenessProbe].map((each) => each?.httpGet);
      for (const probe of asked.filter((each) => each !== undefined)) {
        expect(ports.map(({ name }) => name)).toContain(probe.port);
        expect(['/healthz', '/readyz']).toContain(probe.path);
      }
    }
  });
});

test('a service is asked whether it is ready, and killed only where it is not alive', () => {
  const serving = pods.filter(([name]) => /^(StatefulSet|Deployment)/.test(name));
  expect(serving).toHaveLength(2);
  for (const [, { containers, terminationGracePeriodSeconds = 30 }] of serving) {
    const [{ startupProbe, readinessProbe, livenessProbe, lifecycle }] = containers;
    expect(readinessProbe?.httpGet?.path).toBe('/readyz');
    expect([startupProbe, livenessProbe].map((each) => each?.httpGet?.path)).toEqual([
      '/healthz',
      '/healthz',
    ]);
    // A pause, 10 s for what is under way, and time for a snapshot.
    const pause = Number(lifecycle?.preStop?.exec?.command?.[1] ?? 0);
    expect(terminationGracePeriodSeconds).toBeGreaterThanOrEqual(pause + 10 + 30);
  }
});

test.each(['sqlite.yaml', 'postgres.yaml'])('in %s all mean the same pods', (file) => {
  const all = manifestsOf(file);
  const [{ template, selector }] = all
    .filter(({ kind }) => kind === 'StatefulSet' || kind === 'Deployment')
    .map(({ spec }) => spec);
  const labels = template?.metadata?.labels;
  expect(selector?.matchLabels).toEqual(labels);
  for (const { kind, spec } of all) {
    if (kind === 'Service') expect(spec.selector).toEqual(labels);
    if (kind === 'NetworkPolicy') expect(spec.podSelector?.matchLabels).toEqual(labels);
    if (kind === 'PodDisruptionBudget') expect(spec.selector?.matchLabels).toEqual(labels);
  }
});

test('two processes are updated one by one; a file has one process', () => {
  const specOf = (kind: string) => manifests.find((each) => each.kind === kind)?.spec;
  expect(specOf('Deployment')).toMatchObject({
    replicas: 2,
    strategy: { rollingUpdate: { maxUnavailable: 0 } },
  });
  expect(specOf('StatefulSet')).toMatchObject({ replicas: 1 });
  expect(specOf('PersistentVolumeClaim')).toMatchObject({ accessModes: ['ReadWriteOncePod'] });
});

test('the owner of the tables is known to the job alone; commands make the secrets that are asked for', () => {
  const secretsOf = (pod: PodSpec) =>
    (pod.volumes ?? []).flatMap(({ secret }) => secret?.secretName ?? []);
  const owners = pods.filter(([, pod]) => secretsOf(pod).includes('driftline-postgres-owner'));
  expect(owners.map(([name]) => name)).toEqual(['Job of postgres.yaml']);
  const text = readFileSync(join(folder, 'postgres.yaml'), 'utf8');
  const made = [...text.matchAll(/create secret generic (\S+)/g)].map(([, name]) => name);
  expect(new Set(pods.flatMap(([, pod]) => secretsOf(pod)))).toEqual(new Set(made));
});

test('what comments apply or name is there', () => {
  for (const file of files) {
    const text = readFileSync(join(folder, file), 'utf8');
    const named = [...text.matchAll(/-f (\S+\.yaml)/g)].map(([, name]) => name);
    expect(named.filter((name) => !files.includes(name))).toEqual([]);
    const jobs = [...text.matchAll(/job\/([\w-]+)/g)].map(([, name]) => name);
    const known = manifests.filter(({ kind }) => kind === 'Job').map(({ metadata }) => metadata);
    expect(jobs.filter((job) => !known.some(({ name }) => name === job))).toEqual([]);
  }
});
