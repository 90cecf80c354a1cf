/** The numbers behind the charts. */
import type { HistoryArm, HistoryBin } from '@driftline/client/wire';
import { type DrawnArm, drawnArms } from '../charts/series.ts';
import { percent, valueText, whole } from '../words/numbers.ts';
import type { Seen } from './seen.ts';

const MOST_ROWS = 10;

/** Bins side by side, as one. */
function joined(bins: readonly HistoryBin[], place: number): HistoryArm {
  let [decisions, rewards, sum] = [0, 0, 0];
  for (const { arms } of bins) {
    const arm = arms[place];
    if (arm === undefined) continue;
    decisions += arm.decisions;
    rewards += arm.rewards;
    sum += arm.rewards * (arm.mean ?? 0);
  }
  return { decisions, rewards, mean: rewards === 0 ? null : sum / rewards };
}

/** A stretch of the log, with the share and mean of each arm. */
function Row({ bins, arms }: { bins: readonly HistoryBin[]; arms: readonly DrawnArm[] }) {
  const [from, to] = [bins[0].from, bins[bins.length - 1].to];
  return (
    <tr>
      <th scope="row">{`${whole(from)} to ${whole(to - 1)}`}</th>
      {arms.map(({ key, place }) => {
        const { decisions, mean } = joined(bins, place);
        return (
          <td key={key} class="number">
            {`${percent(decisions / (to - from))}, ${valueText(mean)}`}
          </td>
        );
      })}
    </tr>
  );
}

export function AsTable({ experiment, history }: Seen) {
  const arms = drawnArms(experiment, history);
  const size = Math.ceil(history.bins.length / MOST_ROWS);
  const groups: HistoryBin[][] = [];
  for (let at = 0; at < history.bins.length; at += size) {
    groups.push(history.bins.slice(at, at + size));
  }
  if (groups.length === 0) return null;
  return (
    <details class="as-table">
      <summary>Show as a table</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard. */}
      <section class="scrolling" aria-label="Shares and mean rewards over time" tabIndex={0}>
        <table class="table">
          <caption class="small">Share of decisions and mean reward of each arm</caption>
          <thead>
            <tr>
              <th scope="col">Decisions</th>
              {arms.map(({ key }) => (
                <th key={key} scope="col" class="number">
                  {key}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {groups.map((bins) => (
              <Row key={bins[0].from} bins={bins} arms={arms} />
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
