/** What figures are drawn from and what drawing gives. */

/** A figure: a file stem, what it shows, and the drawing itself. */
export interface Figure {
  /** The stem of its files. */
  readonly name: string;
  readonly title: string;
  /** Plain text: what, environment, replications, seed, what the band is. */
  readonly caption: string;
  /** A whole SVG document that needs neither style sheet nor script nor, but for characters that ours lacks, a font. */
  readonly svg: string;
  /** The place of the comparison it was drawn from; absent where it shows several. */
  readonly comparison?: number;
  /** Whether it shows the scores of all policies in all comparisons. */
  readonly suite?: true;
}

/** How a figure is drawn. */
export interface FigureOptions {
  /** `full` is 178 mm (the default), `half` is 85 mm. */
  readonly width?: 'full' | 'half';
}

/** For figures of a comparison's policies. */
export interface PlacedFigureOptions extends FigureOptions {
  /** The places of the policies' colours, where they are not 0, 1, 2 and so on. */
  readonly places?: readonly number[];
}

/** A mean and the interval around it, at one value of a parameter. */
export interface SweepPoint {
  readonly x: number;
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

/** Regret against a parameter, one line per policy. */
export interface Sweep {
  readonly name: string;
  readonly title: string;
  readonly caption: string;
  readonly parameter: {
    readonly name: string;
    readonly symbol: string;
    readonly log: boolean;
    /** A value that stands out. */
    readonly marked?: number;
    /** What the mark says of it; `default` if absent. */
    readonly markedAs?: string;
  };
  readonly lines: readonly { readonly label: string; readonly points: readonly SweepPoint[] }[];
  /** Levels to compare with, such as the regret of a policy without the parameter. */
  readonly reference?: readonly { readonly label: string; readonly value: number }[];
}

/** A mean and the interval around it, at one horizon. */
export interface GrowthPoint {
  readonly horizon: number;
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

/** Regret against the horizon, with the slope that was fitted to the logarithms of both. */
export interface Growth {
  readonly name: string;
  readonly title: string;
  readonly caption: string;
  readonly lines: readonly {
    readonly label: string;
    readonly slope: { readonly value: number; readonly low: number; readonly high: number };
    readonly points: readonly GrowthPoint[];
  }[];
  readonly theory: { readonly label: string; readonly slope: number };
}
