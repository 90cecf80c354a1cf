/** The values at the hairline, in words. */
import { armLetter, formatNumber } from '@driftline/engine/display';
import { armLabel } from '../charts/arm-label.ts';
import { arrangement } from '../charts/geometry.ts';
import { setting, slot } from '../store.ts';
import type { DrawableMeans } from './world-digest.ts';
import { formatMean } from './world-words.ts';

/** All arms are told where they are few, else the best of them. */
const MOST_ARMS = 6;
const BEST_ARMS = 3;

/** On narrow pages this alone says which letter of the chart stands for which name. */
function shortName(arm: number): string {
  const { armNames } = setting.value;
  const name = armNames?.[arm] ?? armLetter(arm);
  const label = armLabel(arm, armNames);
  return name === label || arrangement.value !== 'narrow' ? name : `${label} ${name}`;
}

function toldArms(means: DrawableMeans, at: number): number[] {
  const arms = Array.from({ length: means.armCount }, (_, arm) => arm);
  if (means.armCount <= MOST_ARMS) return arms;
  return arms.sort((a, b) => means.value(at, b) - means.value(at, a)).slice(0, BEST_ARMS);
}

export function Readout({
  means,
  domain,
}: {
  means: DrawableMeans;
  domain: readonly [number, number];
}) {
  const at = Math.min(slot.value, means.horizon - 1);
  const best = means.bestArm(at);
  const arms = toldArms(means, at);
  const start = arms.length < means.armCount ? ', the best: ' : ': ';
  return (
    <p class="world-readout">
      Slot {formatNumber(at, 7)}
      {start}
      {arms.map((arm) => (
        <span key={arm} class={arm === best ? 'is-best' : undefined}>
          {shortName(arm)} {formatMean(means.value(at, arm), domain)}
        </span>
      ))}
    </p>
  );
}
