import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, onTestFinished, test } from 'vitest';
import { PoweredFolder } from '../../service/test/faults/power.ts';
import { limitSettings, settings } from '../src/commands/serve/settings.ts';
import { directoryWith, driftline, driftlineWithCodes, launcher, shell } from './driftline.ts';

const EXPERIMENT = '{"arms":[{"key":"a"},{"key":"b"}],"reward":{"min":0,"max":1,"timeout":"1h"}}';
const JSON_TYPE = { 'content-type': 'application/json' };

/** An address with a password that is to be seen nowhere. */
const PLACE = 'postgres://service:hush@127.0.0.1:1/bandits';

interface Service {
  readonly child: ChildProcess;
  /** What it printed so far. */
  readonly printed: readonly string[];
  readonly address: string;
  said(): string;
}

/** Starts the service in a process of its own, until the test ends. */
async function serve(
  cwd: string,
  flags: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Service> {
  const child = spawn(process.execPath, [launcher, 'serve', ...flags], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const printed: string[] = [];
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => printed.push(line));
  await new Promise<void>((resolve, reject) => {
    lines.once('line', () => resolve());
    child.once('exit', (code) => reject(new Error(`it ended with ${code}: ${errors}`)));
  });
  const address = /https?:\S+/.exec(printed[0])?.[0];
  if (address === undefined) throw new Error(`no address in ${printed[0]}`);
  return { child, printed, address, said: () => errors };
}

async function ended({ child }: Service, signal?: NodeJS.Signals): Promise<number | null> {
  const exit = once(child, 'exit');
  if (signal !== undefined) child.kill(signal);
  const [code] = await exit;
  return code;
}

async function keyFor(cwd: string, ...flags: string[]): Promise<string> {
  const { code, stdout } = driftline(['keys', 'add', 'ops', '--json', ...flags], { cwd });
  expect(code).toBe(0);
  return JSON.parse(stdout).key;
}

async function put(address: string, key: string | undefined, headers = {}) {
  return fetch(`${address}v1/experiments/demo`, {
    method: 'PUT',
    headers: {
      ...JSON_TYPE,
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...headers,
    },
    body: EXPERIMENT,
  });
}

interface Shown {
  readonly hash: string;
  readonly decisions: number;
  readonly explore: number;
}

/** What is shown of an experiment. */
async function shown({ address }: Service, path: string): Promise<Shown> {
  const answer = await fetch(`${address}v1/experiments/${path}`);
  return (await answer.json()) as Shown;
}

describe('driftline serve --dev', () => {
  test('shows calls that work as they are, keeps what they stored, and ends with 0', async () => {
    const cwd = directoryWith();
    const service = await serve(cwd, ['--dev', '--port', '0']);
    const calls = () => service.printed.filter((line) => line.startsWith('  curl '));
    await expect.poll(calls).toHaveLength(4);
    let decisionId = '';
    const answers = calls().map((line) => {
      const call = `${line.replace('DECISION_ID', decisionId)} -s`;
      const run = spawnSync('bash', ['-c', call], {
        encoding: 'utf8',
      });
      const answer = JSON.parse(run.stdout);
      decisionId ||= answer.decisionId ?? '';
      return answer;
    });
    expect(answers).toMatchObject([
      { key: 'demo', status: 'running' },
      { number: 0, decisionId: expect.stringMatching(/^d_/) },
      { status: 'counted' },
      { decisions: 1, pending: 0 },
    ]);
    expect(await ended(service, 'SIGTERM')).toBe(0);
    const again = await serve(cwd, ['--dev', '--port', '0']);
    const state = await shown(again, 'demo/state');
    expect(state.hash).toBe(answers[3].hash);
    expect(await ended(again, 'SIGINT')).toBe(0);
  });

  test('answers this machine alone', async () => {
    const cwd = directoryWith();
    expect(driftline(['serve', '--dev', '--host', '0.0.0.0'], { cwd, nodeFlags: [] })).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'error: --dev needs no key and therefore accepts requests from this machine only; --host must be 127.0.0.1, ::1 or localhost; got 0.0.0.0\n',
    });
  });
});

describe('driftline serve', () => {
  test('does not start without a key, and says which command makes one', () => {
    const cwd = directoryWith();
    const { code, stderr } = driftlineWithCodes(['serve'], { cwd, nodeFlags: [] });
    expect(code).toBe(1);
    expect(stderr).toContain('driftline keys add NAME --scopes admin --data ./driftline.db');
    expect(stderr).toContain('[key-missing]');
  });

  test('a port that is taken, and a store that is in use, are told', async () => {
    const cwd = directoryWith();
    const { address } = await serve(cwd, ['--dev', '--port', '0']);
    const { port } = new URL(address);
    const other = directoryWith();
    expect(
      driftline(['serve', '--dev', '--port', port], { cwd: other, nodeFlags: [] }).stderr,
    ).toBe(
      `error: --port ${port} is already in use on 127.0.0.1; choose another port, or --port 0 for any free port\n`,
    );
    const second = driftlineWithCodes(['serve', '--dev', '--port', '0'], { cwd, nodeFlags: [] });
    expect(second.code).toBe(1);
    expect(second.stderr).toContain('[store-in-use]');
  });

  test('a flag goes before its variable, and that before the file', async () => {
    const cwd = directoryWith({
      'driftline.yaml': 'port: 1\ndata: from-file.db\nlog-level: silent\nrate: 7\n',
    });
    const env = { DRIFTLINE_PORT: '2', DRIFTLINE_DATA: 'from-variable.db', DRIFTLINE_DEV: 'true' };
    const { address, child } = await serve(cwd, ['--config', 'driftline.yaml', '--port', '0'], env);
    expect(new URL(address).port).not.toMatch(/^[12]$/);
    expect(child.exitCode).toBeNull();
    const store = driftline(['store', 'check', '--data', 'from-variable.db'], {
      cwd,
      nodeFlags: [],
    });
    expect(store.stderr).toContain('from-variable.db');
    expect(store.code).toBe(1);
    const unused = driftline(['store', 'check', '--data', 'from-file.db'], { cwd });
    expect(unused.stderr).toContain('there is no store from-file.db');
  });

  test.each([
    [['--port', 'x'], {}, '--port must be an integer'],
    [[], { DRIFTLINE_PORT: '70000' }, 'DRIFTLINE_PORT must be an integer'],
    [[], { DRIFTLINE_DEV: 'perhaps' }, 'DRIFTLINE_DEV must be true or false; got perhaps'],
    [['--log-level', 'loud'], {}, '--log-level must be one of'],
    [['--rate', '0'], {}, '--rate must be an integer >= 1'],
    [['--tls-cert', 'a.pem'], {}, '--tls-cert and --tls-key must be given together'],
    [['--host', ''], {}, '--host must not be empty'],
    [['--data', 'x.db', '--postgres', PLACE], {}, '--data and --postgres name two stores'],
    [
      [],
      { DRIFTLINE_DATA: 'x.db', DRIFTLINE_POSTGRES_FILE: 'url' },
      'DRIFTLINE_DATA and DRIFTLINE_POSTGRES_FILE name two stores',
    ],
    [
      [],
      { DRIFTLINE_POSTGRES: PLACE, DRIFTLINE_POSTGRES_FILE: 'url' },
      'DRIFTLINE_POSTGRES and DRIFTLINE_POSTGRES_FILE name two stores',
    ],
    [['--postgres', 'mysql://a:hush@b/c'], {}, '--postgres must be the address of a PostgreSQL'],
    [[], { DRIFTLINE_POSTGRES: 'postgres://a:hush@b:x/c' }, 'in a password as %23 and so on'],
    [['--data', PLACE], {}, '--data must be a file'],
  ])('%j with %j is wrong usage', (flags, env, message) => {
    const { status, stderr } = spawnSync(process.execPath, [launcher, 'serve', ...flags], {
      cwd: directoryWith(),
      env: { ...process.env, ...env },
      encoding: 'utf8',
    });
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('hush');
    expect(status).toBe(2);
  });

  test('DRIFTLINE_DEV=0 is not --dev', () => {
    const { status, stderr } = spawnSync(process.execPath, [launcher, 'serve'], {
      cwd: directoryWith(),
      env: { ...process.env, DRIFTLINE_DEV: '0' },
      encoding: 'utf8',
    });
    expect(stderr).toContain('[key-missing]');
    expect(status).toBe(1);
  });

  test.each([
    ['prot: 1\n', "has an unknown setting 'prot'"],
    ['- 1\n', 'must be a map of settings'],
    ['port: [\n', 'as YAML: '],
    ['port: {a: 1}\n', 'port must be a single value; got {"a":1}'],
    ['experiments: {x: {arms: []}}\n', 'experiments.x: the body has no reward, which is required'],
    ['experiments: {"../x": {}}\n', 'experiments: "../x" is not a valid key'],
    ['experiments: []\n', 'experiments must be a map'],
  ])('a file that is wrong is told: %j', (text, message) => {
    const cwd = directoryWith({ 'driftline.yaml': text });
    const args = ['serve', '--dev', '--port', '0', '--config', 'driftline.yaml'];
    const { code, stderr } = driftline(args, { cwd, nodeFlags: [] });
    expect(stderr).toContain(message);
    expect(code).toBeGreaterThan(0);
  });

  test('experiments of the file are created once, and changed only with --apply', async () => {
    const file = (explore: number) =>
      `experiments:\n  shop:\n    arms: [{key: a}, {key: b}]\n    reward: {min: 0, max: 1, timeout: 60m}\n    explore: ${explore}\n`;
    const cwd = directoryWith({ 'one.yaml': file(0.1), 'other.yaml': file(0.2) });
    const explored = async (service: Service) => (await shown(service, 'shop')).explore;
    const flags = ['--dev', '--port', '0', '--config'];
    const first = await serve(cwd, [...flags, 'one.yaml']);
    expect(await explored(first)).toBe(0.1);
    expect(first.said()).toContain('shop: created');
    await ended(first, 'SIGTERM');
    const same = await serve(cwd, [...flags, 'one.yaml', '--apply']);
    expect(same.said()).toBe('');
    await ended(same, 'SIGTERM');
    const warned = await serve(cwd, [...flags, 'other.yaml']);
    expect(await explored(warned)).toBe(0.1);
    expect(warned.said()).toContain(
      'shop differs from the file and was not changed (--apply changes it): explore',
    );
    await ended(warned, 'SIGTERM');
    const applied = await serve(cwd, [...flags, 'other.yaml', '--apply']);
    expect(await explored(applied)).toBe(0.2);
    expect(applied.said()).toContain('shop: changed to match the file');
  });

  test('a disk that fails ends it with 74, and what was acknowledged is there afterwards', async () => {
    const disk = new PoweredFolder();
    const data = join(disk.folder, 'data.db');
    const env = disk.environment({ failAt: 30, failName: 'data.db-wal' });
    const service = await serve(disk.folder, ['--dev', '--port', '0', '--data', data], env);
    const exit = ended(service);
    let acknowledged = 0;
    const decide = async () =>
      fetch(`${service.address}v1/experiments/demo/decisions`, {
        method: 'POST',
        headers: JSON_TYPE,
        body: '{}',
      });
    expect((await put(service.address, undefined)).status).toBe(201);
    for (;;) {
      const answer = await decide().catch(() => undefined);
      if (answer?.status !== 200) break;
      acknowledged += 1;
    }
    expect(await exit).toBe(74);
    expect(service.said()).toContain('[store-broken]');
    const again = await serve(disk.folder, ['--dev', '--port', '0', '--data', data]);
    const state = await shown(again, 'demo/state');
    expect(acknowledged).toBeGreaterThan(0);
    expect(state.decisions).toBeGreaterThanOrEqual(acknowledged);
  });
});

describe('logs', () => {
  test('have one line for the start, with the address and the store', async () => {
    const cwd = directoryWith();
    await keyFor(cwd, '--scopes', 'admin');
    const service = await serve(cwd, ['--port', '0', '--host', '0.0.0.0']);
    expect(await ended(service, 'SIGTERM')).toBe(0);
    const logged = service
      .said()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const { address } = service;
    expect(logged).toMatchObject([
      { msg: 'the service is listening', address, data: './driftline.db', dev: false },
    ]);
  });

  test('have the trace and the route, and neither bodies nor units nor keys', async () => {
    const cwd = directoryWith();
    const key = await keyFor(cwd, '--scopes', 'admin');
    const service = await serve(cwd, ['--port', '0', '--log-level', 'debug']);
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
    const traceparent = `00-${trace}-00f067aa0ba902b7-01`;
    expect((await put(service.address, key, { traceparent })).status).toBe(201);
    const headers = { ...JSON_TYPE, authorization: `Bearer ${key}`, traceparent };
    const body = JSON.stringify({ unit: 'secret-unit', context: { note: 'secret-context' } });
    const path = `${service.address}v1/experiments/demo`;
    await fetch(`${path}/decisions`, { method: 'POST', headers, body });
    await fetch(`${path}/decisions`, { method: 'POST', headers, body: `${body}x` });
    await fetch(`${path}/units/secret-unit`, { method: 'DELETE', headers });
    await fetch(`${path}/units/secret-unit?key=${key}`, { method: 'DELETE', headers });
    await fetch(`${service.address}v1/experiments?key=${key}`);
    expect(await ended(service, 'SIGTERM')).toBe(0);
    const logged = service
      .said()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const requests = logged.filter(({ route }) => route !== undefined);
    expect(requests.map(({ method, route, status }) => `${method} ${route} ${status}`)).toEqual([
      'PUT /v1/experiments/:key 201',
      'POST /v1/experiments/:key/decisions 200',
      'POST /v1/experiments/:key/decisions 400',
      'DELETE /v1/experiments/:key/units/:unit 200',
      'DELETE /v1/experiments/:key/units/:unit 400',
      'GET /v1/experiments 401',
    ]);
    expect(requests.slice(0, 5).every((line) => line.trace === trace)).toBe(true);
    expect(requests.slice(0, 5).every(({ by }) => by === key.slice(3, 11))).toBe(true);
    expect(service.said()).not.toMatch(/secret|dl_/);
  });
});

test('TLS with a certificate of your own', async () => {
  const cwd = directoryWith();
  const made = shell(
    'openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout key.pem -out cert.pem -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost,IP:127.0.0.1',
    cwd,
  );
  expect(made.code).toBe(0);
  const flags = ['--dev', '--port', '0', '--tls-cert', 'cert.pem', '--tls-key', 'key.pem'];
  const { address } = await serve(cwd, flags);
  expect(address).toMatch(/^https:/);
  const { stdout } = shell(`curl -s --cacert cert.pem ${address}healthz`, cwd);
  expect(JSON.parse(stdout)).toEqual({ status: 'alive' });
});

test('without the service’s package it is said how to get it, and other commands work', () => {
  const cwd = directoryWith({
    'without-service.mjs': `
      import { registerHooks } from 'node:module';
      registerHooks({
        resolve(specifier, context, next) {
          if (specifier !== '@driftline/service') return next(specifier, context);
          const error = new Error("Cannot find package '@driftline/service'");
          throw Object.assign(error, { code: 'ERR_MODULE_NOT_FOUND' });
        },
      });`,
  });
  const nodeFlags = ['--import', join(cwd, 'without-service.mjs')];
  for (const args of [['serve', '--dev'], ['keys'], ['store', 'check']]) {
    const { code, stderr } = driftlineWithCodes(args, { cwd, nodeFlags });
    expect([code, stderr]).toEqual([
      1,
      'error: this command needs the decision service; install it with  npm i @driftline/service [cannot-start]\n',
    ]);
  }
  expect(driftline(['policies'], { cwd, nodeFlags }).code).toBe(0);
  expect(driftline(['serve', '--help'], { cwd, nodeFlags }).code).toBe(0);
});

test('limits and levels are those of the service, and the help says the right defaults', async () => {
  const { defaultLimits, logLevels } = await import('@driftline/service');
  for (const [name, { summary }] of Object.entries(limitSettings)) {
    const shownDefault = /\(default: (\d+)\)$/.exec(summary)?.[1];
    expect([name, Number(shownDefault)]).toEqual([
      name,
      Object.entries(defaultLimits).find(([each]) => each === name)?.[1],
    ]);
  }
  expect(settings.logLevel.summary).toContain(logLevels.join(', '));
});
