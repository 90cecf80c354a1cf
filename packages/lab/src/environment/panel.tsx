/** How the world moves: its sentence, its chart, and drawing on it. */
import { createRewardLaw } from '@driftline/core';
import { useMemo, useRef } from 'preact/hooks';
import { arrangement, frameOf, useWidth } from '../charts/geometry.ts';
import { valueGrain } from '../setting/drawn-means-of.ts';
import type { DrawnWorld } from '../setting/setting.ts';
import { environment } from '../state/store.ts';
import { sentenceOf } from '../widgets/library-message.ts';
import { Panel } from '../widgets/panel.tsx';
import { valueDomain } from './axis.ts';
import { WorldChart } from './chart.tsx';
import { DrawControls } from './controls.tsx';
import { type DrawableMeans, digestMeans } from './digest.ts';
import { drawing, drawNotes } from './edit.ts';
import { FileTrouble, useDroppedFiles } from './file-trouble.tsx';
import { Knots } from './knots.tsx';
import { worldScales } from './places.ts';
import { Readout } from './readout.tsx';
import { shownEnvironment, shownMeans, worldFacts } from './shown.ts';
import { plain, type Words, worldSentence } from './words.ts';

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
function knotLimits(world: DrawnWorld, domain: readonly [number, number]) {
  return createRewardLaw(world.rewards).definition.meanRange ?? domain;
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
  const allowed = createRewardLaw(drawn.world.rewards).definition.meanRange;
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
    () => worldScales(frame, horizon, [low, high]),
    [left, right, horizon, low, high],
  );
  const drawn = drawing.value;
  const facts = worldFacts.value;
  const label =
    drawn === undefined
      ? `Mean reward of each arm over time. ${facts === undefined ? '' : plain(worldSentence(facts))}`
      : 'Knots of one arm: up and down move a knot, left and right go to the next';
  const limits = drawn === undefined ? domain : knotLimits(drawn.world, domain);
  return (
    <>
      <div class="world-legend">
        <span class="small">
          {shownEnvironment.value?.means.shown ? 'average reward' : 'mean reward'}
        </span>
        <Readout means={means} domain={domain} />
      </div>
      <WorldChart means={means} digest={digest} frame={frame} scales={scales} label={label}>
        {drawn === undefined ? null : (
          <Knots
            world={drawn.world}
            arm={drawn.arm}
            scales={scales}
            limits={limits}
            grain={valueGrain(domain)}
          />
        )}
      </WorldChart>
    </>
  );
}

/** Why the chosen world can't be had, where it can't. */
function Trouble() {
  const made = environment.value;
  if (!('problem' in made)) return null;
  return (
    <p class="message error" role="alert">
      {sentenceOf(made.problem)}{' '}
      {shownEnvironment.value === undefined ? '' : 'What is drawn is the world before.'}
    </p>
  );
}

export function WorldPanel() {
  const [element, width] = useWidth();
  useDroppedFiles();
  const means = shownMeans.value;
  const facts = worldFacts.value;
  return (
    <Panel
      id="world"
      title="The world"
      sentence={facts === undefined ? '' : <Sentence words={worldSentence(facts)} />}
      controls={<DrawControls />}
    >
      <Trouble />
      <div class="chart" ref={element}>
        {means === undefined || width === 0 ? (
          <div class="world-room" />
        ) : (
          <Chart means={means} width={width} />
        )}
      </div>
      {drawing.value === undefined ? null : (
        <p class="small">
          Drag a circle, or choose one and press ↑ or ↓.
          {drawNotes.value.map((note) => ` ${note}`)}
        </p>
      )}
      <FileTrouble />
    </Panel>
  );
}
