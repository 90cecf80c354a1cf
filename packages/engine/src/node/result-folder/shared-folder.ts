/**
 * A result folder that several parts of one run play into, on any machines that see it. Each keeps the
 * chunks that it has played; none writes a result, changes what is there or tidies up: that is for
 * whoever finishes the run, alone.
 */
import { join } from 'node:path';
import { CHUNKS, FILES, type Stage, UNFINISHED } from './file-names.ts';
import { hasCode, makeBelow, makeFolder, removeEmpty, textOf, writeWhole } from './files.ts';
import { contentsOf, refuseContents, refuseFile } from './folder-contents.ts';
import { FolderLock, refuseLocked, type Work } from './folder-lock.ts';
import { FolderStore } from './folder-store.ts';
import { type RunPlan, refuseAnotherPlan } from './run-plan.ts';

/** What a part is of, and which. */
interface PartWork extends Work {
  readonly part: string;
}

/** Writes a file unless it is there: of several parts that begin at once, one is the first. */
async function writeFirst(path: string, text: string): Promise<void> {
  if ((await textOf(path)) !== undefined) return;
  try {
    await writeWhole(path, text, false);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  }
}

/** Refuses what a run by itself would refuse, too, but goes on with an unfinished run unasked. */
async function isFinished(path: string, plan: RunPlan): Promise<boolean> {
  const contents = await contentsOf(path);
  const goesOn = contents.run === 'unfinished' || contents.result === 'whole';
  refuseContents(path, contents, { resume: goesOn });
  if (!goesOn) return false;
  const finished = contents.run === 'none';
  const from = finished ? path : join(path, UNFINISHED);
  const left = { path, from, finished, outdated: false };
  // None of several parts can replace what is there: the others might have begun.
  await refuseAnotherPlan(plan, left, 'choose another folder');
  return finished;
}

/** A folder with an unfinished run, shared with other parts of it until it is closed. */
export class SharedFolder {
  readonly path: string;
  /** Whether the run is finished: there is nothing left to play. */
  readonly finished: boolean;
  readonly #plan: RunPlan;
  readonly #lock: FolderLock;

  private constructor(path: string, plan: RunPlan, lock: FolderLock, finished: boolean) {
    this.path = path;
    this.finished = finished;
    this.#plan = plan;
    this.#lock = lock;
  }

  /**
   * Makes the folder where needed, begins the run or goes on with it.
   *
   * @throws ResultFolderError when it holds something else, or somebody has it alone
   */
  static async open(path: string, plan: RunPlan, work: PartWork): Promise<SharedFolder> {
    await refuseFile(path);
    await refuseLocked(path, { work });
    await isFinished(path, plan);
    const made = await makeFolder(path);
    let lock: FolderLock | undefined;
    try {
      lock = await FolderLock.take(path, work);
      // Once more, when nobody can take it alone.
      const finished = await isFinished(path, plan);
      const folder = new SharedFolder(path, plan, lock, finished);
      if (!finished) await folder.#begin();
      return folder;
    } catch (error) {
      await lock?.release();
      for (const each of made) await removeEmpty(each);
      throw error;
    }
  }

  /** Whether a run of a plan is finished, as somebody may have done meanwhile. */
  static async isFinished(path: string, plan: RunPlan): Promise<boolean> {
    const { result, run } = await contentsOf(path);
    if (result !== 'whole' || run !== 'none') return false;
    return isFinished(path, plan);
  }

  async #begin(): Promise<void> {
    await makeBelow(this.path, UNFINISHED);
    const { spec, digest } = this.#plan;
    // The digest comes last: what has one has all that goes with it.
    if (spec !== undefined) await writeFirst(this.unfinishedSpec, spec);
    await writeFirst(join(this.unfinished, FILES.plan), digest);
  }

  /** Where a run keeps what is needed to go on with it. */
  get unfinished(): string {
    return join(this.path, UNFINISHED);
  }

  /** The experiment of the run. */
  get unfinishedSpec(): string {
    return join(this.unfinished, FILES.spec);
  }

  /** Keeps what was played of a stage. */
  store(stage: Stage): FolderStore {
    const folder = join(this.unfinished, CHUNKS, stage);
    return new FolderStore(folder, this.#plan.digest.trim(), () => this.check(), this.unfinished);
  }

  /** @throws FolderLost when somebody has finished the run, or taken the folder */
  check(): Promise<void> {
    return this.#lock.check();
  }

  async close(): Promise<void> {
    await this.#lock.release();
  }
}
