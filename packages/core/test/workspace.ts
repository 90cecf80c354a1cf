/** Where things are in the workspace, and how tests run programs of it. */
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The top of the repository. */
export const workspace: string = fileURLToPath(new URL('../../..', import.meta.url));

/** The sources of `@driftline/core`. */
export const coreSources: string = join(workspace, 'packages/core/src');

/** The compiler of the workspace, to be run with Node. */
export const compiler: string = join(workspace, 'node_modules/typescript/bin/tsc');

/** The last compiler that was written in JavaScript, which the API reference is made with. */
export const olderCompiler: string = join(
  workspace,
  'docs/reference/node_modules/typescript/bin/tsc',
);

/** How a program ended. */
export interface Ending {
  readonly exitCode: number;
  readonly stdout: string;
  /** All that was written, to show where the ending is not the one wanted. */
  readonly output: string;
}

/**
 * The environment of programs under test. It lacks what npm passes to the scripts that it runs, so that an npm under
 * test doesn't take itself to be inside this workspace. `node` is the one that runs the tests.
 */
export function programEnvironment(): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name));
  const path = [dirname(process.execPath), process.env.PATH].join(delimiter);
  return { ...Object.fromEntries(inherited), PATH: path, NO_COLOR: '1' };
}

/** The bits of all policies take more than the megabyte that Node allows without a word. */
const MOST_OUTPUT_BYTES = 2 ** 26;

/** Runs a program to its end. */
export function run(program: string, args: readonly string[], folder: string): Promise<Ending> {
  const env = programEnvironment();
  return new Promise((resolve, reject) => {
    const options = { cwd: folder, env, maxBuffer: MOST_OUTPUT_BYTES };
    execFile(program, args, options, (error, stdout, stderr) => {
      const exitCode = error === null ? 0 : error.code;
      if (typeof exitCode === 'number') resolve({ exitCode, stdout, output: stdout + stderr });
      else reject(error);
    });
  });
}

/** Runs a program that has to succeed and returns what it printed. */
export async function succeed(
  program: string,
  args: readonly string[],
  folder: string,
): Promise<string> {
  const { exitCode, stdout, output } = await run(program, args, folder);
  if (exitCode === 0) return stdout;
  throw new Error(`${program} ${args.join(' ')} ended with ${exitCode}:\n${output}`);
}

/** The TypeScript files under a folder, tests left out, as paths from there. */
export function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .sort();
}
