/** Curves over slots: a line and a band each. */
import type { Curve } from '../../play/result.ts';
import { bandMark, lineMark, type Mark, type Point } from './chart.ts';
import { BAND_OPACITY, type LineStyle } from './theme.ts';

/** The meaning of a band: the interval of the mean, or the range of the replications. */
export type Bands = 'interval' | 'spread';

export const BAND_TEXT: Readonly<Record<Bands, string>> = {
  interval: 'bands are 95% confidence intervals of the mean',
  spread: 'bands hold 90% of the replications (5% to 95% quantile)',
};

function bandOf(curve: Curve, bands: Bands, least: number) {
  const low = bands === 'interval' ? curve.low : curve.q05;
  const high = bands === 'interval' ? curve.high : curve.q95;
  const rows = curve.slots.map((slot, i) => ({
    x: slot,
    // The interval of a few replications may reach below what there can be.
    low: Math.max(least, low[i]),
    high: Math.max(least, high[i]),
  }));
  return [{ x: 0, low: 0, high: 0 }, ...rows];
}

/** A band and a line for each curve, from 0 on. */
export function curveMarks(
  curves: readonly Curve[],
  styles: readonly LineStyle[],
  bands: Bands,
  least: number,
): Mark[] {
  const areas = curves.map((curve, i) =>
    bandMark(bandOf(curve, bands, least), styles[i].colour, BAND_OPACITY),
  );
  const lines = curves.map((curve, i) => {
    const points = curve.slots.map((slot, k): Point => [slot, curve.mean[k]]);
    return lineMark([[0, 0], ...points], styles[i]);
  });
  // The first policies are the ones that matter: they are drawn last, on top.
  return [...areas, ...lines.reverse()];
}

/**
 * The lowest and the highest value that is drawn; 0 is always among them.
 *
 * @param others - values that are drawn beside the curves
 */
export function curveRange(
  curves: readonly Curve[],
  bands: Bands,
  least: number,
  others: readonly number[] = [],
): [number, number] {
  const drawn = [
    ...curves.flatMap(({ mean }) => mean),
    ...curves.flatMap((curve) =>
      bandOf(curve, bands, least).flatMap(({ low, high }) => [low, high]),
    ),
    ...others,
  ];
  const top = drawn.reduce((most, value) => Math.max(most, value), 0);
  const bottom = drawn.reduce((lowest, value) => Math.min(lowest, value), 0);
  // The bin of a least regret may begin below what there can be.
  return [Math.max(least, bottom), top > 0 || bottom < 0 ? top : 1];
}
