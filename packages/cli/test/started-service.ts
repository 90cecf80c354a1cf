import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { launcher } from './driftline.ts';

/** A real service, until it is ended. */
export interface StartedService {
  readonly address: string;
  end(): void;
}

/**
 * Starts a service for development on a free port.
 *
 * @param cwd - the folder with its store
 */
export async function startService(cwd: string): Promise<StartedService> {
  const child = spawn(process.execPath, [launcher, 'serve', '--dev', '--port', '0'], {
    cwd,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const end = () => void child.kill('SIGKILL');
  for await (const line of createInterface({ input: child.stdout })) {
    const address = /http:\/\/[\d.]+:\d+/.exec(line)?.[0];
    if (address !== undefined) return { address, end };
  }
  throw new Error('the service did not start');
}
