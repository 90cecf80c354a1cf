/** A part of a run: its chunks of one stage after another, into a folder that other parts play into, too. */
import { setTimeout as sleep } from 'node:timers/promises';
import { FolderLost, type RunPlan, SharedFolder, type Stage } from '@driftline/engine/node';
import { counted } from '@driftline/engine/numbers';
import {
  type Comparison,
  type ComparisonResult,
  type Missing,
  type Part,
  PartScheduler,
} from '@driftline/engine/play';
import { Interrupted, NotThereYet } from '../terminal/errors.ts';
import { note, printJson, printLines } from '../terminal/output.ts';
import { ownWork } from './in-folder.ts';
import { onWorkers, type PlayRequest, playComparisons, RunAnnouncer } from './play-comparisons.ts';

/** A stage of a run, and what follows once it is complete. */
export interface StagePlan {
  readonly name: Stage;
  /** What it is for, where there are several. */
  readonly phase?: string;
  readonly comparisons: readonly Comparison[];
  readonly next?: (results: readonly ComparisonResult[]) => StagePlan;
}

/** What is played, by whom, and where. */
interface PartRequest {
  readonly part: Part;
  readonly out: string;
  readonly plan: RunPlan;
  readonly first: () => StagePlan;
  readonly setting: Pick<PlayRequest, 'workers' | 'pluginFiles' | 'plugins'>;
  /** Whether to wait for other parts between stages. */
  readonly wait: boolean;
  /** The command that finishes the run. */
  readonly finishing: (folder: SharedFolder) => string;
  readonly json: boolean;
}

/** How far a part has come. */
interface PartOutcome {
  readonly stage: Stage;
  readonly phase: string | undefined;
  /** Whether it is the last stage: else another one follows, once this is complete. */
  readonly last: boolean;
  /** Chunks that were played now, and those of this part that were there. */
  readonly played: number;
  readonly found: number;
  /** Of the stage, in all parts. */
  readonly missing: Missing;
}

/** Between two looks at what other parts have played. */
const LOOK_MILLISECONDS = 2000;

function partsText({ parts }: Missing): string {
  const named = parts.slice(0, 10).join(', ');
  return parts.length > 10 ? `${named} and ${parts.length - 10} more` : named;
}

/** Looks again and again until a stage is complete. */
async function awaitStage(scheduler: PartScheduler, folder: SharedFolder): Promise<void> {
  const stop = new AbortController();
  const onSignal = () => stop.abort();
  process.once('SIGINT', onSignal);
  let said = '';
  try {
    for (;;) {
      const missing = await scheduler.missing();
      if (missing.chunks === 0) return;
      const waiting = `waiting for shards ${partsText(missing)}`;
      if (waiting !== said) note(waiting);
      said = waiting;
      await folder.check();
      await sleep(LOOK_MILLISECONDS, undefined, { signal: stop.signal });
    }
  } catch (error) {
    throw stop.signal.aborted ? new Interrupted('stopped while waiting for other shards') : error;
  } finally {
    process.off('SIGINT', onSignal);
  }
}

function named(phase: string | undefined): { readonly phase?: string } {
  return phase === undefined ? {} : { phase };
}

async function playStage(
  scheduler: PartScheduler,
  { comparisons, phase }: StagePlan,
  setting: PartRequest['setting'] & Pick<PlayRequest, 'announcer'>,
): Promise<Pick<PartOutcome, 'played' | 'found'>> {
  const pending = await scheduler.pending();
  const found = scheduler.size - pending.length;
  if (pending.length === 0) return { played: 0, found };
  const workers = Math.min(setting.workers, pending.length);
  const asked = { ...setting, comparisons, workers, stored: true };
  await onWorkers({ ...asked, ...named(phase) }, (playing) => scheduler.play(pending, playing));
  return { played: pending.length, found };
}

/** Plays its part of each stage that has come to its turn. */
async function playStages(folder: SharedFolder, request: PartRequest): Promise<PartOutcome> {
  const { part, wait } = request;
  // How long the whole would take is not what is waited for here.
  const setting = { ...request.setting, announcer: new RunAnnouncer(undefined, () => {}) };
  let [played, found] = [0, 0];
  for (let stage = request.first(); ; ) {
    const store = folder.store(stage.name);
    const { comparisons, phase, next } = stage;
    const scheduler = new PartScheduler(comparisons, part, store, setting.plugins);
    const here = await playStage(scheduler, stage, setting);
    [played, found] = [played + here.played, found + here.found];
    if (wait && next !== undefined) await awaitStage(scheduler, folder);
    const missing = await scheduler.missing();
    // Chunks are missing also where somebody has just made the result of them.
    await folder.check();
    const last = next === undefined;
    if (last || missing.chunks > 0) {
      return { stage: stage.name, phase, last, played, found, missing };
    }
    // All chunks are there; one that is damaged after all is played again.
    stage = next(await playComparisons({ ...setting, comparisons, store, ...named(phase) }));
  }
}

/** Plays in the folder; undefined where there is nothing left to play. */
async function playIn(request: PartRequest): Promise<[PartOutcome, string] | undefined> {
  const { part, out, plan } = request;
  const work = { ...ownWork(plan.digest), part: `${part.number}/${part.of}` };
  const folder = await SharedFolder.open(out, plan, work);
  try {
    if (folder.finished) return undefined;
    return [await playStages(folder, request), request.finishing(folder)];
  } catch (error) {
    // Somebody who can't see this process may have finished the run without it.
    if (error instanceof FolderLost && (await SharedFolder.isFinished(out, plan))) return undefined;
    if (!(error instanceof Interrupted)) throw error;
    throw new Interrupted(
      `${error.message}; finished work is kept; run the same command to continue`,
    );
  } finally {
    await folder.close();
  }
}

function playedText({ number, of }: Part, { played, found }: PartOutcome): string {
  const before =
    found === 0 ? '' : `; ${counted(found, 'chunk')} ${found === 1 ? 'was' : 'were'} already there`;
  return `Shard ${number} of ${of}: ${counted(played, 'chunk')} played${before}.`;
}

function missingText({ missing }: PartOutcome): string {
  return `${counted(missing.chunks, 'chunk')} of ${missing.parts.length === 1 ? 'shard' : 'shards'} ${partsText(missing)}`;
}

function outcomeLines(part: Part, outcome: PartOutcome, finishing: string): string[] {
  const { missing } = outcome;
  const rest =
    missing.chunks === 0
      ? 'All shards are complete. Finish with:'
      : `Still missing: ${missingText(outcome)}. After that, finish with:`;
  return [playedText(part, outcome), rest, `  ${finishing}`];
}

/** Says how far a part has come; with exit code 3 where another stage has to wait for other parts. */
async function show(
  { part, out, json }: PartRequest,
  outcome: PartOutcome,
  finishing: string,
): Promise<void> {
  const { stage, played, found, missing, last } = outcome;
  if (json) {
    const { number, of } = part;
    await printJson({
      out,
      part: number,
      of,
      finished: false,
      stage,
      last,
      played,
      found,
      missing,
    });
  }
  if (!last) {
    throw new NotThereYet(
      `${playedText(part, outcome)} The next stage needs all of ${outcome.phase ?? stage}; ${missingText(outcome)} ${missing.chunks === 1 ? 'is' : 'are'} missing. Run this shard again after those shards, or use --wait`,
    );
  }
  if (!json) await printLines(outcomeLines(part, outcome, finishing));
}

/** Plays a part of a run, and says how far it has come. */
export async function playPart(request: PartRequest): Promise<void> {
  const { part, out, json } = request;
  const ended = await playIn(request);
  if (ended !== undefined) return show(request, ...ended);
  const { number, of } = part;
  if (json) await printJson({ out, part: number, of, finished: true });
  else await printLines([`${out} holds the finished result, so there is nothing left to play.`]);
}
