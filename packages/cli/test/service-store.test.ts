import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startService } from '@driftline/service';
import { describe, expect, onTestFinished, test } from 'vitest';
import { directoryWith, driftline, driftlineWithCodes } from './driftline.ts';

const CONFIG = {
  arms: [{ key: 'a' }, { key: 'b' }],
  policy: { type: 'ucb1' },
  reward: { min: 0, max: 1, timeout: '1h' },
};

/** A service in this process on the store of a folder. */
async function serviceIn(cwd: string) {
  const service = await startService({
    data: join(cwd, 'driftline.db'),
    port: 0,
    dev: true,
    logLevel: 'silent',
    experiments: { demo: CONFIG },
  });
  let isClosed = false;
  const close = async () => {
    if (!isClosed) await service.close();
    isClosed = true;
  };
  onTestFinished(close);
  const path = `${service.address}v1/experiments/demo`;
  const decide = async () =>
    (
      await fetch(`${path}/decisions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      })
    ).json();
  const state = async () =>
    (await (await fetch(`${path}/state`)).json()) as { readonly hash: string };
  return { ...service, close, decide, state };
}

describe('driftline keys', () => {
  test('adds, lists and revokes; a secret is shown once, and stored nowhere', () => {
    const cwd = directoryWith();
    const run = (...args: string[]) => driftline(['keys', ...args], { cwd });
    const added = run(
      'add',
      'shop',
      '--scopes',
      'reward,decide',
      '--experiments',
      'checkout',
      '--origins',
      'https://shop.example',
    );
    const [key] = added.stdout.split('\n');
    expect(key).toMatch(/^dl_[A-Za-z0-9]{8}_[A-Za-z0-9_-]{43}$/);
    expect(added.stdout).toContain("the key 'shop'");
    expect(added.stdout).toContain('for decide, reward in checkout');
    const listed = run('list', '--json');
    expect(JSON.parse(listed.stdout)).toEqual({
      keys: [
        {
          id: key.slice(3, 11),
          name: 'shop',
          scopes: ['decide', 'reward'],
          experiments: ['checkout'],
          origins: ['https://shop.example'],
          made: expect.stringMatching(/^\d{4}-.*Z$/),
          revoked: null,
        },
      ],
    });
    expect(run('revoke', 'shop').stdout).toContain(
      `The key 'shop' (${key.slice(3, 11)}) is revoked`,
    );
    expect(run('revoke', key.slice(3, 11)).code).toBe(0);
    expect(run().stdout).toMatch(
      /shop +\w{8} +decide reward +checkout +https:\/\/shop\.example +revoked \d/,
    );
    const stored = readdirSync(cwd).map((name) => readFileSync(join(cwd, name), 'latin1'));
    expect(stored.length).toBeGreaterThan(0);
    expect(stored.join()).not.toContain(key.slice(12));
  });

  test('has nothing to list at first', () => {
    const cwd = directoryWith();
    const { stdout } = driftline(['keys'], { cwd });
    expect(stdout).toBe('./driftline.db has no keys; add one with  driftline keys add NAME\n');
    expect(readdirSync(cwd)).toEqual([]);
  });

  test.each([
    [['add'], 2, 'keys add needs the name of a key'],
    [['make', 'x'], 2, "unknown action 'make'; accepted: add, list, revoke"],
    [['list', 'x'], 2, 'keys list takes no name; got x'],
    [['revoke', 'x', '--scopes', 'read'], 2, 'can only be used with keys add; got revoke'],
    [
      ['add', 'x', '--scopes', 'write'],
      1,
      '--scopes must be some of admin, configure, decide, reward, read; got write',
    ],
    [['add', 'x', '--origins', 'https://a.example/path'], 1, '--origins must be origins such as'],
    [['add', 'x', '--origins', 'shop.example'], 1, '--origins must be origins such as'],
    [
      ['add', 'x', '--experiments', '../y'],
      1,
      '--experiments must be keys of experiments; got ../y',
    ],
    [['add', '\u202ex'], 1, 'NAME must be letters'],
    [['add', 'shop\u3164'], 1, 'U+3164, which is invisible'],
    [['revoke', 'nobody'], 1, 'there is no store'],
  ])('%j is refused', (args, code, message) => {
    const got = driftline(['keys', ...args], { cwd: directoryWith() });
    expect(got.stderr).toContain(message);
    expect(got.code).toBe(code);
  });

  test('two keys can not have one name', () => {
    const cwd = directoryWith();
    expect(driftline(['keys', 'add', 'shop'], { cwd }).code).toBe(0);
    const again = driftlineWithCodes(['keys', 'add', 'shop'], { cwd });
    expect(again.stderr).toContain("there is already a key 'shop'");
    expect(again.stderr).toContain('[parameters-conflict]');
    const other = driftline(['keys', 'revoke', 'nobody'], { cwd });
    expect(other.stderr).toContain("there is no key 'nobody'");
  });

  test('works beside a running service', async () => {
    const cwd = directoryWith();
    const { address } = await serviceIn(cwd);
    const added = driftline(['keys', 'add', 'late', '--scopes', 'read', '--json'], { cwd });
    expect(added.code).toBe(0);
    const { key } = JSON.parse(added.stdout);
    const status = async () =>
      (await fetch(`${address}v1/policies`, { headers: { authorization: `Bearer ${key}` } }))
        .status;
    await expect.poll(status).toBe(200);
    expect(driftline(['keys', 'revoke', 'late'], { cwd }).code).toBe(0);
    await expect.poll(status).toBe(401);
  });
});

describe('driftline store', () => {
  test('a backup of a running service is the store as it was, and works in its place', async () => {
    const cwd = directoryWith();
    const service = await serviceIn(cwd);
    for (let i = 0; i < 10; i++) await service.decide();
    const backup = driftline(['store', 'backup', 'copy.db'], { cwd });
    expect(backup).toMatchObject({
      code: 0,
      stdout: 'Copied ./driftline.db to copy.db. The copy holds the store at one moment.\n',
    });
    const before = await service.state();
    await service.decide();
    await service.close();
    copyFileSync(join(cwd, 'copy.db'), join(cwd, 'driftline.db'));
    const restored = await serviceIn(cwd);
    expect(await restored.state()).toMatchObject({ hash: before.hash, decisions: 10 });
    const again = driftlineWithCodes(['store', 'backup', 'copy.db'], { cwd });
    expect(again.code).toBe(1);
    expect(again.stderr).toContain('[file-exists]');
  });

  test('check says that all is whole, and which experiment is not', async () => {
    const cwd = directoryWith();
    const service = await serviceIn(cwd);
    for (let i = 0; i < 10; i++) await service.decide();
    const inUse = driftlineWithCodes(['store', 'check'], { cwd });
    expect(inUse.stderr).toContain('[store-in-use]');
    await service.close();
    expect(driftline(['store', 'check'], { cwd }).stdout).toMatch(/demo +11 +10 +intact/);
    const file = join(cwd, 'driftline.db');
    const bytes = readFileSync(file);
    const place = bytes.indexOf('"arms"');
    bytes[place + 1] ^= 1;
    writeFileSync(file, bytes);
    const damaged = driftlineWithCodes(['store', 'check'], { cwd });
    expect(damaged.code).toBe(1);
    expect(damaged.stderr).toContain('[store-damaged]');
  });

  test('rebuild makes the same state from the log alone', async () => {
    const cwd = directoryWith();
    const service = await serviceIn(cwd);
    for (let i = 0; i < 10; i++) await service.decide();
    const before = await service.state();
    await service.close();
    const unknown = driftline(['store', 'rebuild', 'nobody'], { cwd });
    expect(unknown.stderr).toContain("has no experiment 'nobody'");
    const { code, stdout } = driftline(['store', 'rebuild', 'demo', '--json'], { cwd });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ experiment: 'demo', events: 11, decisions: 10 });
    expect((await (await serviceIn(cwd)).state()).hash).toBe(before.hash);
  });

  test.each([
    [['backup'], 2, 'store backup needs the file to copy to'],
    [['rebuild'], 2, 'store rebuild needs the key of an experiment'],
    [['check', 'x'], 2, "store check takes no argument; got also 'x'"],
    [['fix'], 2, "unknown action 'fix'; accepted: backup, check, rebuild, migrate, clock, copy"],
    [['copy', 'a.db'], 2, 'store copy needs the file or database to copy to'],
    [['copy', 'a.db', 'b.db', 'c.db'], 2, "store copy takes two arguments; got also 'c.db'"],
    [['copy', 'a.db', 'b.db', '--data', 'c.db'], 2, 'store copy takes both stores as arguments'],
    [['copy', 'a.db', 'b.db'], 1, 'there is no store a.db'],
    [['copy', 'a.db', 'postgres'], 2, "TO is 'postgres', but neither DRIFTLINE_POSTGRES nor"],
    [
      ['copy', 'postgres://a:hush@', 'b.db'],
      2,
      'FROM must be the address of a PostgreSQL database',
    ],
    [['check', '--role', 'x'], 2, '--role can only be used with store migrate; got check'],
    [['migrate'], 2, 'store migrate needs a PostgreSQL database'],
    [['check', '--data', 'postgres://a@b/c'], 2, '--data must be a file'],
    [['backup', 'x', '--postgres', 'postgres://a:hush@b/c'], 1, 'pg_dump --format=custom'],
    [['rebuild', 'nobody'], 1, 'there is no store'],
    [['check'], 1, 'there is no store'],
    [['backup', 'x.db'], 1, 'there is no store'],
  ])('%j is refused', (args, code, message) => {
    const got = driftline(['store', ...args], { cwd: directoryWith() });
    expect(got.stderr).toContain(message);
    expect(got.stderr).not.toContain('hush');
    expect(got.code).toBe(code);
  });

  test('copy makes the same store, which answers for what the old one gave out', async () => {
    const cwd = directoryWith();
    const service = await serviceIn(cwd);
    for (let i = 0; i < 10; i++) await service.decide();
    const before = await service.state();
    const inUse = driftlineWithCodes(['store', 'copy', 'driftline.db', 'copy.db'], { cwd });
    expect(inUse.stderr).toContain('[store-in-use]');
    await service.close();
    const { stdout, code } = driftline(['store', 'copy', 'driftline.db', 'copy.db'], { cwd });
    expect(code).toBe(0);
    expect(stdout).toMatch(new RegExp(`demo +11 +10 +${before.hash.slice(0, 16)}`));
    expect(stdout).toContain('Copied driftline.db to copy.db: 1 experiment, 0 keys');
    const again = driftlineWithCodes(['store', 'copy', 'driftline.db', 'copy.db'], { cwd });
    expect(again.stderr).toContain('[file-exists]');
    expect(driftline(['store', 'check', '--data', 'copy.db'], { cwd }).stdout).toContain('intact');
  });
});

describe('driftline store clock', () => {
  test('shows a log that agrees with the clock, also while the service runs', async () => {
    const cwd = directoryWith();
    await serviceIn(cwd);
    const { stdout } = driftline(['store', 'clock'], { cwd });
    expect(stdout).toMatch(/^The clock of this machine shows \d{4}-\d\d-\d\dT[\d:]{8}Z\.\n/);
    expect(stdout).toMatch(/\n +demo +\S+Z +\S+Z +0 +agrees\n/);
  });

  test('corrects a log that is ahead by one more event, once the service is stopped', async () => {
    const behind = 'const { now } = Date;\nDate.now = () => now() - 86_400_000;\n';
    const cwd = directoryWith({ 'behind.cjs': behind });
    const service = await serviceIn(cwd);
    await service.decide();
    // For a machine whose clock is a day behind, the log is a day ahead.
    const nodeFlags = ['--require', join(cwd, 'behind.cjs')];
    const run = (...flags: string[]) => driftline(['store', 'clock', ...flags], { cwd, nodeFlags });
    expect(run().stdout).toMatch(/\n +demo .* 86[34]\d\d +ahead; correct it with --correct\n/);
    expect(run('--correct')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('another process is using'),
    });
    await service.close();
    expect(run('--correct').stdout).toMatch(
      / 86[34]\d\d +corrected; runs at half the normal rate until both agree\n/,
    );
    const { experiments } = JSON.parse(run('--json').stdout);
    expect(experiments).toMatchObject([
      { experiment: 'demo', isShrinking: true, holdUntil: null, corrected: false },
    ]);
    const check = JSON.parse(driftline(['store', 'check', '--json'], { cwd }).stdout);
    expect(check).toMatchObject({ whole: true, experiments: [{ events: 3, decisions: 1 }] });
  });

  test('takes --correct alone', () => {
    const { code, stderr } = driftline(['store', 'check', '--correct'], { cwd: directoryWith() });
    expect(code).toBe(2);
    expect(stderr).toContain('--correct can only be used with store clock; got check');
  });
});
