/** One experiment: is it adapting, to what, what did it gain, is anything wrong. */
import type { Experiment, ExperimentState } from '@driftline/client/wire';
import { useEffect } from 'preact/hooks';
import { Dialogs } from '../actions/dialogs.tsx';
import { doing, done } from '../actions/doing.ts';
import { trouble } from '../data/answers.ts';
import { lookAtList } from '../data/list.ts';
import { experiment, forgetOne, history, lookAtOne, report, state } from '../data/one.ts';
import { follow } from '../state/follow.ts';
import { key as apiKey } from '../state/key.ts';
import { route } from '../state/route.ts';
import { Command, Sentence, StatusMark, Warnings } from '../widgets/text.tsx';
import { askCommands } from '../words/commands.ts';
import { headline } from '../words/headline.ts';
import { allWarnings } from '../words/warnings.ts';
import { Arms } from './arms.tsx';
import { Facts } from './facts.tsx';
import { Gains } from './gains.tsx';
import { OverTime } from './over-time.tsx';
import { SettingsPanel } from './settings.tsx';

/** Of so many looks one is at the whole service. */
const LIST_EVERY = 10;

const STATUS_ACTIONS = {
  running: ['pause', 'archive'],
  paused: ['resume', 'archive'],
  archived: [],
} as const;
const VERBS = {
  pause: 'Pause experiment',
  resume: 'Resume experiment',
  archive: 'Archive experiment',
} as const;

function StatusButtons({ status }: Pick<Experiment, 'status'>) {
  return (
    <div class="title-actions">
      {STATUS_ACTIONS[status].map((action) => (
        <button
          key={action}
          class="button"
          type="button"
          onClick={() => {
            doing.value = { what: 'status', action };
          }}
        >
          {VERBS[action]}
        </button>
      ))}
    </div>
  );
}

/** What the last change did, until it is dismissed or another is made. */
function Done() {
  if (done.value.length === 0) return <div role="status" />;
  return (
    <div class="message done" role="status">
      <div>
        {done.value.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      <button
        class="button icon plain"
        type="button"
        aria-label="Dismiss message"
        onClick={() => {
          done.value = [];
        }}
      >
        ✕
      </button>
    </div>
  );
}

function Title({ shown, standing }: { shown: Experiment; standing: ExperimentState }) {
  return (
    <header class="title">
      <div class="title-row">
        <h1>{shown.key}</h1>
        <StatusMark status={shown.status} />
        <StatusButtons status={shown.status} />
      </div>
      <p class="lead" id="headline">
        <Sentence pieces={headline(shown, standing, history.value, report.value)} />
      </p>
      <Done />
      <Warnings warnings={allWarnings(shown, standing)} />
      {standing.decisions === 0 && shown.status === 'running' ? (
        <div class="first-steps">
          <p class="small">Request a decision, then report its reward:</p>
          <Command text={askCommands(shown.key, apiKey.value !== '')} />
        </div>
      ) : null}
    </header>
  );
}

function Awaited({ name }: { name: string }) {
  const isUnknown = trouble.value?.status === 404;
  return (
    <header class="title">
      <h1>{name}</h1>
      <p class="lead">{isUnknown ? 'There is no experiment with this key.' : 'Loading…'}</p>
    </header>
  );
}

export function ExperimentView({ name }: { name: string }) {
  useEffect(() => {
    forgetOne();
    const isCurrent = () => {
      const now = route.peek();
      return now.view === 'experiment' && now.key === name;
    };
    let looks = 0;
    const end = follow(async () => {
      await lookAtOne(name, isCurrent);
      // What is wrong with the service as a whole stands in the list, which may be long.
      if (looks % LIST_EVERY === 0) await lookAtList(() => []);
      looks++;
    });
    return () => {
      end();
      doing.value = undefined;
      done.value = [];
    };
  }, [name]);
  const [shown, standing] = [experiment.value, state.value];
  if (shown === undefined || standing === undefined || shown.key !== name) {
    return <Awaited name={name} />;
  }
  const past = history.value;
  const seen = {
    experiment: shown,
    state: standing,
    ...(past === undefined ? {} : { history: past }),
  };
  return (
    <>
      <Title shown={shown} standing={standing} />
      <Facts state={standing} history={past} />
      <OverTime {...seen} />
      <Gains report={report.value} />
      <Arms {...seen} />
      <SettingsPanel experiment={shown} />
      <Dialogs />
    </>
  );
}
