import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { open as openFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { ClientErrorCode } from '@driftline/client';
import type { ErrorCode } from '@driftline/core';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FileStorage } from './file-storage.ts';
import { thisProcess } from './process-life.ts';

let folder: string;
let path: string;
const open: FileStorage[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'driftline-storage-'));
  path = join(folder, 'rewards.ndjson');
});
afterEach(async () => {
  for (const storage of open.splice(0)) await storage.close();
  rmSync(folder, { recursive: true });
});

function opened(): FileStorage {
  const storage = new FileStorage(path);
  open.push(storage);
  return storage;
}

function keysOf(storage: FileStorage): string[] {
  return Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
}

test('what was stored is there when the file is opened again', async () => {
  const storage = opened();
  await Promise.all(['a', 'b', 'c'].map((key) => storage.setItem(key, `${key}\n"1"`)));
  await storage.removeItem('b');
  await storage.removeItem('unknown');
  await storage.setItem('c', '2');
  await storage.close();
  const again = opened();
  expect(keysOf(again)).toEqual(['a', 'c']);
  expect(again.getItem('a')).toBe('a\n"1"');
  expect(again.getItem('c')).toBe('2');
  expect(again.getItem('b')).toBeNull();
  expect(again.key(2)).toBeNull();
});

/** Lets a way to the disk take until it is told to end. */
async function slowDisk(name: 'datasync' | 'sync') {
  const handle = await openFile(path);
  let reach = () => {};
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  const spy = vi.spyOn(Object.getPrototypeOf(handle), name).mockReturnValue(reached);
  await handle.close();
  return { calls: () => spy.mock.calls.length, reach, restore: () => spy.mockRestore() };
}

test('an item is not said to be stored before the disk has it', async () => {
  const storage = opened();
  await storage.setItem('a', '1');
  const disk = await slowDisk('datasync');
  let isStored = false;
  const stored = storage.setItem('b', '2').then(() => {
    isStored = true;
  });
  await expect.poll(disk.calls).toBe(1);
  expect(readFileSync(path, 'utf8')).toContain('["b","2"]');
  expect(isStored).toBe(false);
  disk.reach();
  await stored;
  expect(isStored).toBe(true);
  disk.restore();
});

test('a file that is written anew takes its place when the disk has it, and not before', async () => {
  const storage = opened();
  await Promise.all(Array.from({ length: 1200 }, () => storage.setItem('a', '1')));
  const disk = await slowDisk('sync');
  let isStored = false;
  const stored = storage.setItem('b', '2').then(() => {
    isStored = true;
  });
  await expect.poll(disk.calls).toBe(1);
  expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(1201);
  expect(isStored).toBe(false);
  disk.reach();
  await stored;
  expect(readFileSync(path, 'utf8')).toBe('["a","1"]\n["b","2"]\n');
  disk.restore();
});

test('its file does not grow with what has gone', async () => {
  const storage = opened();
  await storage.setItem('stays', 'x');
  for (let count = 0; count < 3000; count++) {
    void storage.setItem(`k${count}`, 'x'.repeat(50));
    if (count % 100 === 99) await storage.setItem('stays', 'x');
    void storage.removeItem(`k${count}`);
  }
  await storage.setItem('stays', 'y');
  expect(readFileSync(path, 'utf8').split('\n').length).toBeLessThan(2000);
  await storage.close();
  expect(readFileSync(path, 'utf8').split('\n').length).toBeLessThan(2000);
  const again = opened();
  expect(readFileSync(path, 'utf8')).toBe('["stays","y"]\n');
  expect(keysOf(again)).toEqual(['stays']);
});

test('a line that was not finished is no loss, and nothing is written behind it', async () => {
  const storage = opened();
  await storage.setItem('a', '1');
  await storage.close();
  appendFileSync(path, '["b","2');
  const again = opened();
  expect(keysOf(again)).toEqual(['a']);
  await again.setItem('c', '3');
  await again.close();
  expect(keysOf(opened())).toEqual(['a', 'c']);
});

test('lines that can not be read are passed over, and kept beside', () => {
  const text = '["a","1"]\nnonsense\n["b","2"]\n{"c":3}\n[1,2]\n';
  writeFileSync(path, text);
  const warning = vi.spyOn(process, 'emitWarning').mockReturnValue();
  expect(keysOf(opened())).toEqual(['a', 'b']);
  expect(warning.mock.calls[0][0]).toBe(
    `${path}: 3 of its lines cannot be read and are skipped; the original file is kept as ${path}.damaged`,
  );
  warning.mockRestore();
  expect(readFileSync(`${path}.damaged`, 'utf8')).toBe(text);
});

test('where writing fails that is said, and once it goes again nothing is missing', async () => {
  const storage = opened();
  await storage.setItem('a', '1');
  // The next write is one of the whole file, and its place is taken.
  const lines = Array.from({ length: 1200 }, () => storage.setItem('a', '2'));
  await Promise.all(lines);
  mkdirSync(`${path}.new`);
  await expect(storage.setItem('b', '1')).rejects.toThrow('EISDIR');
  await expect(storage.setItem('c', '1')).rejects.toThrow('EISDIR');
  rmdirSync(`${path}.new`);
  await storage.setItem('d', '1');
  await storage.close();
  expect(keysOf(opened())).toEqual(['a', 'b', 'c', 'd']);
});

test('behind half a line nothing is written: after a failed write the file is written anew', async () => {
  const storage = opened();
  await storage.setItem('a', '1');
  const handle = await openFile(path);
  const append = vi.spyOn(Object.getPrototypeOf(handle), 'appendFile');
  append.mockImplementationOnce(async () => {
    appendFileSync(path, '["b","');
    throw new Error('no space is left');
  });
  await expect(storage.setItem('b', '2')).rejects.toThrow('no space is left');
  append.mockRestore();
  await handle.close();
  await storage.setItem('c', '3');
  await storage.close();
  expect(keysOf(opened())).toEqual(['a', 'b', 'c']);
  expect(existsSync(`${path}.damaged`)).toBe(false);
});

describe('one process at a time has the file', () => {
  test('this one can not open it twice', async () => {
    const storage = opened();
    expect(() => opened()).toThrow(
      `${path} is in use by process ${process.pid} on ${thisProcess().host}; give each process its own file; if that process has ended, remove ${path}.lock`,
    );
    const code: ErrorCode = 'storage-in-use' satisfies ClientErrorCode;
    expect(() => opened()).toThrow(expect.objectContaining({ code }));
    await storage.close();
    expect(opened().length).toBe(0);
  });

  test('nothing is left of the lock when it is closed', async () => {
    await opened().close();
    expect(readdirSync(folder)).toEqual(['rewards.ndjson']);
  });

  test.each([
    ['of a process that has ended', { pid: 2 ** 22 + 1 }],
    ['of a process whose number another one has now', { pid: process.ppid, start: '1' }],
    ['of this machine before it was started anew', { boot: 'earlier' }],
    ['of this container before it was made anew', { processes: 'pid:[1]' }],
  ])('a lock %s is taken over', (_, difference) => {
    mkdirSync(`${path}.lock`);
    writeFileSync(`${path}.lock/x.json`, JSON.stringify({ ...thisProcess(), ...difference }));
    expect(opened().length).toBe(0);
  });

  test.each([
    ['of a process that runs', JSON.stringify(thisProcess())],
    ['of another host', JSON.stringify({ ...thisProcess(), host: 'elsewhere', pid: 2 ** 22 + 1 })],
    ['that can not be read', 'nonsense'],
    ['that names no process', '{"host":"h","pid":-1}'],
  ])('a lock %s is not', (_, text) => {
    mkdirSync(`${path}.lock`);
    writeFileSync(`${path}.lock/x.json`, text);
    expect(() => opened()).toThrow('is in use by');
    expect(readdirSync(folder)).toEqual(['rewards.ndjson.lock']);
  });
});

test('of several processes that find the lock of one that has ended, one gets the file', async () => {
  mkdirSync(`${path}.lock`);
  writeFileSync(`${path}.lock/x.json`, JSON.stringify({ ...thisProcess(), pid: 2 ** 22 + 1 }));
  const program = fileURLToPath(new URL('../../test/take-file.ts', import.meta.url));
  const children = Array.from({ length: 6 }, () =>
    spawn(process.execPath, [program, path], { stdio: ['pipe', 'pipe', 'inherit'] }),
  );
  const lines = children.map((child) => createInterface({ input: child.stdout }));
  const next = (all: typeof lines) =>
    Promise.all(all.map(async (each) => String((await once(each, 'line'))[0])));
  expect(await next(lines)).toEqual(Array.from({ length: 6 }, () => 'ready'));
  const said = next(lines);
  for (const child of children) child.stdin.write('go\n');
  expect((await said).sort()).toEqual([
    'got it',
    ...Array.from({ length: 5 }, () => 'storage-in-use'),
  ]);
  for (const child of children) child.stdin.end();
  await Promise.all(children.map((child) => once(child, 'close')));
});

/** Lines that a program prints until it is killed, after so many. */
async function killedAfter(child: ChildProcess, count: number): Promise<string[]> {
  const said: string[] = [];
  if (child.stdout === null) throw new Error('the output is not piped');
  const ended = once(child, 'close');
  for await (const line of createInterface({ input: child.stdout })) {
    said.push(line);
    if (said.length === count) child.kill('SIGKILL');
  }
  await ended;
  return said;
}

test('a program that is killed finds all that it was told to be stored, again and again', async () => {
  const program = fileURLToPath(new URL('../../test/keep-rewards.ts', import.meta.url));
  const stored = new Set<string>();
  for (let cycle = 0; cycle < 6; cycle++) {
    const child = spawn(process.execPath, [program, path], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const said = await killedAfter(child, 150 + 331 * cycle);
    for (const line of said) if (line.startsWith('stored ')) stored.add(line.slice(7));
    const storage = opened();
    const missing = [...stored].filter((key) => storage.getItem(key) !== `value of ${key}`);
    // The first of every third five was taken away again; of no other may one be missing.
    expect(missing.filter((key) => !/-0$/.test(key))).toEqual([]);
    expect(storage.length).toBeGreaterThan(stored.size / 2);
    await storage.close();
  }
  expect(stored.size).toBeGreaterThan(1000);
  expect(existsSync(`${path}.lock`)).toBe(false);
});
