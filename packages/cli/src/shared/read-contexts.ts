/** Recorded contexts from the files that a request names. */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { readRecordedContexts } from '@driftline/engine/node';
import type { AskedTable } from '@driftline/engine/request';
import { asUserError } from '../terminal/errors.ts';

async function textOf(path: string): Promise<{ readonly name: string; readonly text: string }> {
  try {
    return { name: basename(path), text: await readFile(path, 'utf8') };
  } catch (error) {
    throw asUserError(path, error);
  }
}

/** Reads a table of contexts, with the features of a file or with features inferred from the table. */
export async function readContexts(
  contexts: string,
  features: string | undefined,
): Promise<NonNullable<AskedTable['contexts']>> {
  return readRecordedContexts({
    contexts: await textOf(contexts),
    features: features === undefined ? undefined : await textOf(features),
  });
}
