/** `driftline keys`: who may call a decision service, and for what. */
import type { Command } from 'commander';
import { withService } from '../../shared/load-service.ts';
import { addStoreFlags, storePlace } from '../../shared/store-place.ts';
import { UsageError } from '../../terminal/errors.ts';
import { printJson, printLines, warn } from '../../terminal/output.ts';
import { tableLines } from '../../terminal/table.ts';

interface KeysFlags {
  readonly data?: string;
  readonly postgres?: string;
  readonly scopes?: readonly string[];
  readonly experiments?: readonly string[];
  readonly origins?: readonly string[];
  readonly json?: true;
}

type Shown = Awaited<ReturnType<typeof import('@driftline/service')['listKeys']>>[number];

/** Texts between commas. */
function readList(text: string): readonly string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/** A key as JSON has it. */
function documentOf({ made, revoked, ...rest }: Shown) {
  const moment = (at: number) => new Date(at).toISOString();
  return { ...rest, made: moment(made), revoked: revoked === null ? null : moment(revoked) };
}

async function add(name: string, flags: KeysFlags): Promise<void> {
  const place = storePlace(flags);
  const { key, row } = await withService(({ addKey, storeNotices }) => {
    warn(storeNotices(place));
    return addKey(place, { ...flags, name, scopes: flags.scopes ?? ['decide', 'reward'] });
  });
  if (flags.json) return printJson({ key, ...documentOf(row) });
  await printLines([
    key,
    '',
    `This is the key '${name}' (${row.id}) for ${scopeText(row)}. It is not shown again, so store it as a secret.`,
    'A running service accepts it within 5 seconds. Send it as  Authorization: Bearer KEY',
  ]);
}

function scopeText({ scopes, experiments }: Shown): string {
  return `${scopes.join(', ')} in ${experiments === null ? 'all experiments' : experiments.join(', ')}`;
}

async function list(flags: KeysFlags): Promise<void> {
  const place = storePlace(flags);
  const { keys, shown } = await withService(async ({ listKeys, shownLocation }) => ({
    keys: await listKeys(place),
    shown: shownLocation(place),
  }));
  if (flags.json) return printJson({ keys: keys.map(documentOf) });
  if (keys.length === 0) {
    return printLines([`${shown} has no keys; add one with  driftline keys add NAME`]);
  }
  const rows = keys.map((key) => [
    key.name,
    key.id,
    key.scopes.join(' '),
    key.experiments?.join(' ') ?? 'all',
    key.origins?.join(' ') ?? 'none',
    key.revoked === null ? 'valid' : `revoked ${documentOf(key).revoked}`,
  ]);
  const titles = ['name', 'id', 'scopes', 'experiments', 'origins', 'state'];
  await printLines(tableLines({ rows: [titles, ...rows], endsInWords: true }));
}

async function revoke(idOrName: string, flags: KeysFlags): Promise<void> {
  const key = await withService(({ revokeKey }) => revokeKey(storePlace(flags), idOrName));
  if (flags.json) return printJson(documentOf(key));
  await printLines([
    `The key '${key.name}' (${key.id}) is revoked. A running service refuses it within 5 seconds.`,
  ]);
}

async function runKeys(action: string, name: string | undefined, flags: KeysFlags): Promise<void> {
  const given = [flags.scopes, flags.experiments, flags.origins].some((flag) => flag !== undefined);
  if (action !== 'add' && given) {
    throw new UsageError(
      `--scopes, --experiments and --origins can only be used with keys add; got ${action}`,
    );
  }
  if (action === 'list' && name === undefined) return list(flags);
  if (action === 'list') throw new UsageError(`keys list takes no name; got ${name}`);
  if (action !== 'add' && action !== 'revoke') {
    throw new UsageError(`unknown action '${action}'; accepted: add, list, revoke`);
  }
  if (name === undefined)
    throw new UsageError(
      `keys ${action} needs the name of a key; for example  driftline keys ${action} shop`,
    );
  return action === 'add' ? add(name, flags) : revoke(name, flags);
}

const help = `
  add NAME     create a key and print it once
  list         list all keys without their secrets (default)
  revoke NAME  revoke a key by name or id; it stays in the list

Scopes: decide and reward for applications, read for dashboards and Prometheus,
configure to change experiments, admin for everything.
You can run all actions while services use the same store.

Examples:
  driftline keys add shop --scopes decide,reward --experiments checkout
  driftline keys add page --scopes decide,reward --origins https://shop.example
  driftline keys add ops --scopes admin --data /var/lib/driftline/driftline.db
  driftline keys list --json
  driftline keys revoke shop`;

/** The flags of `driftline keys`. */
export function configureKeys(command: Command): void {
  command
    .argument('[ACTION]', 'add, list or revoke', 'list')
    .argument('[NAME]', 'name of the key; revoke also accepts its id');
  addStoreFlags(command)
    .option(
      '--scopes <LIST>',
      'scopes of the new key, separated by commas (default: decide,reward)',
      readList,
    )
    .option(
      '--experiments <LIST>',
      'experiments that the new key can use, separated by commas (default: all)',
      readList,
    )
    .option(
      '--origins <LIST>',
      "allow the new key only on web pages of these origins, separated by commas (default: in programs and on the service's own page)",
      readList,
    )
    .option('--json', 'print one JSON document')
    .addHelpText('after', help)
    .action(runKeys);
}
