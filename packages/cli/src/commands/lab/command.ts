/** `driftline lab`: the page that runs policies in a browser. */
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { numberFlag } from '../../shared/flags.ts';
import { UsageError, UserError } from '../../terminal/errors.ts';
import { printLines } from '../../terminal/output.ts';
import { servePage } from './page-server.ts';

interface LabFlags {
  readonly port: number;
  readonly host: string;
}

/** Reads an address; nothing at all, as of a variable that is not set, would mean every address there is. */
function readHost(host: string): string {
  if (host.trim() !== '') return host.trim();
  throw new UsageError(
    '--host must be an address such as 127.0.0.1, or 0.0.0.0 for all addresses; got an empty text',
  );
}

/** Where the page was built to. */
function pageFolder(): string {
  const index = fileURLToPath(import.meta.resolve('@driftline/lab/index.html'));
  if (existsSync(index)) return dirname(index);
  throw new UserError(`cannot find the page of the lab at ${index}; build it with 'npm run build'`);
}

async function runLab({ port, host }: LabFlags): Promise<void> {
  const { server, address } = await servePage(pageFolder(), host, port);
  await printLines([`Driftline Lab is at ${address} (stop it with Ctrl-C)`]);
  await new Promise<void>((resolve) => {
    const end = () => {
      server.close(() => resolve());
      server.closeAllConnections();
    };
    process.once('SIGINT', end);
    process.once('SIGTERM', end);
  });
}

const help = `
In the lab you draw how means drift, choose policies, watch their regret grow
and look inside one replication. Open the printed address in a browser. All
computation runs there, and nothing leaves this machine. For the same seed, the
lab and 'driftline compare' give the same numbers.

Only this machine can open the page, unless you set --host.

Examples:
  driftline lab
  driftline lab --port 8080
  driftline lab --host 0.0.0.0 --port 0`;

/** The flags of `driftline lab`. */
export function configureLab(command: Command): void {
  command
    .option(
      '--port <N>',
      'port to listen on; 0 picks a free one',
      numberFlag('--port', { kind: 'integer', least: 0, most: 65_535 }),
      4321,
    )
    .option('--host <H>', 'address to listen on', readHost, '127.0.0.1')
    .addHelpText('after', help)
    .action(runLab);
}
