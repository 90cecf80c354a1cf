/** `driftline lab` in a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The launcher of the command line. */
export const launcher = fileURLToPath(new URL('../../cli/bin/driftline.js', import.meta.url));

/** Starts it and waits for its line. */
export async function startLab(): Promise<{ process: ChildProcess; address: string }> {
  const started = spawn(process.execPath, [launcher, 'lab', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: started.stdout })) {
    const address = /http:\S+/.exec(line)?.[0];
    if (address !== undefined) return { process: started, address };
  }
  throw new Error('driftline lab ended without printing its address');
}
