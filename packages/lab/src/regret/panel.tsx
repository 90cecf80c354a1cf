/** What each policy loses: the answer in a sentence, live curves, and the numbers. */
import { counted, formatNumber } from '@driftline/engine/display';
import { arrangement } from '@driftline/page-kit/charts';
import { Panel, sentenceOf } from '@driftline/page-kit/widgets';
import type { ComponentChildren } from 'preact';
import * as run from '../run/run.ts';
import { builtEnvironment, comparison, problem, runNow, settling, stale } from '../state/store.ts';
import { RegretChart } from './chart.tsx';
import { SpreadRows } from './ends.tsx';
import { RegretNotes } from './notes.tsx';
import type { Bands } from './range.ts';
import { bands, finding, latest } from './state.ts';
import { RegretTable } from './table.tsx';

/** Text whose names, such as D-UCB, are not broken at their hyphens. */
function Unbroken({ text }: { text: string }) {
  return (
    <>
      {text.split(/(\S+-\S+)/).map((part, i) =>
        i % 2 === 0 ? (
          part
        ) : (
          // Parts have no identity but their place.
          <span key={String(i)} class="unbroken">
            {part}
          </span>
        ),
      )}
    </>
  );
}

/** What the results say, or what there is to do before they say something. */
function Sentence() {
  if (comparison.value.policies.length === 0) {
    return <>Add a policy to see its regret in this environment.</>;
  }
  const shown = latest.value;
  if (run.active.value && (shown === undefined || stale.value)) {
    return <>Playing the first replications…</>;
  }
  if ('problem' in builtEnvironment.value) return <>This environment can’t be played.</>;
  if (problem.value !== undefined) return null;
  if (shown === undefined) {
    return settling.value ? null : <>Run the experiment to see each policy’s regret.</>;
  }
  if (stale.value) {
    return settling.value ? <>These curves belong to the setting before your change.</> : null;
  }
  return (
    <>
      {finding.value.map((piece, i) =>
        // Pieces have no identity but their place.
        typeof piece === 'string' ? (
          <Unbroken key={String(i)} text={piece} />
        ) : (
          <b key={String(i)}>
            <Unbroken text={piece.name} />
          </b>
        ),
      )}
    </>
  );
}

function Notice(props: { isError: boolean; children: ComponentChildren }) {
  return (
    <p class={`message ${props.isError ? 'error' : ''}`} role={props.isError ? 'alert' : 'status'}>
      {props.children}
    </p>
  );
}

/** What went wrong, or what the curves do not show; each with the way on. */
function Notices() {
  if (comparison.value.policies.length === 0) return null;
  // The environment's panel says what is wrong with the environment.
  if ('problem' in builtEnvironment.value) return null;
  if (problem.value !== undefined) return <Notice isError>{sentenceOf(problem.value)}</Notice>;
  if (run.phase.value === 'failed') return <Notice isError>{sentenceOf(run.trouble.value)}</Notice>;
  if (run.phase.value === 'lost' && !settling.value) return <LostNotice />;
  if (!stale.value || run.active.value || settling.value) return null;
  return (
    <Notice isError={false}>
      These curves belong to the setting before your last change.{' '}
      <button type="button" class="link" onClick={runNow}>
        Run again
      </button>
    </Notice>
  );
}

function LostNotice() {
  const done = formatNumber(run.done.value, 7);
  return (
    <Notice isError>
      <b>A worker stopped</b> after {done} of {counted(run.total.value, 'replication')}.{' '}
      {run.done.value > 0 ? 'The results so far are kept and correct. ' : ''}
      <button type="button" class="link" onClick={run.resume}>
        {run.done.value > 0 ? `Continue from ${done}` : 'Try again'}
      </button>
    </Notice>
  );
}

const BAND_CHOICES: readonly (readonly [Bands, string])[] = [
  ['interval', '95% interval of the mean'],
  ['spread', 'middle 90% of replications'],
  ['none', 'none'],
];

function BandChoice() {
  return (
    <div class="band-choice">
      <label for="bands">Band</label>
      <select
        id="bands"
        class="field"
        value={bands.value}
        // A single replication has no band of either kind.
        disabled={comparison.value.replications === 1}
        onChange={({ currentTarget }) => {
          const found = BAND_CHOICES.find(([id]) => id === currentTarget.value);
          if (found !== undefined) bands.value = found[0];
        }}
      >
        {BAND_CHOICES.map(([id, words]) => (
          <option key={id} value={id}>
            {words}
          </option>
        ))}
      </select>
    </div>
  );
}

export function RegretPanel() {
  return (
    <Panel
      id="regret"
      title="Regret of each policy"
      sentence={<Sentence />}
      controls={<BandChoice />}
    >
      <Notices />
      <RegretChart />
      {arrangement.value === 'narrow' ? <SpreadRows /> : null}
      <RegretNotes />
      <RegretTable />
    </Panel>
  );
}
