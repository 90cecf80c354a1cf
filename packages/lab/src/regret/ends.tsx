/** What stands at the ends of the lines: how final regrets spread, and whose line it is. */

import {
  formatNumber,
  linearTicks,
  type Outlined,
  outlinedPolicies,
  outlineScales,
  tickFormat,
} from '@driftline/engine/display';
import type { PolicyResult } from '@driftline/engine/play';
import { arrangement, linearScale, pathOf, type Scale, useWidth } from '@driftline/page-kit/charts';
import type { ComponentChildren } from 'preact';
import { LineSample } from '../charts/line-sample.tsx';
import type { Played } from '../run/run.ts';
import { comparison, problem, stale } from '../state/store.ts';
import type { Place } from './chart.tsx';
import { outlineCorners } from './curve.ts';
import { labelTexts, placeLabels } from './labels.ts';
import { MOST_OUTLINES } from './range.ts';
import { emphasised, LEAST_FOR_OUTLINE, latest, policyClass, range } from './state.ts';

const GAP = 7;
const OUTLINE_WIDTHS = { wide: 64, medium: 46, narrow: 0 } as const;
/** Where only one outline is drawn at a time, names need the room more. */
const LONE_OUTLINE_WIDTHS = { wide: 40, medium: 14, narrow: 0 } as const;
/** Where leaders slant, between outlines and labels. */
const SLANT = 13;
const SAMPLE_WIDTH = 26;
/** For the half of the horizon's number that stands beyond the axis. */
const HORIZON_ROOM = 20;
const SAMPLE_GAP = 5;

function outlineWidth({ result }: Played): number {
  const widths = result.policies.length > MOST_OUTLINES ? LONE_OUTLINE_WIDTHS : OUTLINE_WIDTHS;
  return widths[arrangement.value];
}

/** The policies whose outlines are drawn: of many, the one that is looked at. */
function drawnOutlines({ result: { policies, replications }, outlines }: Played): Outlined[] {
  if (replications < LEAST_FOR_OUTLINE) return [];
  const all = outlinedPolicies(policies, outlines);
  if (policies.length <= MOST_OUTLINES) return all;
  return all.filter(({ place }) => policies[place].spec === emphasised.value);
}

/** Final regrets of single replications, turned sideways on the regret's own axis. */
export function Outlines({ place: { frame, y, top, bottom } }: { place: Place }) {
  const shown = latest.value;
  if (shown === undefined) return null;
  const base = frame.right + GAP;
  const reach = outlineWidth(shown);
  const { policies } = shown.result;
  const drawn = drawnOutlines(shown);
  const scales = outlineScales(drawn);
  const largest = Math.max(0, ...drawn.map(({ place }) => policies[place].regret.max));
  return (
    <g class={stale.value ? 'stale' : ''} clip-path="url(#regret-ends)">
      {drawn.map(({ place, histogram }, i) => {
        const { spec } = policies[place];
        const corners = outlineCorners(histogram, scales[i]);
        const path = pathOf(corners.map(([value, share]) => [base + share * reach, y(value)]));
        return <Outline key={spec} spec={spec} style={shown.styles[place]} path={`${path}Z`} />;
      })}
      {largest <= y.domain[1] ? null : <Beyond x={base} y={top} value={largest} />}
      {drawn.length === 0 ? null : (
        <text x={base + HORIZON_ROOM} y={bottom + 18}>
          {arrangement.value === 'wide' ? 'final regret of each replication' : 'all replications'}
        </text>
      )}
    </g>
  );
}

/** That an outline goes on above the chart, and how far. */
function Beyond({ x, y, value }: { x: number; y: number; value: number }) {
  return (
    <g>
      <path class="beyond" d={`M${x},${y - 1}l4,-7l4,7Z`} />
      <text x={x + 12} y={y}>
        {formatNumber(value, 3)}
      </text>
    </g>
  );
}

function Outline({ spec, style, path }: { spec: string; style: number; path: string }) {
  return <path class={`${policyClass(spec, style)} policy-fill`} d={path} />;
}

/** Where labels stand. */
function labelsOf(shown: Played, { frame, y, top, bottom }: Place) {
  const { policies } = shown.result;
  const elbow = frame.right + GAP + outlineWidth(shown);
  const left = elbow + SLANT;
  const textLeft = left + SAMPLE_WIDTH + SAMPLE_GAP;
  const targets = policies.map(({ regret }) => y(regret.mean));
  const labels = placeLabels(labelTexts(policies), targets, {
    room: frame.width - textLeft,
    top,
    bottom,
    stacks: arrangement.value === 'medium',
  });
  return { elbow, left, textLeft, targets, labels };
}

/** The policy whose label is at a height, if one is. */
export function labelledAt(place: Place, height: number): string | undefined {
  const shown = latest.peek();
  if (shown === undefined) return undefined;
  const found = labelsOf(shown, place).labels.findIndex(
    ({ y, stacked }) => height >= y - 9 && height < y + (stacked ? 23 : 8),
  );
  return found < 0 ? undefined : shown.result.policies[found].spec;
}

/** Line samples, names and means, joined to the ends of their lines. */
export function EndLabels({ place }: { place: Place }) {
  const shown = latest.value;
  if (shown === undefined) return null;
  const { elbow, left, textLeft, targets, labels } = labelsOf(shown, place);
  const { right, width } = place.frame;
  return (
    <g>
      {labels.map(({ name, value, y, stacked }, i) => {
        const { spec } = shown.result.policies[i];
        return (
          <LabelGroup key={spec} spec={spec} style={shown.styles[i]}>
            <g class={stale.value ? 'stale' : ''}>
              <path
                class="policy-leader"
                d={pathOf([
                  [right, targets[i]],
                  [elbow, targets[i]],
                  [left - 3, y],
                  [left, y],
                ])}
              />
              <line class="policy-line" x1={left} x2={left + SAMPLE_WIDTH} y1={y} y2={y} />
            </g>
            <text class="ink" x={textLeft} y={y + 4}>
              {name}
            </text>
            <text
              x={stacked ? textLeft : width}
              y={y + (stacked ? 19 : 4)}
              text-anchor={stacked ? 'start' : 'end'}
            >
              {value}
            </text>
          </LabelGroup>
        );
      })}
    </g>
  );
}

/** Finds out alone whether its policy stands out. */
function LabelGroup(props: { spec: string; style: number; children: ComponentChildren }) {
  return <g class={`end-label ${policyClass(props.spec, props.style)}`}>{props.children}</g>;
}

const ROW_HEIGHT = 34;
/** With the room around a row, and what the words above and the axis below take. */
const ROW_PITCH = ROW_HEIGHT + 4;
const ROWS_MARGIN = 37;

/** On a phone, outlines stand below the chart, one under the other on one axis. */
export function SpreadRows() {
  const [holder, width] = useWidth();
  const { length } = comparison.value.policies;
  // Kept free before there is a result, so that the page does not jump.
  const room = length === 0 || problem.value !== undefined ? 0 : ROWS_MARGIN + length * ROW_PITCH;
  return (
    <div class="spread-rows chart" ref={holder} style={{ minHeight: `${room}px` }}>
      {width > 0 ? <SpreadList width={width} /> : null}
    </div>
  );
}

/** A policy's name, its outline lying on a line, and its mean. */
function SpreadRow(props: {
  policy: PolicyResult;
  name: string;
  style: number;
  corners: readonly (readonly [value: number, share: number])[];
  x: Scale;
}) {
  const { policy, name, style, corners, x } = props;
  const { spec, regret } = policy;
  const [from, to] = [x(x.domain[0]), x(x.domain[1])];
  const path = pathOf(
    corners.map(([value, share]) => [
      Math.min(x(value), to),
      ROW_HEIGHT - share * (ROW_HEIGHT - 6),
    ]),
  );
  const mean = x(regret.mean);
  return (
    <div class="spread-row">
      <span class="spread-name">
        <LineSample style={style} />
        <span>{name}</span>
      </span>
      <svg
        width={to}
        height={ROW_HEIGHT}
        class={`${policyClass(spec, style)} ${stale.value ? 'stale' : ''}`}
        aria-hidden="true"
      >
        <line class="grid" x1={from} x2={to} y1={ROW_HEIGHT - 0.5} y2={ROW_HEIGHT - 0.5} />
        <path class="policy-fill" d={path === '' ? '' : `${path}Z`} />
        <line class="spread-mean" x1={mean} x2={mean} y1="4" y2={ROW_HEIGHT} />
      </svg>
      <span class="spread-value">{formatNumber(regret.mean, 3)}</span>
    </div>
  );
}

function SpreadList({ width }: { width: number }) {
  const shown = latest.value;
  if (shown === undefined) return null;
  const texts = labelTexts(shown.result.policies);
  const nameWidth = 104;
  const valueWidth = 50;
  const x = linearScale(range.value, [0, width - nameWidth - valueWidth]);
  const drawn = outlinedPolicies(shown.result.policies, shown.outlines);
  const scales = outlineScales(drawn);
  const ticks = linearTicks(range.value[0], range.value[1], 2);
  const format = tickFormat(ticks);
  return (
    <div aria-hidden="true">
      <p class="small">
        {shown.result.replications === 1
          ? 'Final regret of the one replication'
          : 'Final regret of each replication, and its mean'}
      </p>
      {shown.result.policies.map((policy, place) => {
        const i = drawn.findIndex((each) => each.place === place);
        return (
          <SpreadRow
            key={policy.spec}
            policy={policy}
            name={texts[place].name}
            style={shown.styles[place]}
            corners={i < 0 ? [] : outlineCorners(drawn[i].histogram, scales[i])}
            x={x}
          />
        );
      })}
      <svg class="spread-axis" width={x(range.value[1])} height={18} aria-hidden="true">
        {ticks.map((tick) => (
          <text key={tick} x={x(tick)} y={13} text-anchor="middle">
            {format(tick)}
          </text>
        ))}
      </svg>
    </div>
  );
}
