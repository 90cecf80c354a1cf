/** The gain, estimated from explored decisions. */
import type { Estimate, Report } from '@driftline/client/wire';
import { formatFixed } from '@driftline/engine/display';
import { linearScale, type Scale } from '@driftline/page-kit/charts';
import { Panel, sentenceOf } from '@driftline/page-kit/widgets';
import { reportTrouble } from '../data/one.ts';
import { Sentence } from '../widgets/text.tsx';
import { gainPieces } from '../words/headline.ts';
import { decimalsFor, whole } from '../words/numbers.ts';

const BAR_WIDTH = 160;
const BAR_HEIGHT = 18;
const INSET = 3;

interface Row {
  readonly name: string;
  readonly kind: 'arm' | 'sum' | 'gain';
  readonly estimate: Estimate | null;
}

function rowsOf({ arms, uniform, policy, gain }: Report): Row[] {
  return [
    ...arms.map(({ key, explored }) => ({ name: key, kind: 'arm' as const, estimate: explored })),
    { name: 'Random choice', kind: 'sum', estimate: uniform },
    { name: 'The policy', kind: 'sum', estimate: policy },
    { name: 'Gain', kind: 'gain', estimate: gain },
  ];
}

/** One scale for all means. */
function scaleOf(rows: readonly Row[]): Scale {
  const ends = rows
    .filter(({ kind }) => kind !== 'gain')
    .flatMap(({ estimate }) => (estimate === null ? [] : [estimate.low, estimate.high]));
  const domain = ends.length === 0 ? [0, 1] : [Math.min(...ends), Math.max(...ends)];
  return linearScale([domain[0], domain[1]], [INSET, BAR_WIDTH - INSET]);
}

/** A gain has a scale of its own, with 0 in the middle. */
function gainScale(gain: Estimate): Scale {
  const reach = Math.max(Math.abs(gain.low), Math.abs(gain.high)) || 1;
  return linearScale([-reach, reach], [INSET, BAR_WIDTH - INSET]);
}

function Bar({ estimate, x, zero }: { estimate: Estimate; x: Scale; zero: boolean }) {
  const middle = BAR_HEIGHT / 2;
  return (
    <svg
      class="interval-bar"
      width={BAR_WIDTH}
      height={BAR_HEIGHT}
      viewBox={`0 0 ${BAR_WIDTH} ${BAR_HEIGHT}`}
      aria-hidden="true"
    >
      <line class="grid" x1="0" x2={BAR_WIDTH} y1={middle} y2={middle} />
      {zero ? <line class="zero" x1={x(0)} x2={x(0)} y1="0" y2={BAR_HEIGHT} /> : null}
      <rect
        class="interval"
        x={x(estimate.low)}
        y={middle - 4}
        width={Math.max(1, x(estimate.high) - x(estimate.low))}
        height="8"
      />
      <line class="mean" x1={x(estimate.value)} x2={x(estimate.value)} y1="2" y2={BAR_HEIGHT - 2} />
    </svg>
  );
}

function EstimateRow({ row, x, decimals }: { row: Row; x: Scale; decimals: number }) {
  const { name, kind, estimate } = row;
  const text = (value: number) => formatFixed(value, decimals);
  return (
    <tr class={kind}>
      <th scope="row">{name}</th>
      <td class="number">{estimate === null ? '–' : text(estimate.value)}</td>
      <td class="interval-cell">
        {estimate === null ? (
          <span class="pale">not enough data</span>
        ) : (
          <>
            <Bar
              estimate={estimate}
              x={kind === 'gain' ? gainScale(estimate) : x}
              zero={kind === 'gain'}
            />
            <span class="pale">{`${text(estimate.low)} to ${text(estimate.high)}`}</span>
          </>
        )}
      </td>
      <td class="number">{estimate === null ? '–' : whole(estimate.rewards)}</td>
    </tr>
  );
}

function ReportTable({ report }: { report: Report }) {
  const rows = rowsOf(report);
  const x = scaleOf(rows);
  // Of the policy itself so many rewards are known that its decimals would drown the others'.
  const spans = [
    report.uniform,
    report.gain,
    ...report.arms.map(({ explored }) => explored),
  ].flatMap((estimate) => (estimate === null ? [] : [estimate.high - estimate.low]));
  const decimals = decimalsFor(spans);
  return (
    <table class="table">
      <caption class="hidden-text">Mean rewards with 95% intervals</caption>
      <thead>
        <tr>
          <th scope="col">
            <span class="hidden-text">Arm or policy</span>
          </th>
          <th scope="col" class="number">
            Mean reward
          </th>
          <th scope="col">95% interval</th>
          <th scope="col" class="number">
            Rewards
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <EstimateRow key={`${row.kind}-${row.name}`} row={row} x={x} decimals={decimals} />
        ))}
      </tbody>
    </table>
  );
}

export function Gains({ report }: { report: Report | undefined }) {
  const wrong = reportTrouble.value;
  if (report === undefined) {
    return (
      <Panel
        id="gains"
        title="Gain over random choice"
        sentence={wrong?.message ?? 'Reading the log…'}
      >
        <div class="chart-room" />
      </Panel>
    );
  }
  const isEmpty = rowsOf(report).every(({ estimate }) => estimate === null);
  const silence = report.silence === 'missing' ? 'counted with their configured value' : 'left out';
  return (
    <Panel
      id="gains"
      title="Gain over random choice"
      sentence={<Sentence pieces={gainPieces(report)} />}
    >
      {isEmpty ? null : <ReportTable report={report} />}
      <p class="small note">
        {`The means of arms and of random choice come from explored decisions only. Those go to all arms with equal probability, so they are a fair sample whatever the policy does. The report covers decisions ${whole(report.from)} to ${whole(Math.max(report.from, report.to - 1))}. Missing rewards are ${silence}.`}
      </p>
      {report.notes.map((note) => (
        <p key={note} class="small note">
          {sentenceOf(note)}
        </p>
      ))}
    </Panel>
  );
}
