/** Finds everything that only the owner of the project can fill in before a release. */
import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** A file, and what to do in it. */
export interface OpenItem {
  readonly file: string;
  readonly task: string;
}

/** Files with comments for the owner. */
const COMMENTED_FILES = ['CITATION.cff', 'CODE_OF_CONDUCT.md', 'SECURITY.md', 'docs/releasing.md'];

/** A comment in Markdown or YAML, such as `# OWNER: add an address`. */
const OWNER_COMMENT = /^(?:<!--|#) OWNER: (.+?)(?: -->)?$/gm;

/** The copyright holder until a person or organization takes this place. */
const GENERIC_HOLDER = 'The Driftline authors';

const MANIFEST_FIELDS = ['repository', 'homepage', 'bugs', 'author'];

interface Manifest {
  readonly private?: boolean;
  readonly repository?: { readonly directory?: string };
  readonly [field: string]: unknown;
}

type Check = (folder: string) => OpenItem[];

function read(folder: string, file: string): string {
  return readFileSync(join(folder, file), 'utf8');
}

function matching(folder: string, ...patterns: string[]): string[] {
  return globSync(patterns, { cwd: folder })
    .map((file) => file.replaceAll('\\', '/'))
    .sort();
}

function manifestItem(file: string, manifest: Manifest): OpenItem[] {
  if (manifest.private === true) return [];
  const missing = MANIFEST_FIELDS.filter((field) => !manifest[field]);
  if (missing.length > 0) return [{ file, task: `add ${missing.join(', ')}` }];
  const directory = posix.dirname(file);
  if (manifest.repository?.directory === directory) return [];
  return [{ file, task: `set repository.directory to ${directory}` }];
}

const manifests: Check = (folder) =>
  matching(folder, 'packages/*/package.json').flatMap((file) =>
    manifestItem(file, JSON.parse(read(folder, file))),
  );

const licenses: Check = (folder) =>
  matching(folder, 'LICENSE', 'packages/*/LICENSE')
    .filter((file) => read(folder, file).includes(GENERIC_HOLDER))
    .map((file) => ({ file, task: `replace '${GENERIC_HOLDER}' with the copyright holder` }));

const ownerComments: Check = (folder) =>
  COMMENTED_FILES.flatMap((file) =>
    Array.from(read(folder, file).matchAll(OWNER_COMMENT), ([, task]) => ({ file, task })),
  );

const changelog: Check = (folder) =>
  /^## .*\bunreleased\b/m.test(read(folder, 'CHANGELOG.md'))
    ? [{ file: 'CHANGELOG.md', task: "replace 'unreleased' with the date of the release" }]
    : [];

const CHECKS: readonly Check[] = [manifests, licenses, ownerComments, changelog];

/** @param folder - the top of the repository, or of a copy */
export function openItems(folder: string): OpenItem[] {
  return CHECKS.flatMap((check) => check(folder));
}
