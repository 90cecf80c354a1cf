/** What is known of an arm at a slot, in words and numbers. */
import { counted, formatFixed } from '@driftline/engine/display';
import type { Inside } from './state.ts';

/** An arm at a slot. NaN where there is no such thing. */
export interface ArmNow {
  readonly mean: number;
  readonly estimate: number;
  readonly width: number;
  readonly index: number;
  readonly count: number;
  readonly probability: number;
  readonly isPicked: boolean;
  readonly isBest: boolean;
}

export function armAt({ watched }: Pick<Inside, 'watched'>, slot: number, arm: number): ArmNow {
  const place = slot * watched.armCount + arm;
  return {
    mean: watched.shown[place],
    estimate: watched.estimates[place],
    width: watched.widths[place],
    index: watched.indices[place],
    count: watched.counts[place],
    probability: watched.probabilities[place],
    isPicked: watched.arms[slot] === arm,
    isBest: watched.bestArms[slot] === arm,
  };
}

/** A value, or a dash where there is none. */
export function valueWords(value: number, decimals: number): string {
  if (Number.isNaN(value)) return '–';
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '−∞';
  return formatFixed(value, decimals);
}

/** Names are cut so that what follows them is seen. */
function cutName(name: string, most: number): string {
  return name.length <= most ? name : `${name.slice(0, most - 1).trimEnd()}…`;
}

/** "Arm C · picked · best". */
export function titleWords(name: string, { isPicked, isBest }: ArmNow, most = 60): string {
  return [cutName(name, most), ...(isPicked ? ['picked'] : []), ...(isBest ? ['best'] : [])].join(
    ' · ',
  );
}

/** How many rewards stand behind an estimate; faded ones are worth less than they are. */
function sampleWords({ discount }: Inside['watched'], count: number): string {
  return discount < 1 || !Number.isInteger(count)
    ? `worth ${formatFixed(count, 1)} samples`
    : counted(count, 'sample');
}

/** The one line beside a low row, below its title. */
export function nowLine(
  { watched, decimals }: Pick<Inside, 'watched' | 'decimals'>,
  now: ArmNow,
  isBrief: boolean,
): string {
  if (watched.choice === 'probability' || watched.choice === 'none' || Number.isNaN(now.estimate)) {
    return nowLines({ watched, decimals }, now, isBrief)[0];
  }
  const estimate = `${isBrief ? '' : 'estimate '}${valueWords(now.estimate, decimals)}`;
  return watched.choice === 'index'
    ? `${estimate} · index ${valueWords(now.index, decimals)}`
    : `${estimate} ± ${valueWords(now.width, decimals)}`;
}

/** The lines beside a row, below its title. */
export function nowLines(
  { watched, decimals }: Pick<Inside, 'watched' | 'decimals'>,
  now: ArmNow,
  isBrief: boolean,
): readonly string[] {
  const show = (value: number) => valueWords(value, decimals);
  const mean = `mean ${show(now.mean)}`;
  switch (watched.choice) {
    case 'probability':
      return [`probability ${formatFixed(now.probability, 2)}`, mean];
    case 'none':
      return [mean];
    default:
  }
  if (Number.isNaN(now.estimate)) return ['nothing remembered', 'goes first'];
  const estimate = `estimate ${show(now.estimate)}`;
  const samples = sampleWords(watched, now.count);
  if (watched.choice === 'posterior') {
    return isBrief
      ? [estimate, `2 SD ${show(now.width)}`]
      : [`${estimate} ± ${show(now.width)}`, `2 SD · ${samples}`];
  }
  // The width is added only: an index is optimistic.
  return isBrief
    ? [estimate, `index ${show(now.index)}`]
    : [`${estimate} + ${show(now.width)}`, `= index ${show(now.index)} · ${samples}`];
}
