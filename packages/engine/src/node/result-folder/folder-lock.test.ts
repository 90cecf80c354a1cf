import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { FolderLock, type Holder } from './folder-lock.ts';
import { FolderLost } from './result-folder-error.ts';
import { lifeOf, startByPs, thisProcess } from './this-process.ts';

const work = { command: 'driftline run eta.yaml', plan: 'plan' };
const onLinux = process.platform === 'linux';

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'driftline-lock-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function take(folder: string): Promise<FolderLock> {
  const lock = await FolderLock.take(folder, work);
  onTestFinished(() => lock.release());
  return lock;
}

const tokenOf = (digit: string) => digit.repeat(36);
const lockOf = (folder: string) => join(folder, '.driftline-lock');

/** A lock as somebody else would have left it. */
async function leave(folder: string, holder: Partial<Holder>): Promise<void> {
  const token = '01234567-89ab-4cde-8f01-23456789abcd';
  const since = '2026-01-31T04:05:06.000Z';
  const own = { ...(await thisProcess()), ...work, token, folder, since };
  mkdirSync(lockOf(folder));
  writeFileSync(join(lockOf(folder), `${token}.json`), JSON.stringify({ ...own, ...holder }));
}

/** The text of a program that takes a folder, says its number, and stays. */
function holding(folder: string): string {
  const module = JSON.stringify(new URL('./folder-lock.ts', import.meta.url).href);
  return `import { FolderLock } from ${module};
    await FolderLock.take(${JSON.stringify(folder)}, { command: 'other', plan: null });
    process.stdout.write(String(process.pid));
    setInterval(() => {}, 1e6);`;
}

/** Starts a process, and waits until it says the number of the one that holds the folder. */
async function started(command: string, args: string[]): Promise<[ChildProcess, number]> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [data] = await once(child.stdout, 'data');
  return [child, Number(String(data))];
}

describe('a folder', () => {
  test('is held by one at a time, and says by whom', async () => {
    const folder = temporary();
    const lock = await FolderLock.take(folder, work);
    const refused = await FolderLock.take(folder, work).catch((error: Error) => error);
    expect(refused).toMatchObject({ name: 'ResultFolderError', code: 'folder-locked' });
    expect(String(refused)).toMatch(
      /is in use by process \d+ on \S+, since 20\d\d-[\dT:.-]+Z: driftline run eta\.yaml\nWait until/,
    );
    expect(String(refused)).toContain(`process ${process.pid} `);
    expect(readdirSync(folder)).toEqual(['.driftline-lock']);
    await lock.check();
    await lock.release();
    expect(readdirSync(folder)).toEqual([]);
    await take(folder);
  });

  test('is free again when its holder was killed', async () => {
    const folder = temporary();
    const [child] = await started(process.execPath, ['--input-type=module', '-e', holding(folder)]);
    await expect(take(folder)).rejects.toThrow(`process ${child.pid} `);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(existsSync(lockOf(folder))).toBe(true);
    await take(folder);
  });

  test.skipIf(!onLinux)('is free when its holder has ended and nobody has asked how', async () => {
    const folder = temporary();
    const script = `"$0" --input-type=module -e "$1" & exec sleep 1000`;
    const args = ['-c', script, process.execPath, holding(folder)];
    const [, pid] = await started('sh', args);
    await expect(take(folder)).rejects.toThrow('is in use by');
    process.kill(pid, 'SIGKILL');
    while (!/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))) {
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    await take(folder);
  });

  test('goes to one of many that find it free, or left by one that has ended', async () => {
    for (let round = 0; round < 10; round++) {
      const folder = temporary();
      if (round % 2 === 0) await leave(folder, { start: 'another' });
      const taken = await Promise.allSettled(
        Array.from({ length: 8 }, () => FolderLock.take(folder, work)),
      );
      const won = taken.filter(({ status }) => status === 'fulfilled');
      expect(won).toHaveLength(1);
      for (const one of taken) {
        if (one.status === 'rejected') expect(String(one.reason)).toContain('is in use by');
        else await one.value.check();
      }
      expect(readdirSync(folder)).toEqual(['.driftline-lock']);
      for (const one of taken) if (one.status === 'fulfilled') await one.value.release();
    }
  });
});

test('one that finds a lock left, and removes it only when another has it, does not get it', async () => {
  const folder = temporary();
  await leave(folder, { start: 'long ago' });
  const go = join(temporary(), 'go');
  // Waits before it removes anything; then it says how it went.
  const slow = `
    import files from 'node:fs/promises';
    import { existsSync } from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    const { rm } = files;
    files.rm = async (...args) => {
      process.stdout.write('1');
      while (!existsSync(${JSON.stringify(go)})) await new Promise((resolve) => setTimeout(resolve, 1));
      return rm(...args);
    };
    syncBuiltinESMExports();
    const { FolderLock } = await import(${JSON.stringify(new URL('./folder-lock.ts', import.meta.url).href)});
    await FolderLock.take(${JSON.stringify(folder)}, { command: 'late', plan: null }).then(
      () => process.exit(0),
      (error) => process.exit(error.message.includes('is in use by process ${process.pid} ') ? 7 : 8),
    );`;
  const [child] = await started(process.execPath, ['--input-type=module', '-e', slow]);
  const lock = await take(folder);
  writeFileSync(go, '');
  const [code] = await once(child, 'exit');
  expect(code).toBe(7);
  await lock.check();
});

describe('a lock that was left', () => {
  test('by a process whose number another one has now is taken over', async () => {
    const folder = temporary();
    await leave(folder, { start: 'long ago' });
    await take(folder);
    expect(readdirSync(lockOf(folder))).toHaveLength(1);
  });

  test.skipIf(!onLinux)('is judged though the machine was given another name', async () => {
    const folder = temporary();
    await leave(folder, { host: 'renamed' });
    await expect(take(folder)).rejects.toThrow('on renamed, since 2026-01-31T04:05:06.000Z');
    await expect(take(folder)).rejects.toThrow('Wait until it is done');
    rmSync(lockOf(folder), { recursive: true });
    await leave(folder, { host: 'renamed', start: 'long ago' });
    await take(folder);
  });

  test.skipIf(!onLinux)('before the machine was started anew is taken over', async () => {
    const folder = temporary();
    await leave(folder, { machine: 'this', boot: 'before' });
    await expect(take(folder)).rejects.toThrow('This machine cannot see whether it still runs');
    rmSync(lockOf(folder), { recursive: true });
    await leave(folder, { boot: 'before' });
    await take(folder);
  });

  test('by a process that cannot be distinguished from a later one is refused, with what to do', async () => {
    const folder = temporary();
    await leave(folder, { start: null });
    await expect(take(folder)).rejects.toThrow(`If it does not, remove ${lockOf(folder)}`);
  });

  test.each([
    ['on another machine', { host: 'node17', machine: 'other', boot: 'other' }],
    ['in another container', { processes: 'pid:[1]' }],
  ])('%s is refused, with what to do', async (_, holder) => {
    const folder = temporary();
    await leave(folder, { ...holder, pid: 1 });
    await expect(take(folder)).rejects.toThrow('is in use by process 1 on ');
    await expect(take(folder)).rejects.toThrow(`If it does not, remove ${lockOf(folder)}`);
    rmSync(lockOf(folder), { recursive: true });
    await take(folder);
  });

  test.each([
    ['torn', '{"pid":'],
    ['no holder', '{}'],
    [
      'no process',
      JSON.stringify({ ...work, token: tokenOf('1'), folder: '', since: '', host: '', pid: -1 }),
    ],
    [
      'a path',
      JSON.stringify({ ...work, token: '../../thesis', folder: '', since: '', host: '', pid: 1 }),
    ],
  ])('and can’t be read is refused: %s', async (_, text) => {
    const folder = temporary();
    mkdirSync(lockOf(folder));
    writeFileSync(join(lockOf(folder), 'x.json'), text);
    await expect(take(folder)).rejects.toThrow('has a lock file that cannot be read');
  });

  test('is reported without signs that a terminal obeys', async () => {
    const folder = temporary();
    await leave(folder, { command: 'one\u001b[2J\ntwo' });
    await expect(take(folder)).rejects.toThrow(': one?[2J?two\nWait');
  });

  test('empty, by one that gave it back in part, is taken', async () => {
    const folder = temporary();
    mkdirSync(lockOf(folder));
    await take(folder);
  });

  test('half taken is removed once its maker has ended, not before', async () => {
    const folder = temporary();
    const prepared = ['1', '2'].map((digit) => `.driftline-lock-${tokenOf(digit)}`);
    for (const [i, name] of prepared.entries()) {
      await leave(folder, i === 0 ? { start: 'long ago' } : {});
      renameSync(lockOf(folder), join(folder, name));
    }
    await take(folder);
    expect(readdirSync(folder).sort()).toEqual(['.driftline-lock', prepared[1]]);
  });
});

describe('a copy of a folder', () => {
  test('is free though the folder is held', async () => {
    const folder = temporary();
    const lock = await take(folder);
    const copy = join(temporary(), 'copy');
    cpSync(folder, copy, { recursive: true });
    const other = await take(copy);
    await lock.check();
    await other.check();
    await expect(take(folder)).rejects.toThrow('is in use by');
  });

  test('is free though nobody can know whether the folder is held', async () => {
    const folder = temporary();
    await leave(folder, { host: 'node17', machine: 'other', boot: 'other' });
    const copy = join(temporary(), 'copy');
    cpSync(folder, copy, { recursive: true });
    await take(copy);
    await expect(take(folder)).rejects.toThrow('is in use by');
  });

  test('a folder that was moved while it is held is no copy', async () => {
    const base = temporary();
    const [folder, moved] = [join(base, 'a'), join(base, 'b')];
    mkdirSync(folder);
    await take(folder);
    renameSync(folder, moved);
    await expect(take(moved)).rejects.toThrow('is in use by');
    // Nor is it when another folder lies where it was.
    mkdirSync(folder);
    await expect(take(moved)).rejects.toThrow('is in use by');
  });
});

describe('a holder notices that its folder', () => {
  const changes: [string, (folder: string) => void][] = [
    ['was removed', (folder) => rmSync(folder, { recursive: true })],
    ['was moved', (folder) => renameSync(folder, `${folder}-moved`)],
    [
      'was replaced by a copy of it',
      (folder) => {
        cpSync(folder, `${folder}-copy`, { recursive: true });
        rmSync(folder, { recursive: true });
        renameSync(`${folder}-copy`, folder);
      },
    ],
    ['lost its lock', (folder) => rmSync(lockOf(folder), { recursive: true })],
  ];

  test.each(changes)('%s', async (_, change) => {
    const folder = join(temporary(), 'out');
    mkdirSync(folder);
    const lock = await take(folder);
    await lock.check();
    change(folder);
    await expect(lock.check()).rejects.toThrow(FolderLost);
  });

  test('was taken over, and gives back nothing of the other’s', async () => {
    const folder = temporary();
    const lock = await FolderLock.take(folder, work);
    rmSync(lockOf(folder), { recursive: true });
    const other = await take(folder);
    await expect(lock.check()).rejects.toThrow('taken over');
    await lock.release();
    await other.check();
  });
});

test('of a process whose start is not known, only the end can be known', async () => {
  const unknown = { ...(await thisProcess()), start: null };
  expect(await lifeOf(unknown)).toBe('unknown');
  const { pid } = spawnSync(process.execPath, ['--version']);
  expect(await lifeOf({ ...unknown, pid })).toBe('ended');
});

test.skipIf(spawnSync('ps', ['-p', '1']).error !== undefined)(
  'where there is no /proc, a program says when a process started',
  async () => {
    const start = await startByPs(process.pid);
    expect(start).toMatch(/^\w{3} \w{3} \d+ [\d:]{8} \d{4}$/);
    expect(await startByPs(process.pid)).toBe(start);
  },
);

describe('parts of one plan', () => {
  const part = (number: number, plan = 'plan') => ({
    command: `driftline run eta.yaml --shard ${number}/3`,
    plan,
    part: `${number}/3`,
  });

  test('share a folder, which nobody has alone meanwhile, nor a part of another plan', async () => {
    const folder = temporary();
    const [first, second] = [
      await FolderLock.take(folder, part(1)),
      await FolderLock.take(folder, part(2)),
    ];
    expect(readdirSync(lockOf(folder))).toHaveLength(2);
    const locked = { code: 'folder-locked' };
    await expect(FolderLock.take(folder, work)).rejects.toMatchObject(locked);
    // Not even whoever finishes the plan, as long as a part can be seen to run.
    await expect(FolderLock.take(folder, work, true)).rejects.toThrow(
      /--shard [12]\/3\nWait until/,
    );
    await expect(FolderLock.take(folder, part(3, 'other'))).rejects.toMatchObject(locked);
    expect(readdirSync(folder)).toEqual(['.driftline-lock']);
    await first.release();
    await second.check();
    await second.release();
    expect(readdirSync(folder)).toEqual([]);
  });

  test('come to no folder that somebody has alone', async () => {
    const folder = temporary();
    const lock = await take(folder);
    await expect(FolderLock.take(folder, part(1))).rejects.toMatchObject({ code: 'folder-locked' });
    expect(readdirSync(lockOf(folder))).toHaveLength(1);
    await lock.check();
  });

  test('that have ended hinder nobody', async () => {
    const folder = temporary();
    await leave(folder, { ...part(1), start: 'long ago' });
    const second = await FolderLock.take(folder, part(2));
    await second.release();
    await take(folder);
    expect(readdirSync(lockOf(folder))).toHaveLength(1);
  });

  test('that can’t be seen hinder others, but not who finishes their plan: they find their file gone', async () => {
    const folder = temporary();
    const elsewhere = { boot: 'another', machine: 'another', host: 'far' };
    await leave(folder, { ...part(1), ...elsewhere });
    const unknown = 'cannot see whether it still runs';
    await expect(take(folder)).rejects.toThrow(unknown);
    await expect(FolderLock.take(folder, { ...work, plan: 'other' }, true)).rejects.toThrow(
      unknown,
    );
    const second = await FolderLock.take(folder, part(2));
    await second.release();
    const lock = await FolderLock.take(folder, work, true);
    await lock.check();
    expect(lock.overtaken).toEqual([expect.stringMatching(/^process \d+ on far, .* 1\/3$/)]);
    expect(readdirSync(lockOf(folder))).toHaveLength(1);
    await lock.release();
    // One that has the folder alone is another matter, whatever its plan.
    await leave(folder, elsewhere);
    await expect(FolderLock.take(folder, work, true)).rejects.toThrow(unknown);
    await expect(FolderLock.take(folder, part(2))).rejects.toThrow(unknown);
  });

  test('never work beside one that has the folder alone, however they meet', async () => {
    for (let round = 0; round < 20; round++) {
      const folder = temporary();
      const comers = [part(1), work, part(2), work, part(3), part(1)];
      const from = round % comers.length;
      const order = [...comers.slice(from), ...comers.slice(0, from)];
      const taken = await Promise.allSettled(order.map((comer) => FolderLock.take(folder, comer)));
      const won = order.filter((_, i) => taken[i].status === 'fulfilled');
      expect(won.length).toBeGreaterThan(0);
      if (won.includes(work)) expect(won).toEqual([work]);
      for (const one of taken) {
        if (one.status === 'rejected') expect(String(one.reason)).toContain('is in use by');
        else await one.value.check();
      }
      for (const one of taken) if (one.status === 'fulfilled') await one.value.release();
      expect(readdirSync(folder)).toEqual([]);
    }
  });
});
