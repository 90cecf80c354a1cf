/** Run, pause, resume, stop; how far it is; how many replications, and the seed. */
import { counted, formatNumber } from '@driftline/engine/display';
import { arrangement } from './charts/geometry.ts';
import * as run from './run/run.ts';
import { change, environment, problem, runNow, setting } from './store.ts';

/** Of each replication and policy a curve is kept: with ten policies, 800 MB of them. */
const MOST_REPLICATIONS = 100_000;

/** What the main button does now. */
function mainAction(): { readonly label: string; readonly act: () => void } {
  switch (run.phase.value) {
    case 'starting':
    case 'running':
      return { label: 'Pause', act: run.pause };
    case 'paused':
      return { label: 'Resume', act: run.resume };
    case 'lost':
      return { label: `Continue from ${run.done.value}`, act: run.resume };
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
      return isShort ? 'starting' : 'first replications are on their way';
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
  const made = environment.value;
  if ('problem' in made || run.done.value === 0) return '';
  const slots = run.done.value * made.value.means.horizon * setting.value.policies.length;
  const seconds = formatNumber(run.elapsed.value / 1000, 2);
  const millions = formatNumber(slots / 1e6, 2);
  return `${millions} million slots in ${seconds} s on ${counted(run.workers, 'worker')}`;
}

/** A whole number that is taken when it is one, and put back when it is not. */
function NumberField(props: {
  id: string;
  label: string;
  value: number;
  least: number;
  most: number;
  take: (value: number) => void;
}) {
  const { id, label, value, least, most, take } = props;
  return (
    <div class="run-field">
      <label for={id}>{label}</label>
      <input
        id={id}
        class="field"
        type="number"
        inputMode="numeric"
        min={least}
        max={most}
        step={1}
        value={value}
        onChange={({ currentTarget }) => {
          const given = currentTarget.valueAsNumber;
          if (Number.isInteger(given) && given >= least && given <= most) take(given);
          else currentTarget.value = String(value);
        }}
      />
    </div>
  );
}

/** Quarters are told to screen readers, not every replication. */
function announcement(): string {
  if (run.phase.value === 'done') return progressWords(false);
  if (run.total.value === 0 || !run.active.value) return '';
  const quarter = Math.floor((4 * run.done.value) / run.total.value);
  return quarter === 0 ? '' : `${25 * quarter} % of replications done`;
}

export function RunBar() {
  const { label, act } = mainAction();
  const idle = !run.active.value && run.phase.value !== 'paused';
  return (
    <div class="run-bar">
      <button
        id="run"
        class="button primary"
        type="button"
        disabled={problem.value !== undefined || setting.value.policies.length === 0}
        onClick={act}
      >
        {label}
      </button>
      <button
        id="stop"
        class={idle ? 'button not-narrow' : 'button'}
        type="button"
        disabled={idle}
        onClick={run.stop}
      >
        Stop
      </button>
      <a class="button only-narrow" href="#setup">
        Set up
      </a>
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
      <NumberField
        id="replications"
        label="Replications"
        value={setting.value.replications}
        least={1}
        most={MOST_REPLICATIONS}
        take={(replications) => change({ replications })}
      />
      <NumberField
        id="seed"
        label="Seed"
        value={setting.value.seed}
        least={0}
        most={Number.MAX_SAFE_INTEGER}
        take={(seed) => change({ seed })}
      />
    </div>
  );
}
