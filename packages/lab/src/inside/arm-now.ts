/** What is known of an arm at a slot, in words and numbers. */
import { counted, formatFixed } from '@driftline/engine/display';
import { type Named, standingAt } from './moment.ts';
import type { Inside } from './state.ts';

/** An arm at a slot. NaN where there is no such thing. */
export interface ArmNow {
  readonly mean: number;
  readonly estimate: number;
  readonly width: number;
  readonly index: number;
  readonly count: number;
  readonly probability: number;
  readonly draw: number;
  /** How it stands, where arms can be out of play, at length and in brief; empty elsewhere. */
  readonly standing: string;
  readonly briefStanding: string;
  readonly isPicked: boolean;
  readonly isBest: boolean;
}

export function armAt(named: Named, slot: number, arm: number): ArmNow {
  const { watched } = named;
  const place = slot * watched.armCount + arm;
  return {
    mean: watched.shown[place],
    estimate: watched.estimates[place],
    width: watched.widths[place],
    index: watched.indices[place],
    count: watched.counts[place],
    probability: watched.probabilities[place],
    draw: watched.draws[place] ?? Number.NaN,
    standing: standingAt(named, slot, arm, false),
    briefStanding: standingAt(named, slot, arm, true),
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
  if (!believes(watched) || Number.isNaN(now.estimate)) {
    return nowLines({ watched, decimals }, now, isBrief)[0];
  }
  const estimate = `${isBrief ? '' : 'estimate '}${valueWords(now.estimate, decimals)}`;
  if (watched.choice === 'index') return `${estimate} · index ${valueWords(now.index, decimals)}`;
  if (now.standing !== '') return `${estimate} · ${now.briefStanding}`;
  return Number.isNaN(now.width) ? estimate : `${estimate} ± ${valueWords(now.width, decimals)}`;
}

/** Whether a policy has an estimate of each arm. */
export function believes({ choice }: Inside['watched']): boolean {
  return choice === 'index' || choice === 'posterior' || choice === 'rule';
}

/** Of a policy with a rule of its own, what it knows of an arm. */
function ruleLines(
  { watched, decimals }: Pick<Inside, 'watched' | 'decimals'>,
  now: ArmNow,
  isBrief: boolean,
): readonly string[] {
  const show = (value: number) => valueWords(value, decimals);
  const samples = sampleWords(watched, now.count);
  const width = Number.isNaN(now.width) || isBrief ? '' : ` ± ${show(now.width)}`;
  const estimate = `estimate ${show(now.estimate)}${width}`;
  if (now.standing === '') return [estimate, samples];
  return [estimate, isBrief ? now.standing : `${now.standing} · ${samples}`];
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
    case 'given':
      return [mean];
    default:
  }
  if (Number.isNaN(now.estimate)) {
    return watched.choice === 'rule' ? ['no data'] : ['no data', 'picked first'];
  }
  if (watched.choice === 'rule') return ruleLines({ watched, decimals }, now, isBrief);
  const estimate = `estimate ${show(now.estimate)}`;
  const samples = sampleWords(watched, now.count);
  if (watched.choice === 'posterior') {
    if (Number.isNaN(now.draw)) return [`${estimate} ± ${show(now.width)}`, `2 SD · ${samples}`];
    return isBrief
      ? [`${estimate} ± ${show(now.width)}`, `draw ${show(now.draw)}`]
      : [`${estimate} ± ${show(now.width)} (2 SD)`, `draw ${show(now.draw)} · ${samples}`];
  }
  // The width is added only: an index is optimistic.
  return isBrief
    ? [estimate, `index ${show(now.index)}`]
    : [`${estimate} + ${show(now.width)}`, `= index ${show(now.index)} · ${samples}`];
}
