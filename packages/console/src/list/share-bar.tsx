/** Shares of arms in a line, the largest named. */
import type { ArmKnowledge } from '@driftline/client/wire';
import { armTone } from '@driftline/page-kit/charts';
import { percent } from '../words/numbers.ts';

const WIDTH = 140;
const HEIGHT = 12;

export function ShareBar({ arms }: { arms: readonly ArmKnowledge[] }) {
  const live = arms.filter(({ share, state }) => share > 0 || state !== 'retired');
  const [largest] = [...live].sort((a, b) => b.share - a.share);
  let left = 0;
  const parts = live.map(({ key, share }, place) => {
    const part = { key, place, left, width: share * WIDTH };
    left += part.width;
    return part;
  });
  return (
    <span class="share-bar">
      <svg width={WIDTH} height={HEIGHT} aria-hidden="true">
        <rect class="share-ground" width={WIDTH} height={HEIGHT} rx="2" />
        {parts.map(({ key, place, left: from, width }) => (
          <rect
            key={key}
            x={from}
            width={Math.max(0, width - 1)}
            height={HEIGHT}
            style={{ fill: armTone(place, live.length) }}
          />
        ))}
      </svg>
      {largest === undefined || largest.share === 0 ? null : (
        <span>{`${percent(largest.share)} ${largest.key}`}</span>
      )}
    </span>
  );
}
