/** Who may play for whom: the same program with the same plugins, and nobody else. */
import { createHash, randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { NUMBERS_REVISION } from '@driftline/core/play';
import { buildDigest, pluginDigest, softwareOf } from '@driftline/engine/node';
import { QueueError } from './queue-error.ts';

/** What numbers depend on beside the comparisons. */
export interface Identity {
  /** Version, revision of the numbers, commit where driftline runs from a checkout, and digest of what was built. */
  readonly revision: string;
  /** A digest of all that plugins were loaded from; empty without plugins. */
  readonly plugins: string;
}

/** Digests are shown and compared by this much of them. */
const SHOWN_DIGITS = 12;

export function shortDigest(digest: string): string {
  return digest.slice(0, SHOWN_DIGITS);
}

/** This program's, with plugins that were loaded. */
export async function ownIdentity(pluginFiles: readonly string[]): Promise<Identity> {
  const { version, commit } = await softwareOf();
  const parts = [
    version,
    `numbers ${NUMBERS_REVISION}`,
    ...(commit === null ? [] : [commit]),
    // Of a checkout with changes the commit says too little.
    buildText(),
  ];
  const plugins = pluginFiles.length === 0 ? '' : pluginDigest(pluginFiles);
  return { revision: parts.join(', '), plugins };
}

function buildText(): string {
  return `build ${shortDigest(buildDigest())}`;
}

/**
 * Makes sure that the files on disk, of which a new thread is made, are still those of an identity: an update
 * under a living worker would have new code played under the name of the old. Threads look after plugins.
 *
 * @throws QueueError where they changed
 */
export function checkUnchanged({ revision }: Identity): void {
  if (revision.endsWith(buildText())) return;
  throw new QueueError(
    'driftline was changed on disk after this worker started; restart the worker',
    'program-changed',
  );
}

function pluginsText({ plugins }: Identity): string {
  return plugins === '' ? 'no plugins' : `plugins ${shortDigest(plugins)}`;
}

/** In words: what another has instead of one's own, as far as they differ. */
export function differenceText(own: Identity, other: Identity): string {
  const revision = ({ revision: text }: Identity) =>
    own.revision === other.revision ? [] : [`driftline ${text}`];
  const plugins = (of: Identity) => (own.plugins === other.plugins ? [] : [pluginsText(of)]);
  const [there, here] = [other, own].map((of) => [...revision(of), ...plugins(of)].join(' with '));
  return `${there} instead of ${here}`;
}

/** This process, for people. */
export function ownName(): string {
  return `${hostname()}:${process.pid}`;
}

/** This process, and no other that ever was. */
export function ownToken(): string {
  return `${ownName()} ${randomUUID()}`;
}

/** Where a run that is not finished keeps what it is called in a queue. */
const KEPT = join('driftline-unfinished', 'queue-key');

/** A random key that stays with an unfinished run; containers may have the same name and place. */
function keyIn(folder: string): string {
  const path = join(folder, KEPT);
  try {
    return readFileSync(path, 'utf8');
  } catch {
    const key = randomUUID();
    writeFileSync(path, key);
    return key;
  }
}

/**
 * What an experiment is called in the queue: the same for every run that goes on in one folder, which has one
 * run at a time; so it finds what was left for it. A copy of the folder has another place. To be asked when
 * the folder is held and the run has begun.
 */
export function experimentId(folder: string | undefined): string {
  const place =
    folder === undefined ? randomUUID() : `${keyIn(folder)}\n${hostname()}\n${resolve(folder)}`;
  return createHash('sha256').update(place).digest('hex').slice(0, SHOWN_DIGITS);
}

/** The name of a batch: what is played, by which program, and for whom. */
export function batchDigest(experiment: string, identity: Identity, body: Uint8Array): string {
  const hash = createHash('sha256');
  hash.update(JSON.stringify([experiment, identity.revision, identity.plugins]));
  return hash.update(body).digest('hex').slice(0, 40);
}
