import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { PoweredFolder, temporary } from './power.ts';
import { acknowledgedBy, countedIn, writingChild } from './trial.ts';

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

describe.runIf(process.platform === 'linux')('a full disk', () => {
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
