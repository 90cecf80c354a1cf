/**
 * A result on disk: `spec.yaml`, `result.json`, `curves.csv`, `finals.csv`, `figures/`, `report.html`,
 * where they are asked for `guide.md`, `scores.csv` and `costs.json`, and `files.json`, a record of them.
 * While it is made, `driftline-unfinished/` holds the experiment and what was played of it. A folder has
 * one run at work in it at a time, and its files appear together, once all are whole.
 */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Figure } from '@driftline/engine/figures';
import type { Result } from '@driftline/engine/play';
import type { ReproductionRecord } from '@driftline/engine/reproduce';
import type { ComparisonTuning, Costs } from '@driftline/engine/studies';
import { CHUNKS, FILES, type Stage, UNFINISHED } from './file-names.ts';
import {
  foldersBelow,
  makeFolder,
  removeEmpty,
  removeTemporary,
  textOf,
  writeWhole,
} from './files.ts';
import {
  type Contents,
  contentsOf,
  type OpenOptions,
  refuseContents,
  refuseFile,
  refuseNoResult,
} from './folder-contents.ts';
import { FolderLock, refuseLocked, type Work } from './folder-lock.ts';
import { FolderStore } from './folder-store.ts';
import { type Change, Publication, probe, settle } from './publication.ts';
import { readClaims, readCosts, readResult, readTuning } from './records.ts';
import {
  addDrawn,
  addResult,
  type Drawn,
  type FinishOptions,
  recordText,
} from './result-contents.ts';
import { type RunPlan, refuseAnotherPlan } from './run-plan.ts';

/** The folders within a result folder in which files come one by one. */
async function foldersOf(path: string): Promise<string[]> {
  const unfinished = join(path, UNFINISHED);
  return [path, unfinished, ...(await foldersBelow(join(unfinished, CHUNKS)))];
}

/** Who comes to a folder. Going on with a run means to finish it. */
function comerOf(
  { resume = false }: OpenOptions,
  work: Work = { command: process.argv.slice(1).join(' '), plan: null },
): { readonly work: Work; readonly finishes: boolean } {
  return { work, finishes: resume };
}

/** A folder that a result is written to, held until it is closed. */
export class ResultFolder {
  readonly path: string;
  /** What is there and not ours; it stays. */
  readonly foreign: readonly string[];
  /** Whether the folder holds a finished result, so that there is nothing left to play. */
  readonly finished: boolean;
  /** Whether the folder holds what a run before has left, finished or not, to go on with. */
  readonly resumed: boolean;
  /** Whether that run is of a build whose chunks can't be used: it is played again. */
  readonly outdated: boolean;
  /** Files that were moved out of the way, by their new paths within the folder. */
  readonly kept: string[];
  readonly #contents: Contents;
  readonly #lock: FolderLock;
  /** Folders that were made for it, the deepest first. */
  readonly #made: readonly string[];
  #plan: RunPlan | undefined;

  private constructor(
    path: string,
    lock: FolderLock,
    {
      contents,
      made,
      kept,
      options,
    }: {
      contents: Contents;
      made: readonly string[];
      kept: readonly string[];
      options: OpenOptions;
    },
  ) {
    const goesOn = options.resume === true && options.force !== true;
    this.path = path;
    this.foreign = contents.foreign;
    this.finished = goesOn && contents.run === 'none' && contents.result === 'whole';
    this.resumed = this.finished || (goesOn && contents.run !== 'none');
    this.outdated = this.resumed && contents.run === 'outdated';
    this.kept = [...kept];
    this.#contents = contents;
    this.#lock = lock;
    this.#made = made;
  }

  /**
   * Makes the folder where needed, takes it for this process alone, and tries that all that a result
   * needs can be written there. Nothing that is there is changed, but for what a killed run has left.
   *
   * @throws ResultFolderError when it holds something that may not be replaced, or somebody works there
   */
  static async open(path: string, options: OpenOptions = {}, work?: Work): Promise<ResultFolder> {
    await refuseFile(path);
    // Before anything is written; and once more when nobody else can change it. The lock comes first:
    // what somebody is at work on is not to be gone on with or replaced.
    await refuseLocked(path, comerOf(options, work));
    refuseContents(path, await contentsOf(path), options);
    return ResultFolder.#take(path, options, work, async (guard) => {
      const contents = await contentsOf(path);
      refuseContents(path, contents, options);
      await probe(path, guard);
      return contents;
    });
  }

  static async #take(
    path: string,
    options: OpenOptions,
    work: Work | undefined,
    look: (guard: () => Promise<void>) => Promise<Contents>,
  ): Promise<ResultFolder> {
    const made = await makeFolder(path);
    let lock: FolderLock | undefined;
    try {
      const comer = comerOf(options, work);
      const taken = await FolderLock.take(path, comer.work, comer.finishes);
      lock = taken;
      const guard = () => taken.check();
      const kept = await settle(path, guard);
      await removeTemporary(await foldersOf(path));
      const contents = await look(guard);
      return new ResultFolder(path, taken, { contents, made, kept, options });
    } catch (error) {
      await lock?.release();
      for (const folder of made) await removeEmpty(folder);
      throw error;
    }
  }

  /**
   * A finished folder and its result, to draw from.
   *
   * @throws ResultFolderError when there is none, or none that this version reads
   */
  static async existing(
    path: string,
    work?: Work,
  ): Promise<{ folder: ResultFolder; result: Result }> {
    await refuseLocked(path);
    await refuseNoResult(path, await contentsOf(path));
    const options = { resume: true };
    const folder = await ResultFolder.#take(path, options, work, () => contentsOf(path));
    try {
      return { folder, result: await folder.readResult() };
    } catch (error) {
      await folder.close();
      throw error;
    }
  }

  /** @throws FolderLost when it is no longer the folder that was taken */
  check(): Promise<void> {
    return this.#lock.check();
  }

  /** Parts of the run that may still be at work somewhere, in words: they end at their next chunk. */
  get overtaken(): readonly string[] {
    return this.#lock.overtaken;
  }

  /** Gives the folder back to others, and removes it where it was made for nothing. */
  async close(): Promise<void> {
    await this.#lock.release();
    for (const folder of this.#made) await removeEmpty(folder);
  }

  /** Where a run keeps what is needed to go on with it. */
  get unfinished(): string {
    return join(this.path, UNFINISHED);
  }

  /** The experiment of the run that is under way. */
  get unfinishedSpec(): string {
    return join(this.unfinished, FILES.spec);
  }

  /** The report, once there is one. */
  get report(): string {
    return join(this.path, FILES.report);
  }

  /** Whether the result is no longer as it was written. */
  get changed(): boolean {
    return this.#contents.result === 'changed';
  }

  /**
   * Begins a run, or goes on with one.
   *
   * @throws ResultFolderError when the run that is there was started from another experiment, with other
   *   tables or plugins, or by another version
   */
  async begin(plan: RunPlan): Promise<void> {
    const from = this.finished || this.outdated ? this.path : this.unfinished;
    const { path, finished, outdated } = this;
    if (this.resumed) await refuseAnotherPlan(plan, { path, from, finished, outdated });
    this.#plan = plan;
    if (this.finished) return;
    await this.check();
    if (!this.resumed) await rm(this.unfinished, { recursive: true, force: true });
    await mkdir(this.unfinished, { recursive: true });
    if (plan.spec !== undefined) await writeWhole(this.unfinishedSpec, plan.spec);
    await writeWhole(join(this.unfinished, FILES.plan), plan.digest);
  }

  /** Keeps what a run has finished, until its result is there. */
  store(stage: Stage = 'playing'): FolderStore {
    if (this.#plan === undefined) throw new Error('begin says which plan chunks are of');
    const folder = join(this.unfinished, CHUNKS, stage);
    return new FolderStore(folder, this.#plan.digest.trim(), () => this.check(), this.unfinished);
  }

  /** What was measured, kept until the result is there: a run that goes on need not measure again. */
  async keepCosts(costs: Costs): Promise<void> {
    await this.check();
    await writeWhole(join(this.unfinished, FILES.costs), recordText(costs));
  }

  /** The costs that {@link keepCosts} has kept; undefined where it has not. */
  keptCosts(): Promise<Costs | undefined> {
    return readCosts(this.unfinished);
  }

  /** Writes everything in place of what was there, and removes the chunks. */
  async finish(
    result: Result,
    figures: readonly Figure[],
    options: FinishOptions = {},
  ): Promise<void> {
    await this.#replace((files) => addResult(files, result, figures, options));
  }

  /** Writes files that are not a result of comparisons in place of what was there. */
  async finishWith(drawn: Drawn): Promise<void> {
    await this.#replace((files) => addDrawn(files, drawn));
  }

  /** Redraws a result next to its numbers. Figures of ours that are no longer drawn go, unless they were changed. */
  async redraw(drawn: Drawn): Promise<void> {
    await this.#publish((files) => addDrawn(files, drawn), {
      adds: true,
      unrecorded: [],
      finishes: false,
    });
  }

  async #replace(add: (files: Publication) => Promise<void>): Promise<void> {
    const plan = this.#plan;
    const addAll = async (files: Publication) => {
      if (plan?.spec !== undefined) {
        await files.add(FILES.spec, plan.spec);
        await files.add(FILES.plan, plan.digest);
      }
      await add(files);
    };
    const { unrecorded } = this.#contents;
    await this.#publish(addAll, { adds: false, unrecorded, finishes: true });
  }

  async #publish(add: (files: Publication) => Promise<void>, change: Change): Promise<void> {
    const files = await Publication.begin(this.path, () => this.check());
    try {
      await add(files);
    } catch (error) {
      await files.abandon();
      throw error;
    }
    this.kept.push(...(await files.publish(change)));
  }

  /** The text of the experiment; undefined where there is none. */
  readSpec(): Promise<string | undefined> {
    return textOf(join(this.path, FILES.spec));
  }

  /** @throws ResultFolderError when there is none, or none that this version reads */
  readResult(): Promise<Result> {
    return readResult(this.path);
  }

  /** @throws ResultFolderError when the file holds anything else */
  readTuning(): Promise<readonly ComparisonTuning[]> {
    return readTuning(this.path);
  }

  /** @throws ResultFolderError when the file is none that this version reads */
  readCosts(): Promise<Costs | undefined> {
    return readCosts(this.path);
  }

  /** @throws ResultFolderError when the file is none that this version reads */
  readClaims(): Promise<ReproductionRecord | undefined> {
    return readClaims(this.path);
  }
}
