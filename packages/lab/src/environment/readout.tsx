/** The values at the hairline, in words. */
import { armLetter, formatNumber } from '@driftline/engine/display';
import { arrangement } from '@driftline/page-kit/charts';
import { armLabel } from '../charts/arm-label.ts';
import { armName, setting, slot } from '../state/store.ts';
import type { DrawableMeans } from './digest.ts';
import { drawing } from './edit.ts';
import { frontArm, keptArm, pointedArm, toggleKept } from './front-arm.ts';
import { formatMean } from './words.ts';

/** All arms are shown where they are few, else the best of them. */
const MOST_ARMS = 6;
const BEST_ARMS = 3;

/** On narrow pages this alone says which letter of the chart stands for which name. */
function shortName(arm: number): string {
  const { armNames } = setting.value;
  const name = armNames?.[arm] ?? armLetter(arm);
  const label = armLabel(arm, armNames);
  return name === label || arrangement.value !== 'narrow' ? name : `${label} ${name}`;
}

/** All arms, or the best of them; one that stands in front and is not among these takes the last place. */
function shownArms(means: DrawableMeans, at: number): { shown: number[]; apart?: number } {
  const arms = Array.from({ length: means.armCount }, (_, arm) => arm);
  if (means.armCount <= MOST_ARMS) return { shown: arms };
  const best = arms.sort((a, b) => means.value(at, b) - means.value(at, a)).slice(0, BEST_ARMS);
  const front = frontArm.value;
  if (front === undefined || best.includes(front)) return { shown: best };
  return { shown: best.slice(0, -1), apart: front };
}

/** An arm's value; as a button it brings its arm to the front. */
function ArmMean({ arm, text, isBest }: { arm: number; text: string; isBest: boolean }) {
  const point = () => {
    pointedArm.value = arm;
  };
  const leave = () => {
    pointedArm.value = undefined;
  };
  return (
    <button
      type="button"
      class={`arm-choice ${isBest ? 'is-best' : ''}`}
      aria-pressed={keptArm.value === arm}
      title="Highlight this arm"
      onClick={() => toggleKept(arm)}
      onPointerEnter={point}
      onPointerLeave={leave}
      onFocus={point}
      onBlur={leave}
    >
      {text}
    </button>
  );
}

/** Where there are too many arms for buttons, they are chosen from a list. */
function FrontChoice({ armCount }: { armCount: number }) {
  return (
    <select
      class="field front-choice"
      aria-label="Arm to highlight"
      value={keptArm.value ?? ''}
      onChange={({ currentTarget: { value } }) => {
        keptArm.value = value === '' ? undefined : Number(value);
      }}
    >
      <option value="">All arms</option>
      {Array.from({ length: armCount }, (_, arm) => (
        <option key={arm} value={arm}>
          {armName(arm)}
        </option>
      ))}
    </select>
  );
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
  const { shown, apart } = shownArms(means, at);
  const isShort = shown.length < means.armCount;
  const textOf = (arm: number) => `${shortName(arm)} ${formatMean(means.value(at, arm), domain)}`;
  const classOf = (arm: number) =>
    `${arm === best ? 'is-best' : ''} ${arm === frontArm.value ? 'is-front' : ''}`;
  return (
    <>
      <p class="environment-readout">
        Slot {formatNumber(at, 7)}
        {isShort ? ', the best: ' : ': '}
        {shown.map((arm) =>
          isShort ? (
            <span key={arm} class={classOf(arm)}>
              {textOf(arm)}
            </span>
          ) : (
            <ArmMean key={arm} arm={arm} text={textOf(arm)} isBest={arm === best} />
          ),
        )}
        {apart === undefined ? null : (
          <span>
            and <span class="is-front">{textOf(apart)}</span>
          </span>
        )}
      </p>
      {isShort && drawing.value === undefined ? <FrontChoice armCount={means.armCount} /> : null}
    </>
  );
}
