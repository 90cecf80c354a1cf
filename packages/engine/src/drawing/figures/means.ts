/** The environment: every arm's mean, the best of them thick, and whose turn it is beneath. */

import type { EnvironmentResult } from '../../play/result.ts';
import { contextWords } from '../../words/context-words.ts';
import { environmentName, environmentSummary, fileStem } from '../../words/names.ts';
import { counted } from '../../words/numbers.ts';
import { type ArmStretch, bestArmRibbon, drawRibbon } from './arms.ts';
import { assemble } from './assemble.ts';
import { drawChart, type Frame, lineMark, type Mark, type Point, position } from './chart.ts';
import { endLabels, figureLabels, layout, linearAxis, slotAxis, uprightTicks } from './layout.ts';
import { textElement } from './lettering.ts';
import { baseline } from './svg.ts';
import { armLetter, armTones, SECOND_INK } from './theme.ts';
import type { Figure, FigureOptions } from './types.ts';

const MEAN_WIDTH = 0.9;
const ENVELOPE_WIDTH = 2.6;
const RIBBON_HEIGHT = 13;
const RIBBON_ROOM = RIBBON_HEIGHT + 8;

/** Means that fill less of [0, 1] than this are drawn on an axis of their own. */
const LEAST_SPAN = 0.4;

/** The axis from 0 to 1 where means fill it, else close around them. */
function meanRange(environment: EnvironmentResult): [number, number] {
  const all = environment.means.arms.flat();
  const low = all.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);
  const high = all.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);
  const span = high - low;
  const fills = span >= LEAST_SPAN || span === 0;
  if (low >= 0 && high <= 1 && fills) return [0, 1];
  const pad = span > 0 ? 0.08 * span : 0.5;
  return [low - pad, high + pad];
}

/** An arm's means within a stretch, each in the middle of its slot, drawn to the very ends. */
function meanLine(environment: EnvironmentResult, { from, to, arm }: ArmStretch): Point[] {
  const { slots, arms } = environment.means;
  const inside: Point[] = [];
  slots.forEach((slot, i) => {
    if (slot > from && slot <= to) inside.push([slot - 0.5, arms[arm][i]]);
  });
  if (inside.length === 0) return [];
  return [[from, inside[0][1]], ...inside, [to, inside[inside.length - 1][1]]];
}

/** More lines, each with its label, could not be distinguished. */
const MOST_ARMS = 50;

/** The arms that are drawn: all, or some at equal distances where they are many. */
function drawnArms(armCount: number): number[] {
  const count = Math.min(armCount, MOST_ARMS);
  return Array.from({ length: count }, (_, i) => Math.floor((i * armCount) / count));
}

function meanMarks(environment: EnvironmentResult, ribbon: readonly ArmStretch[]): Mark[] {
  const tones = armTones(environment.armCount);
  const thin = drawnArms(environment.armCount).map((arm) =>
    lineMark(meanLine(environment, { from: 0, to: environment.horizon, arm }), {
      colour: tones[arm],
      width: MEAN_WIDTH,
    }),
  );
  const thick = ribbon.flatMap((stretch) => {
    const points = meanLine(environment, stretch);
    const style = { colour: tones[stretch.arm], width: ENVELOPE_WIDTH };
    return points.length === 0 ? [] : [lineMark(points, style)];
  });
  return [...thin, ...thick];
}

function stemOf({ source, name }: EnvironmentResult): string {
  return fileStem(source.kind === 'named' ? source.spec : name, 'means');
}

function bestOf(environment: EnvironmentResult): string {
  const { source } = environment;
  const onAverage = contextWords?.bestOnAverage(environment);
  if (onAverage !== undefined) return onAverage;
  return source.kind === 'rewards' && source.against === 'fixed'
    ? 'the best single arm'
    : 'the best arm of each slot';
}

function changesText(changes: number): string {
  if (changes === 0) return 'never changes';
  return changes === 1 ? 'changes once' : `changes ${counted(changes, 'time')}`;
}

/** What the lines are: means, or averages of rewards whose means nobody knows. */
function drawnOf({ source }: EnvironmentResult): string {
  return source.kind === 'rewards' ? 'Average reward' : 'Mean reward';
}

function armsText(armCount: number): string {
  return armCount <= MOST_ARMS ? 'arms' : `${MOST_ARMS} of ${counted(armCount, 'arm')}`;
}

function captionOf(environment: EnvironmentResult): string {
  const drawn = environment.fresh ? ', as drawn for the first replication' : '';
  if (isRested(environment)) {
    return (
      `Mean reward of each play of an arm; environment: ${environmentSummary(environment)}${drawn}. ` +
      `Lines are ${armsText(environment.armCount)}. The horizontal axis counts plays of the arm, not slots: ` +
      'an arm that is not played stays where it is. Levels by time, if there are any, are not drawn.'
    );
  }
  const over =
    contextWords?.bestOnAverage(environment) === undefined ? '' : ', averaged over contexts';
  return (
    `${drawnOf(environment)}s${over}; environment: ${environmentSummary(environment)}${drawn}. ` +
    `Thin lines are ${armsText(environment.armCount)}, the thick line is ${bestOf(environment)}; ` +
    `the ribbon names it. It ${changesText(environment.bestArms.length - 1)}.`
  );
}

/** True if means move with plays of their arm. Then there is no best arm of a slot to draw. */
function isRested({ moves }: EnvironmentResult): boolean {
  return moves === 'plays';
}

/** The name of the ribbon at its right end. */
function ribbonName(frame: Frame): string {
  const y = baseline(frame.bottom - RIBBON_HEIGHT / 2);
  return textElement(frame.right + 6, y, 'best arm', { fill: SECOND_INK });
}

/** Means against slots, or against plays of the arm if it is rested, one line per arm. */
export function meansFigure(environment: EnvironmentResult, options: FigureOptions = {}): Figure {
  const { armCount, horizon, means } = environment;
  const tones = armTones(armCount);
  const drawn = drawnArms(armCount);
  const rested = isRested(environment);
  const ribbon = rested ? [] : bestArmRibbon(environment);
  const room = rested ? 0 : RIBBON_ROOM;
  const labels = figureLabels(
    drawn.map((arm) => ({
      name: `Arm ${armLetter(arm)}`,
      style: { colour: tones[arm], width: ENVELOPE_WIDTH },
    })),
    options,
  );
  const [low, high] = meanRange(environment);
  const plain = linearAxis(drawnOf(environment), low, high, uprightTicks(labels, options));
  const x = slotAxis(horizon, options, rested ? 'Plays of the arm' : undefined);
  const frame = layout({ labels, y: plain, below: room }, options);
  const plotBottom = frame.bottom - room;
  // The axis reaches below its ticks: there the ribbon stands, between the means and the slots.
  const beneath = ((high - low) * room) / (plotBottom - frame.top);
  const y = { ...plain, domain: [low - beneath, high] as const };
  const upright = position(y, frame.bottom, frame.top);
  const along = position(x, frame.left, frame.right);
  return assemble(
    {
      name: stemOf(environment),
      title: `${drawnOf(environment)}s: ${environmentName(environment)}`,
      caption: captionOf(environment),
      frame,
      content: [
        drawChart(frame, x, y, meanMarks(environment, ribbon)),
        ...(rested
          ? []
          : [drawRibbon(ribbon, armCount, along, frame.bottom - RIBBON_HEIGHT, RIBBON_HEIGHT)]),
        endLabels(
          labels,
          drawn.map((arm) => upright(means.arms[arm][means.slots.length - 1])),
          { ...frame, bottom: plotBottom },
        ),
        ...(rested ? [] : [ribbonName(frame)]),
      ],
    },
    options,
  );
}
