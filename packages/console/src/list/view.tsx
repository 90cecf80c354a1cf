/** All experiments at a glance. */
import type { Experiment, ExperimentState } from '@driftline/client/wire';
import { counted } from '@driftline/engine/display';
import { sentenceOf } from '@driftline/page-kit/widgets';
import { useEffect, useState } from 'preact/hooks';
import { experiments, lookAtList, states } from '../data/list.ts';
import { follow } from '../state/follow.ts';
import { key as apiKey } from '../state/key.ts';
import { fragmentOf } from '../state/route.ts';
import { Command, StatusMark } from '../widgets/text.tsx';
import { createCommand } from '../words/commands.ts';
import { allWarnings } from '../words/warnings.ts';
import { found, PAGE_SIZE, pageOf, rowOf } from './rows.ts';
import { ShareBar } from './share-bar.tsx';

function Trouble({ list }: { list: Experiment['warnings'] }) {
  if (list.length === 0) return <span class="fine">none</span>;
  const more = list.length > 1 ? ` (and ${list.length - 1} more)` : '';
  return <span class="warned">{`${sentenceOf(list[0].message)}${more}`}</span>;
}

function ExperimentRow({ one, state }: { one: Experiment; state: ExperimentState | undefined }) {
  const { decisions, mean, pending, delay } = rowOf(state);
  return (
    <tr>
      <th scope="row">
        <a href={fragmentOf({ view: 'experiment', key: one.key })}>{one.key}</a>
      </th>
      <td class="status-cell">
        <StatusMark status={one.status} />
      </td>
      <td class="share-cell">{state === undefined ? null : <ShareBar arms={state.arms} />}</td>
      <td class="number" data-label="Decisions">
        {decisions}
      </td>
      <td class="number" data-label="Mean reward">
        {mean}
      </td>
      <td class="number" data-label="Pending">
        {pending}
      </td>
      <td class="number" data-label="Median delay">
        {delay}
      </td>
      <td class="warning-cell" data-label="Warnings">
        <Trouble list={allWarnings(one, state)} />
      </td>
    </tr>
  );
}

const HEADS = [
  ['Experiment', ''],
  ['Status', ''],
  ['Shares of the last 1,000 decisions', ''],
  ['Decisions', 'number'],
  ['Mean reward', 'number'],
  ['Pending', 'number'],
  ['Median delay', 'number'],
  ['Warnings', ''],
] as const;

function Table({ shown }: { shown: readonly Experiment[] }) {
  return (
    <table class="table list-table">
      <caption class="hidden-text">Experiments</caption>
      <thead>
        <tr>
          {HEADS.map(([head, kind]) => (
            <th key={head} scope="col" class={kind}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {shown.map((one) => (
          <ExperimentRow key={one.key} one={one} state={states.value[one.key]} />
        ))}
      </tbody>
    </table>
  );
}

/** An experiment that could be the first. */
const SAMPLE = {
  arms: [{ key: 'blue' }, { key: 'green' }],
  reward: { min: 0, max: 1, timeout: '30m', missing: 0 },
} as const;

function Empty() {
  return (
    <section class="panel empty">
      <h2>No experiments yet</h2>
      <p class="sentence">
        An experiment is a choice that your application makes repeatedly, such as a button, a price
        or a model. You name the options, called arms. The service learns which arm pays most and
        adapts when that changes.
      </p>
      <p>
        <a class="button primary" href="#/new">
          Create an experiment
        </a>
      </p>
      <p class="small">Or create one from a terminal:</p>
      <Command text={createCommand('checkout-button', SAMPLE, apiKey.value !== '')} />
    </section>
  );
}

/** Leads to the previous and the next page, if there are several. */
function Pager(props: { count: number; page: number; go: (page: number) => void }) {
  const { count, page, go } = props;
  const pages = Math.ceil(count / PAGE_SIZE);
  if (pages < 2) return null;
  return (
    <nav class="pager" aria-label="Pages of the list">
      <button class="button" type="button" disabled={page === 0} onClick={() => go(page - 1)}>
        Previous page
      </button>
      <span>{`Page ${page + 1} of ${pages}`}</span>
      <button
        class="button"
        type="button"
        disabled={page >= pages - 1}
        onClick={() => go(page + 1)}
      >
        Next page
      </button>
    </nav>
  );
}

function sentence(all: readonly Experiment[]): string {
  const running = all.filter(({ status }) => status === 'running').length;
  const warned = all.filter(({ warnings }) => warnings.length > 0).length;
  const wrong = warned === 0 ? 'No warnings.' : `${warned} with warnings.`;
  return `${counted(all.length, 'experiment')}, ${running} running. ${wrong}`;
}

function Title(props: {
  all: readonly Experiment[];
  words: string;
  search: (words: string) => void;
}) {
  const { all, words, search } = props;
  return (
    <header class="title">
      <div class="title-row">
        <h1>Experiments</h1>
        <div class="title-actions">
          <input
            class="field search"
            type="search"
            aria-label="Search experiments"
            placeholder="Search"
            value={words}
            onInput={(event) => search(event.currentTarget.value)}
          />
          <a class="button primary" href="#/new">
            New experiment
          </a>
        </div>
      </div>
      <p class="lead">{sentence(all)}</p>
    </header>
  );
}

export function ListView() {
  const [words, setWords] = useState('');
  const [page, setPage] = useState(0);
  // Another page has other states: they are asked for at once.
  useEffect(
    () =>
      follow(() => lookAtList((list) => pageOf(found(list, words), page).map(({ key }) => key))),
    [page, words],
  );
  const all = experiments.value;
  if (all === undefined || all.length === 0) {
    return (
      <>
        <h1>Experiments</h1>
        {all === undefined ? null : <Empty />}
      </>
    );
  }
  const matching = found(all, words);
  const search = (wanted: string) => {
    setWords(wanted);
    setPage(0);
  };
  return (
    <>
      <Title all={all} words={words} search={search} />
      <section class="panel">
        {matching.length === 0 ? (
          <p class="sentence">No experiment key contains this text.</p>
        ) : (
          <Table shown={pageOf(matching, page)} />
        )}
        <Pager count={matching.length} page={page} go={setPage} />
      </section>
    </>
  );
}
