/** Run, pause, resume, stop; and how far it is. */
import { counted, formatNumber } from '@driftline/engine/display';
import { arrangement } from '@driftline/page-kit/charts';
import * as run from '../run/run.ts';
import { RunFields } from '../setup/run-fields.tsx';
import { problem, runNow, setting } from '../state/store.ts';

/** What the main button does now. */
function mainAction(): { readonly label: string; readonly act: () => void } {
  switch (run.phase.value) {
    case 'starting':
    case 'running':
      return { label: 'Pause', act: run.pause };
    case 'paused':
      return { label: 'Resume', act: run.resume };
    case 'lost':
      return { label: `Continue from ${formatNumber(run.done.value, 7)}`, act: run.resume };
    case 'idle':
      return { label: 'Run', act: runNow };
    default:
      return { label: 'Run again', act: runNow };
  }
}

/** How far it is; on a phone in fewer words. */
function progressWords(isShort: boolean): string {
  const done = formatNumber(run.done.value, 7);
  const total = run.total.value;
  const of = `${done} of ${isShort ? formatNumber(total, 7) : counted(total, 'replication')}`;
  switch (run.phase.value) {
    case 'idle':
      return 'not run yet';
    case 'starting':
      return isShort ? 'starting' : 'playing the first replications';
    case 'failed':
      return 'can’t be run';
    case 'done':
      return `${of}, done`;
    case 'running':
      return of;
    case 'lost':
      return `${of}, interrupted`;
    default:
      return `${of}, ${run.phase.value}`;
  }
}

/** How much was played, in what time. */
function effortWords(): string {
  const { value: asked } = run.asked;
  const { value: played } = run.played;
  // The setting may have changed since; the result knows what was played.
  if (played === undefined || played.comparison !== asked?.comparison) return '';
  const { environment, policies } = played.result;
  const slots = run.done.value * environment.horizon * policies.length;
  const seconds = formatNumber(run.elapsed.value / 1000, 2);
  const amount =
    slots < 1e6 ? counted(slots, 'slot') : `${formatNumber(slots / 1e6, 2)} million slots`;
  return `${amount} in ${seconds} s on ${counted(run.workers, 'worker')}`;
}

/** Quarters are announced to screen readers, not every replication. */
function announcement(): string {
  if (run.phase.value === 'done') return progressWords(false);
  if (run.total.value === 0 || !run.active.value) return '';
  const quarter = Math.floor((4 * run.done.value) / run.total.value);
  return quarter === 0 ? '' : `${25 * quarter}% of replications done`;
}

function MainButton() {
  const { label, act } = mainAction();
  const isRunnable = problem.value === undefined && setting.value.policies.length > 0;
  return (
    <button
      id="run"
      class="button primary"
      type="button"
      disabled={act === runNow && !isRunnable}
      onClick={act}
    >
      {label}
    </button>
  );
}

function StopButton() {
  const isOver = !run.endable.value;
  return (
    <button
      id="stop"
      class={isOver ? 'button not-narrow' : 'button'}
      type="button"
      disabled={isOver}
      onClick={run.stop}
    >
      Stop
    </button>
  );
}

function Progress() {
  return (
    <div class="run-progress">
      <div class="run-words">
        <span id="progress-words">{progressWords(arrangement.value === 'narrow')}</span>
        <span>{effortWords()}</span>
      </div>
      <progress
        class="bar"
        max={run.total.value || 1}
        value={run.done.value}
        aria-label="Replications done"
      />
      <span class="hidden-text" role="status">
        {announcement()}
      </span>
    </div>
  );
}

export function RunBar() {
  return (
    <div class="run-bar">
      <MainButton />
      <StopButton />
      <a class="button not-wide" href="#setup">
        Set up
      </a>
      <Progress />
      {arrangement.value === 'narrow' ? null : <RunFields />}
    </div>
  );
}
