/** Shares and means over the decisions, one above the other on one axis. */
import type { Experiment, ExperimentState } from '@driftline/client/wire';
import { counted } from '@driftline/engine/display';
import { arrangement, frameOf, linearScale, useWidth } from '@driftline/page-kit/charts';
import { Panel } from '@driftline/page-kit/widgets';
import { DecisionAxis, Marks } from '../charts/marks.tsx';
import { MeanChart } from '../charts/mean-chart.tsx';
import { type Place, pointed } from '../charts/place.ts';
import { drawnArms, meanRange, pooledMeans } from '../charts/series.ts';
import { ShareChart } from '../charts/share-chart.tsx';
import { historyTrouble } from '../data/one.ts';
import { whole } from '../words/numbers.ts';
import { leadChanges } from '../words/standing.ts';
import { AsTable } from './as-table.tsx';
import { MarkList } from './mark-list.tsx';
import { Reading } from './reading.tsx';
import type { Seen } from './seen.ts';

/** From here on some arms are not drawn. */
const MANY_ARMS = 8;
const TOP = 26;
const SHARE_HEIGHTS = { wide: 140, medium: 130, narrow: 120 } as const;
const MEAN_HEIGHTS = { wide: 190, medium: 180, narrow: 160 } as const;
const BETWEEN = 44;
const AXIS_ROOM = 26;

function times(count: number): string {
  return ['never', 'once', 'twice'][count] ?? `${whole(count)} times`;
}

/** How often an alarm made the policy restart; empty if the policy has no alarms. */
function restartText({ restarts }: ExperimentState): string {
  if (restarts === null) return '';
  return restarts === 0
    ? ' The policy has raised no alarm.'
    : ` The policy has restarted ${times(restarts)} after an alarm.`;
}

/** Adapting to what: how often the lead changed, and how often the policy forgot. */
function sentence({ experiment, history, state }: Seen): string {
  if (history.to === history.from) return 'The chart starts with the first decision.';
  const changes = leadChanges(history);
  const lead = changes === 0 ? 'has not changed' : `has changed ${times(changes)}`;
  const kept = counted(history.to - history.from, 'decision');
  const drawn = drawnArms(experiment, history).length;
  const others =
    experiment.arms.length > MANY_ARMS
      ? ` The chart shows only the ${drawn} arms with the most decisions.`
      : '';
  return `The leading arm ${lead} in the ${kept} in the log.${restartText(state)}${others}`;
}

function limitsOf({ reward: { min, max } }: Experiment): readonly [number, number] | undefined {
  return min === undefined || max === undefined ? undefined : [min, max];
}

/** Where the two charts stand. */
function places({ experiment, state, history }: Seen, width: number): [Place, Place] {
  const arranged = arrangement.value;
  const frame = frameOf(width, arranged);
  const x = linearScale(
    [history.from, Math.max(history.from + 1, history.to)],
    [frame.left, frame.right],
  );
  const shareBottom = TOP + SHARE_HEIGHTS[arranged];
  const meanTop = shareBottom + BETWEEN;
  const meanBottom = meanTop + MEAN_HEIGHTS[arranged];
  const drawn = drawnArms(experiment, history);
  const means = [
    ...drawn.flatMap(({ place }) => pooledMeans(history, place).map(({ mean }) => mean)),
    ...state.arms.flatMap(({ mean, state: its }) =>
      mean === null || its === 'retired' ? [] : [mean],
    ),
  ];
  return [
    { frame, x, y: linearScale([0, 1], [shareBottom, TOP]), top: TOP, bottom: shareBottom },
    {
      frame,
      x,
      y: linearScale(meanRange(means, limitsOf(experiment)), [meanBottom, meanTop]),
      top: meanTop,
      bottom: meanBottom,
    },
  ];
}

/** Takes the pointer: the bin below it is read out. */
function PointerArea({ upper, lower }: { upper: Place; lower: Place }) {
  const { frame, x } = upper;
  return (
    <rect
      class="pointer-area"
      x={frame.left}
      y={upper.top}
      width={Math.max(0, frame.right - frame.left)}
      height={lower.bottom - upper.top}
      onPointerMove={(event) => {
        const box = event.currentTarget.ownerSVGElement?.getBoundingClientRect();
        pointed.value = Math.floor(x.invert(event.clientX - (box?.left ?? 0)));
      }}
      onPointerLeave={() => {
        pointed.value = undefined;
      }}
    />
  );
}

function Hairline({ upper, lower }: { upper: Place; lower: Place }) {
  const number = pointed.value;
  if (number === undefined) return null;
  const at = Math.round(upper.x(number)) + 0.5;
  return <line class="hairline" x1={at} x2={at} y1={upper.top} y2={lower.bottom} />;
}

function Drawing({ seen, width }: { seen: Seen; width: number }) {
  const { experiment, state, history } = seen;
  const [upper, lower] = places(seen, width);
  const arms = drawnArms(experiment, history);
  const isNarrow = arrangement.value === 'narrow';
  return (
    <svg
      width={upper.frame.width}
      height={lower.bottom + AXIS_ROOM}
      role="img"
      aria-label={`Share of decisions and mean reward of each arm over time. ${sentence(seen)} The tables below show the numbers.`}
    >
      <text x={0} y={12}>
        share of decisions
      </text>
      <ShareChart history={history} state={state} arms={arms} place={upper}>
        <Marks marks={history.marks} x={upper.x} top={upper.top} bottom={lower.bottom} />
      </ShareChart>
      <text x={0} y={lower.top - 14}>
        mean reward
      </text>
      {isNarrow ? null : (
        <text x={lower.frame.width} y={lower.top - 14} text-anchor="end">
          remembered now
        </text>
      )}
      <MeanChart history={history} state={state} arms={arms} place={lower} />
      <DecisionAxis x={upper.x} frame={upper.frame} y={lower.bottom} />
      <Hairline upper={upper} lower={lower} />
      <PointerArea upper={upper} lower={lower} />
    </svg>
  );
}

function Chart({ seen }: { seen: Seen }) {
  const [holder, width] = useWidth();
  return (
    <div class="chart over-time-chart" ref={holder}>
      {width > 0 ? <Drawing seen={seen} width={width} /> : null}
    </div>
  );
}

export function OverTime({ experiment, state, history }: Partial<Seen> & Omit<Seen, 'history'>) {
  const wrong = historyTrouble.value;
  if (history === undefined) {
    return (
      <Panel
        id="over-time"
        title="Shares and rewards over time"
        sentence={wrong?.message ?? 'Reading the log…'}
      >
        <div class="chart-room" />
      </Panel>
    );
  }
  const seen = { experiment, state, history };
  return (
    <Panel id="over-time" title="Shares and rewards over time" sentence={sentence(seen)}>
      <Chart seen={seen} />
      <Reading seen={seen} />
      <AsTable {...seen} />
      <MarkList marks={history.marks} />
    </Panel>
  );
}
