/** The numbers: sorted by regret, and all that the chart shows in words. */

import { counted, formatFixed, policyNames } from '@driftline/engine/display';
import type { EnvironmentResult, PolicyResult } from '@driftline/engine/play';
import { linearScale, type Scale } from '@driftline/page-kit/charts';
import { certaintyOf, hasFixedBenchmark } from '../charts/benchmark.ts';
import { LineSample } from '../charts/line-sample.tsx';
import { styleClasses } from '../charts/policy-style.ts';
import { policies as chosenPolicies, comparison, problem } from '../state/store.ts';
import { TableNote } from './notes.tsx';
import { chosen, emphasised, hovered, latest, policyClass, toggleChosen } from './state.ts';

const BAR_WIDTH = 132;
const BAR_HEIGHT = 18;
/** So that a tick at the end of the scale is not cut. */
const BAR_INSET = 2;

/** Decimals that show differences without pretending. */
function decimalsFor(policies: readonly PolicyResult[]): number {
  const largest = Math.max(0, ...policies.map(({ regret }) => Math.abs(regret.mean)));
  if (largest >= 10) return 1;
  return largest >= 1 ? 2 : 3;
}

/** Whether a policy does the same in every replication, as nothing is drawn in this environment. */
function isCertain({ regret }: PolicyResult, environment: EnvironmentResult): boolean {
  return certaintyOf(environment) !== undefined && regret.sd === 0;
}

/** One scale for all bars; 0 is always on it. */
function barScale(policies: readonly PolicyResult[]): Scale {
  const high = Math.max(0, ...policies.map(({ regret }) => Math.max(regret.q95, regret.high)));
  const low = Math.min(0, ...policies.map(({ regret }) => Math.min(regret.q05, regret.low)));
  return linearScale([low, high > low ? high : low + 1], [BAR_INSET, BAR_WIDTH - BAR_INSET]);
}

/** The middle 90% of replications as a thin line, the interval as a bar, the mean as a tick. */
function IntervalBar({ regret, x }: { regret: PolicyResult['regret']; x: Scale }) {
  const middle = BAR_HEIGHT / 2;
  const from = Math.max(x.domain[0], regret.low);
  const to = Math.min(x.domain[1], regret.high);
  return (
    <svg
      class="interval-bar"
      width={BAR_WIDTH}
      height={BAR_HEIGHT}
      viewBox={`0 0 ${BAR_WIDTH} ${BAR_HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <line class="grid" x1="0" x2={BAR_WIDTH} y1={middle} y2={middle} />
      <line class="policy-whisker" x1={x(regret.q05)} x2={x(regret.q95)} y1={middle} y2={middle} />
      <rect
        class="policy-solid interval"
        x={x(from)}
        y={middle - 4}
        width={Math.max(0, x(to) - x(from))}
        height={8}
      />
      <line
        class="policy-tick"
        x1={x(regret.mean)}
        x2={x(regret.mean)}
        y1={middle - 6}
        y2={middle + 6}
      />
    </svg>
  );
}

interface RowProps {
  policy: PolicyResult;
  /** One replication has neither interval nor spread; nor have those that are all the same. */
  isLone: boolean;
  label: string;
  style: number;
  decimals: number;
  x: Scale;
}

function Row({ policy, isLone, label, style, decimals, x }: RowProps) {
  const { spec, regret, bestArmShare } = policy;
  const text = (value: number) => formatFixed(value, decimals);
  // A dash before a minus sign would be hard to read.
  const span = (low: number, high: number) =>
    isLone ? '–' : `${text(low)} ${low < 0 ? 'to' : '–'} ${text(high)}`;
  const stands = emphasised.value === spec ? 'standing-out' : '';
  return (
    <tr
      class={stands}
      onPointerEnter={() => {
        hovered.value = spec;
      }}
      onPointerLeave={() => {
        hovered.value = undefined;
      }}
    >
      <th scope="row">
        <button
          type="button"
          class="policy-choice"
          aria-pressed={chosen.value === spec}
          title="Highlight this policy in the chart"
          onClick={() => toggleChosen(spec)}
          onFocus={() => {
            hovered.value = spec;
          }}
          onBlur={() => {
            hovered.value = undefined;
          }}
        >
          <LineSample style={style} />
          <span>{label}</span>
        </button>
      </th>
      <td class="number">{text(regret.mean)}</td>
      <td class={`interval-cell ${policyClassOf(spec, style)}`}>
        <IntervalBar regret={regret} x={x} />
        <span class="pale">{span(regret.low, regret.high)}</span>
      </td>
      <td class="number roomy">{isLone ? '–' : text(regret.sd)}</td>
      <td class="number roomy">{span(regret.q05, regret.q95)}</td>
      <td class="number not-narrow">
        {bestArmShare === undefined ? '–' : `${formatFixed(100 * bestArmShare.mean, 0)}%`}
      </td>
    </tr>
  );
}

/** In the table nothing stands back: its numbers stay readable. */
function policyClassOf(spec: string, style: number): string {
  return policyClass(spec, style).replace('standing-back', '');
}

/** Keeps the room of a policy whose first replications are on their way. */
function AwaitedRow({ label, style }: { label: string; style: number }) {
  return (
    <tr>
      <th scope="row">
        <span class="policy-choice">
          <LineSample style={style} />
          <span>{label}</span>
        </span>
      </th>
      <td class="number">–</td>
      <td class={`interval-cell ${styleClasses(style)}`}>
        <svg class="interval-bar" width={BAR_WIDTH} height={BAR_HEIGHT} aria-hidden="true" />
        <span class="pale">–</span>
      </td>
      <td class="number roomy">–</td>
      <td class="number roomy">–</td>
      <td class="number not-narrow">–</td>
    </tr>
  );
}

function Head({ isFixed }: { isFixed: boolean }) {
  return (
    <thead>
      <tr>
        <th scope="col">Policy</th>
        <th scope="col" class="number">
          Final regret
        </th>
        <th scope="col">95% interval</th>
        <th scope="col" class="number roomy">
          Spread (SD)
        </th>
        <th scope="col" class="number roomy">
          Middle 90%
        </th>
        <th scope="col" class="number not-narrow">
          {isFixed ? 'Best fixed arm played' : 'Best arm played'}
        </th>
      </tr>
    </thead>
  );
}

/** Nothing but names, so that what comes does not push the page about. */
function AwaitedTable() {
  return (
    <>
      <table class="regret-table">
        <caption class="hidden-text">Regret: no replication has been played yet</caption>
        <Head isFixed={hasFixedBenchmark(comparison.value.environment)} />
        <tbody>
          {chosenPolicies.value.map(({ spec, label, style }) => (
            <AwaitedRow key={spec} label={label} style={style} />
          ))}
        </tbody>
      </table>
      <TableNote />
    </>
  );
}

export function RegretTable() {
  const shown = latest.value;
  if (shown === undefined) {
    const isAwaited = chosenPolicies.value.length > 0 && problem.value === undefined;
    return isAwaited ? <AwaitedTable /> : null;
  }
  const { policies, environment, replications } = shown.result;
  const labels = policyNames(policies);
  const order = policies
    .map((_, i) => i)
    .sort((a, b) => policies[a].regret.mean - policies[b].regret.mean || a - b);
  const decimals = decimalsFor(policies);
  const x = barScale(policies);
  return (
    <>
      <table class="regret-table">
        <caption class="hidden-text">
          {`Regret after ${counted(environment.horizon, 'slot')} over ${counted(replications, 'replication')}, lowest first`}
        </caption>
        <Head isFixed={hasFixedBenchmark(environment.source)} />
        <tbody>
          {order.map((i) => (
            <Row
              key={policies[i].spec}
              policy={policies[i]}
              isLone={replications === 1 || isCertain(policies[i], environment)}
              label={labels[i]}
              style={shown.styles[i]}
              decimals={decimals}
              x={x}
            />
          ))}
        </tbody>
      </table>
      <TableNote />
    </>
  );
}
