/**
 * Runs scripts of package.json side by side, so that both cores of a small machine are at work while the
 * kernels are compiled: `node tools/side-by-side.ts build:kernels check:types`. What each says comes when it
 * has ended, and all have ended before this does; it fails where one has failed.
 */
import { spawn } from 'node:child_process';

function run(script: string): Promise<boolean> {
  const child = spawn('npm', ['run', '--silent', script], { stdio: ['ignore', 'pipe', 'pipe'] });
  const said: Buffer[] = [];
  child.stdout.on('data', (text: Buffer) => said.push(text));
  child.stderr.on('data', (text: Buffer) => said.push(text));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      process.stdout.write(Buffer.concat(said));
      if (code !== 0) process.stderr.write(`npm run ${script} failed\n`);
      resolve(code === 0);
    });
  });
}

const succeeded = await Promise.all(process.argv.slice(2).map(run));
if (succeeded.includes(false)) process.exitCode = 1;
