import { execFileSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createExperiment, EXPERIMENT, send } from '../process/client.ts';
import { ServiceProcess } from '../process/service-process.ts';
import { PoweredFolder, temporary } from './power.ts';
import { acknowledgedBy, countedIn, storeIn, writingChild } from './trial.ts';

interface SmallDisk {
  readonly folder: string;
  readonly environment: Record<string, string>;
  fillUp(): void;
  makeRoom(): void;
}

function shimmed(): SmallDisk {
  const disk = new PoweredFolder();
  return {
    folder: disk.folder,
    environment: disk.environment(),
    fillUp: () => disk.fillUp(),
    makeRoom: () => disk.makeRoom(),
  };
}

/** A file system of 4 MB, half of which is taken until room is made. */
function mounted(): SmallDisk {
  const folder = temporary('driftline-full-');
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', folder]);
  onTestFinished(() => void execFileSync('umount', ['--lazy', folder]));
  const filler = join(folder, 'filler');
  writeFileSync(filler, Buffer.alloc(2 << 20));
  return { folder, environment: {}, fillUp: () => undefined, makeRoom: () => rmSync(filler) };
}

/** Whether this process may mount: as root outside of most containers. */
function canMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  try {
    execFileSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], {
      stdio: 'pipe',
    });
    return true;
  } catch {
    return false;
  }
}

const disks: [string, () => SmallDisk][] = [['by the shim', shimmed]];
if (canMount()) disks.push(['mounted', mounted]);

/** The status of a path, and the lines of a page that begin so. */
async function linesOf(address: string, path: string, ...beginnings: string[]): Promise<string[]> {
  const text = await (await fetch(`${address}${path}`)).text();
  return text.split('\n').filter((line) => beginnings.some((each) => line.startsWith(each)));
}

const SHOWN = ['driftline_ready', 'driftline_store_up', 'driftline_warning{experiment=""'];

describe.runIf(process.platform === 'linux')('a full disk', () => {
  test('makes a service not ready until there is room, which it finds without traffic', async () => {
    const disk = new PoweredFolder();
    const data = storeIn(disk.folder);
    const service = await ServiceProcess.start({ data, env: disk.environment() });
    onTestFinished(async () => void (await service.kill()));
    await createExperiment(service.address);
    disk.fillUp();
    const path = `v1/experiments/${EXPERIMENT}/decisions`;
    const body = { context: 'x'.repeat(1500) };
    let status = 200;
    while (status === 200) {
      status = (await send(service.address, 'POST', path, body))?.status ?? 0;
    }
    expect(status).toBe(507);
    const readiness = await send(service.address, 'GET', 'readyz');
    expect(readiness).toMatchObject({ status: 507, body: { type: '/problems/disk-full' } });
    expect(JSON.stringify(readiness?.body)).toContain('no disk space left');
    // The writer reports once a second.
    let shown: string[] = [];
    while (shown.length < 3) shown = await linesOf(service.address, 'metrics', ...SHOWN);
    expect(shown.sort()).toEqual([
      'driftline_ready 0',
      'driftline_store_up 0',
      'driftline_warning{experiment="",code="disk-full"} 1',
    ]);
    disk.makeRoom();
    while ((await send(service.address, 'GET', 'readyz'))?.status !== 200) await sleep(50);
    expect((await send(service.address, 'POST', path, body))?.status).toBe(200);
    expect(existsSync(`${data}.room`)).toBe(false);
  });

  test.each(disks)(
    '%s fails commits, and the same process goes on when there is room',
    async (_, make) => {
      const disk = make();
      const child = writingChild(disk.folder, disk.environment);
      const lines = await child.until('acknowledged ');
      disk.fillUp();
      lines.push(...(await child.until('failed')));
      expect(lines.at(-1)).toBe('failed disk-full');
      // It may find room within its files, and then fails again.
      child.say('go on');
      lines.push(...(await child.until('failed')));
      expect(lines.at(-1)).toBe('failed disk-full');
      const before = acknowledgedBy(lines);
      disk.makeRoom();
      child.say('go on');
      lines.push(...(await child.until('acknowledged ')));
      lines.push(...(await child.until('acknowledged ')));
      expect(acknowledgedBy(lines)).toBe(before + 128);
      await child.kill();
      lines.push(...(await child.rest()));
      expect(await countedIn(disk.folder)).toBeGreaterThanOrEqual(acknowledgedBy(lines));
    },
  );
});
