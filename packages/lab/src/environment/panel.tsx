/** How the environment moves: its sentence, its chart, and drawing on it. */
import { createRewardLaw } from '@driftline/core';
import { arrangement, frameOf, useWidth } from '@driftline/page-kit/charts';
import { Panel, sentenceOf } from '@driftline/page-kit/widgets';
import { useMemo, useRef } from 'preact/hooks';
import { valueGrain } from '../setting/drawn-means-of.ts';
import type { DrawnEnvironment } from '../setting/setting.ts';
import { builtEnvironment } from '../state/store.ts';
import { valueDomain } from './axis.ts';
import { EnvironmentChart } from './chart.tsx';
import { DrawControls } from './controls.tsx';
import { type DrawableMeans, digestMeans } from './digest.ts';
import { drawing, drawNotes } from './edit.ts';
import { FileTrouble, useDroppedFiles } from './file-trouble.tsx';
import { Knots } from './knots.tsx';
import { environmentScales } from './places.ts';
import { Readout } from './readout.tsx';
import { environmentFacts, shownEnvironment, shownMeans } from './shown.ts';
import { environmentSentence, plain, type Words } from './words.ts';

function Sentence({ words }: { words: Words }) {
  return (
    <>
      {words.map((part) =>
        typeof part === 'string' ? part : <b key={part.strong}>{part.strong}</b>,
      )}
    </>
  );
}

/** Where knots may go: what the law allows, else as far as the axis reaches. */
function knotLimits(environment: DrawnEnvironment, domain: readonly [number, number]) {
  return createRewardLaw(environment.rewards).definition.meanRange ?? domain;
}

/** Room above and below, so that knots can be drawn further than they are. */
function roomAround([low, high]: readonly [number, number]): [number, number] {
  const room = (high - low) / 2 || 0.5;
  return valueDomain([low - room, high + room]);
}

/**
 * The value axis: it stays while knots are moved, unless they leave it.
 */
function useDomain(range: readonly [number, number]): readonly [number, number] {
  const kept = useRef<readonly [number, number] | undefined>(undefined);
  const drawn = drawing.value;
  if (drawn === undefined) {
    kept.current = undefined;
    return valueDomain(range);
  }
  const allowed = createRewardLaw(drawn.environment.rewards).definition.meanRange;
  if (allowed !== undefined) return allowed;
  const [low, high] = kept.current ?? [0, 0];
  if (kept.current === undefined || range[0] <= low || range[1] >= high) {
    kept.current = roomAround(range);
  }
  return kept.current;
}

function Chart({ means, width }: { means: DrawableMeans; width: number }) {
  const frame = frameOf(width, arrangement.value);
  const { left, right } = frame;
  const digest = useMemo(() => digestMeans(means, right - left), [means, left, right]);
  const domain = useDomain(digest.range);
  const [low, high] = domain;
  const { horizon } = means;
  const scales = useMemo(
    () => environmentScales(frame, horizon, [low, high]),
    [left, right, horizon, low, high],
  );
  const drawn = drawing.value;
  const facts = environmentFacts.value;
  const label =
    drawn === undefined
      ? `Mean reward of each arm over time. ${facts === undefined ? '' : plain(environmentSentence(facts))}`
      : 'Control points of one arm: up and down move a point, left and right select another';
  const limits = drawn === undefined ? domain : knotLimits(drawn.environment, domain);
  return (
    <>
      <div class="environment-legend">
        <span class="small">
          {environmentFacts.value?.recorded === undefined ? 'mean reward' : 'average reward'}
        </span>
        <Readout means={means} domain={domain} />
      </div>
      <EnvironmentChart means={means} digest={digest} frame={frame} scales={scales} label={label}>
        {drawn === undefined ? null : (
          <Knots
            environment={drawn.environment}
            arm={drawn.arm}
            scales={scales}
            limits={limits}
            grain={valueGrain(domain)}
          />
        )}
      </EnvironmentChart>
    </>
  );
}

/** Why the chosen environment can't be had, where it can't. */
function Trouble() {
  const made = builtEnvironment.value;
  if (!('problem' in made)) return null;
  return (
    <p class="message error" role="alert">
      {sentenceOf(made.problem)}{' '}
      {shownEnvironment.value === undefined
        ? ''
        : 'The chart still shows the previous environment.'}
    </p>
  );
}

export function EnvironmentPanel() {
  const [element, width] = useWidth();
  useDroppedFiles();
  const means = shownMeans.value;
  const facts = environmentFacts.value;
  return (
    <Panel
      id="environment"
      title="The environment"
      sentence={facts === undefined ? '' : <Sentence words={environmentSentence(facts)} />}
      controls={<DrawControls />}
    >
      <Trouble />
      <div class="chart" ref={element}>
        {means === undefined || width === 0 ? (
          <div class="environment-room" />
        ) : (
          <Chart means={means} width={width} />
        )}
      </div>
      {drawing.value === undefined ? null : (
        <p class="small">
          Drag a circle, or select one and press ↑ or ↓.
          {drawNotes.value.map((note) => ` ${note}`)}
        </p>
      )}
      <FileTrouble />
    </Panel>
  );
}
