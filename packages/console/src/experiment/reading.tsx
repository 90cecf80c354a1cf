/** The numbers of the bin under the pointer; otherwise, how to read the charts. */
import { listed } from '@driftline/engine/display';
import { pointed } from '../charts/place.ts';
import { binAt, drawnArms } from '../charts/series.ts';
import { momentText } from '../words/moments.ts';
import { percent, valueText, whole } from '../words/numbers.ts';
import type { Seen } from './seen.ts';

function words({ experiment, history }: Seen, number: number): string | undefined {
  const bin = binAt(history, number);
  if (bin === undefined) return undefined;
  const total = bin.arms.reduce((sum, { decisions }) => sum + decisions, 0);
  const parts = drawnArms(experiment, history)
    .map(({ place, key }) => ({ key, ...bin.arms[place] }))
    .filter(({ decisions }) => decisions > 0)
    .map(({ key, decisions, mean }) => {
      const paid = mean === null ? 'no rewards yet' : `mean ${valueText(mean)}`;
      return `${key} ${percent(decisions / total)}, ${paid}`;
    });
  return `Decisions ${whole(bin.from)} to ${whole(bin.to - 1)}, ${momentText(bin.start)}: ${listed(parts)}.`;
}

export function Reading({ seen }: { seen: Seen }) {
  const number = pointed.value;
  const text = number === undefined ? undefined : words(seen, number);
  return (
    <p class="small reading">
      {text ??
        'Bands show each arm’s share of decisions, and lines show its mean reward. At the right end, the dot is the mean that the policy remembers. The thin line leads up to the arm’s index, if the policy has one: it chooses the arm with the largest index. ▲ marks a restart of the policy, ◇ a change to the experiment.'}
    </p>
  );
}
