/**
 * Services that are wrong in one way: a copy of what was compiled, with one place changed. They show that a test of
 * a fault can fail. The product has no switch for any of this.
 */
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const workspace = fileURLToPath(new URL('../../../..', import.meta.url));

interface Change {
  /** A file of the service's `dist`. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** What is wrong with each. */
export const mutants = {
  /** Answers leave while their transaction is open; it is committed 100 ms later, or before the next one. */
  'acknowledge before commit': [
    {
      file: 'store/sqlite/connection.js',
      from: `twice(() => this.#commit.run());
            this.#files?.confirm(this.#logSize());`,
      to: `const late = () => {
                clearTimeout(timer);
                this.late = undefined;
                twice(() => this.#commit.run());
            };
            const timer = setTimeout(late, 100);
            this.late = late;`,
    },
    {
      file: 'store/sqlite/connection.js',
      from: 'this.#takeOverLog();',
      to: 'this.late?.(); this.#takeOverLog();',
    },
    {
      file: 'store/sqlite/connection.js',
      from: 'this.#guarded(() => this.#files?.confirmAll(this.#logSize()));',
      to: '',
    },
  ],
  /** Nobody looks whether the files are still those of the store, except once a second. */
  'acknowledge without a look at the files': [confirming('')],
  /** Answers leave before that look, which comes 100 ms later. */
  'look at the files after answering': [
    confirming(`setTimeout(() => {
                try {
                    this.confirmPlace();
                }
                catch {
                    // The next commit is refused.
                }
            }, 100);`),
  ],
  /** The end of the thread closes the database, which moves the log into a file that may be another one's. */
  'close as the last connection': [
    {
      file: 'store/sqlite/connection.js',
      from: `if (this.#keeper?.open)
            this.database.close();`,
      to: 'this.#keeper?.close();',
    },
  ],
  /** The same on PostgreSQL: the commit is sent 100 ms after the answers. */
  'acknowledge before commit, shared': [
    {
      file: 'store/postgres/committing.js',
      from: 'return await this.#database.session((session) => this.#run(session, batches, mayWait));',
      to: `return await new Promise((resolve, reject) => {
                const run = (session) => this.#run(session, batches, mayWait, resolve);
                this.#database.session(run).catch(reject);
            });`,
    },
    {
      file: 'store/postgres/committing.js',
      from: 'async #run(session, batches, mayWait) {',
      to: 'async #run(session, batches, mayWait, acknowledge) {',
    },
    {
      file: 'store/postgres/committing.js',
      from: 'await session.commit(statementsOf([...prepared.values()]));',
      to: `acknowledge(ends);
            await new Promise((resolve) => setTimeout(resolve, 100));
            await session.commit(statementsOf([...prepared.values()]));`,
    },
  ],
  /** Whoever asks first does not keep others from writing. */
  'skip the row lock': [
    { file: 'store/postgres/seeing.js', from: 'FOR UPDATE $', to: '$' },
    { file: 'store/postgres/seeing.js', from: "'SKIP LOCKED'", to: "''" },
  ],
  /** What other services wrote is read, and not learned. */
  'do not fold the tail': [
    { file: 'writer/experiment-batch.js', from: 'this.#foldTail(seen.tail);', to: '' },
  ],
  /** A commit of which nobody knows counts as one that was made. */
  'keep memory after an unknown commit': [
    {
      file: 'writer/committer.js',
      from: 'if (isOwn && batch.isUntouched && !isRevised) {',
      to: "if (end.end === 'unknown' || (isOwn && batch.isUntouched && !isRevised)) {",
    },
  ],
  /** A commit is answered before it is on the disk. */
  'synchronous_commit off': [
    {
      file: 'store/postgres/database.js',
      from: "WHEN 'off' THEN 'on'",
      to: "WHEN 'off' THEN 'on' WHEN 'on' THEN 'off'",
    },
  ],
  /** The offset is known for one batch, and not in the log. */
  'do not record the offset': [
    { file: 'writer/experiment-batch.js', from: 'session.keepTime(this.#clock);', to: '{}' },
  ],
  /** Events have the machine's time, whatever time the log has. */
  'let the log go back': [
    {
      file: 'work/keep-time.js',
      from: 'return Math.max(facts.at, logTime(facts.clock, now));',
      to: 'return now;',
    },
    {
      file: 'work/session.js',
      from: 'Math.max(this.fold.facts.at, logTime(body, this.setting.now))',
      to: 'this.setting.now',
    },
  ],
  /** Decisions from before the clock was ahead are overdue when it is right again. */
  'keep old deadlines': [
    {
      file: 'fold/course.js',
      from: 'this.waiting.postpone(expected, at - expected);',
      to: '{}',
    },
  ],
  'synchronous NORMAL': [synchronous("'NORMAL', 1")],
  'synchronous OFF': [synchronous("'OFF', 0")],
  /** A failed fsync is a failed commit like any other. */
  'go on after a failed fsync': [
    {
      file: 'store/sqlite/connection.js',
      from: 'this.#broken = reported;',
      to: 'this.database.inTransaction && this.#rollback.run();',
    },
    {
      file: 'writer/committer.js',
      from: '!(error instanceof StoreBroken)',
      to: 'true',
    },
  ],
} as const satisfies Readonly<Record<string, readonly Change[]>>;
export type MutantName = keyof typeof mutants;

function confirming(otherwise: string): Change {
  return {
    file: 'store/sqlite/connection.js',
    from: `this.#files?.confirm(this.#logSize());
            return done;`,
    to: `${otherwise}
            return done;`,
  };
}

function synchronous(level: string): Change {
  return {
    file: 'store/sqlite/open.js',
    from: "['synchronous', 'FULL', 2]",
    to: `['synchronous', ${level}]`,
  };
}

function apply(dist: string, { file, from, to }: Change): void {
  const path = join(dist, file);
  const text = readFileSync(path, 'utf8');
  if (text.split(from).length !== 2)
    throw new Error(
      `${file} must have ${JSON.stringify(from)} in one place; the mutant is out of date`,
    );
  writeFileSync(
    path,
    text.replace(from, () => to),
  );
}

export interface Mutant {
  /** The file of its command. */
  readonly program: string;
  remove(): void;
}

/** Makes a copy of the command and the service, changed. */
export function makeMutant(name: MutantName): Mutant {
  const folder = mkdtempSync(join(tmpdir(), 'driftline-mutant-'));
  const modules = join(folder, 'node_modules');
  const ours = join(modules, '@driftline');
  mkdirSync(ours, { recursive: true });
  for (const each of readdirSync(join(workspace, 'node_modules')))
    if (each !== '@driftline')
      symlinkSync(join(workspace, 'node_modules', each), join(modules, each));
  for (const each of ['core', 'client', 'engine', 'lab', 'console'])
    symlinkSync(join(workspace, 'packages', each), join(ours, each));
  for (const [from, to] of [
    ['service', join(ours, 'service')],
    ['cli', join(folder, 'cli')],
  ] as const) {
    const filter = (path: string) =>
      !path.includes('node_modules') && !/\/(?:src|test)$/.test(path);
    cpSync(join(workspace, 'packages', from), to, { recursive: true, filter });
  }
  for (const change of mutants[name]) apply(join(ours, 'service', 'dist'), change);
  return {
    program: join(folder, 'cli', 'bin', 'driftline.js'),
    remove: () => rmSync(folder, { recursive: true }),
  };
}
