import { ParameterError } from '../base/errors.ts';
import { Floats, Ints } from '../portable/base/language.ts';
import { exp } from '../portable/math/exp.ts';
import { type ContextSource, SOURCE_FIXED } from '../portable/means/context-source.ts';
import type { Course } from '../portable/means/course.ts';
import { Field } from '../portable/means/field.ts';
import { Offer } from '../portable/means/offer.ts';
import { ThetaPath } from '../portable/means/theta-path.ts';
import { tabledCourse } from './courses.ts';
import type { MeanTable } from './mean-table.ts';
import { countSwitches, type Means } from './means.ts';

/** The facts about features and hidden parameters that contextual policies and results need. */
export interface FieldFacts {
  readonly form: 'arms' | 'actions';
  /** Columns of a feature vector. */
  readonly dimension: number;
  /** Blocks of parameters: one per arm, or 1 for actions. */
  readonly blocks: number;
  /** The largest Euclidean norm of a feature vector. */
  readonly norm: number;
  /** Whether column 0 is always 1. */
  readonly intercept: boolean;
  /** True if the places of actions mean something, because arms are named or actions stay. */
  readonly staysSame: boolean;
  readonly source: ContextSource;
  /** The hidden parameters; undefined if they are unknown, as those of recorded rewards. */
  readonly theta: ThetaPath | undefined;
}

/** The hidden parameters of an environment, with what becomes of them. */
interface HiddenFacts extends FieldFacts {
  readonly theta: ThetaPath;
  readonly logistic: boolean;
  /** Bounds of all means. */
  readonly range: readonly [number, number];
}

/** An offer with the features of a source. Those of a fixed source are there from the beginning. */
export function offerOf({ form, dimension, source }: FieldFacts, armCount: number): Offer {
  const features = new Floats(source.count * dimension);
  if (source.kind === SOURCE_FIXED) features.set(source.table);
  const [stride, blocks] =
    form === 'arms'
      ? [0, Int32Array.from({ length: armCount }, (_, arm) => arm)]
      : [dimension, new Ints(armCount)];
  return new Offer(source, features, stride, blocks);
}

/** The Euclidean distance of two rows. */
function distance(rows: Floats, first: number, second: number, length: number): number {
  let squares = 0;
  for (let i = 0; i < length; i++) {
    const change = rows[first + i] - rows[second + i];
    squares += change * change;
  }
  return Math.sqrt(squares);
}

/** The ℓ₂ variation of the hidden parameters over the first slots. */
function thetaVariation({ rows, starts, blocks, dimension }: ThetaPath, slots: number): number {
  const width = blocks * dimension;
  let sum = 0;
  for (let row = 1; row < starts.length && starts[row] < slots; row++) {
    sum += distance(rows, row * width, (row - 1) * width, width);
  }
  return sum;
}

/**
 * Means that depend on contexts. `mean`, `bestMean` and `bestArm` have those of arms in the context whose columns are 0
 * except the intercept. For actions that differ from slot to slot these are 0.
 */
export class ContextualMeans implements Means {
  readonly armCount: number;
  readonly horizon: number;
  readonly contexts: HiddenFacts;
  /** A path of its own: each remembers its latest row. */
  readonly #theta: ThetaPath;

  constructor(armCount: number, horizon: number, contexts: HiddenFacts) {
    this.armCount = armCount;
    this.horizon = horizon;
    this.contexts = contexts;
    this.#theta = copyOf(contexts.theta);
  }

  /** The mean of an arm in the context whose columns are 0 except the intercept. */
  mean(slot: number, arm: number): number {
    const { form, intercept, staysSame, logistic, source, dimension } = this.contexts;
    if (!staysSame) return 0;
    const at = this.#theta.at(slot, form === 'arms' ? arm : 0);
    let sum = 0;
    for (let column = 0; column < dimension; column++) {
      const average = intercept && column === 0 ? 1 : 0;
      const feature = form === 'arms' ? average : source.table[arm * dimension + column];
      sum += feature * this.#theta.rows[at + column];
    }
    return logistic ? 1 / (1 + exp(-sum)) : sum;
  }

  bestMean(slot: number): number {
    return this.mean(slot, this.bestArm(slot));
  }

  bestArm(slot: number): number {
    let best = 0;
    for (let arm = 1; arm < this.armCount; arm++) {
      if (this.mean(slot, arm) > this.mean(slot, best)) best = arm;
    }
    return best;
  }

  bestArmSwitches(): number {
    return countSwitches(this);
  }

  /** The ℓ₂ variation of the hidden parameters. */
  totalVariation(slots: number = this.horizon): number {
    return thetaVariation(this.#theta, slots);
  }

  range(): readonly [number, number] {
    return this.contexts.range;
  }

  table(): MeanTable {
    throw new ParameterError(
      'the means of a contextual environment depend on the context, and have no table; use an environment without contexts, such as piecewise',
      'parameters-conflict',
    );
  }

  /** A course with contexts of its own, for one replication at a time. */
  course(): Course {
    const { logistic, theta } = this.contexts;
    const best = new Floats(this.horizon);
    const course = tabledCourse(this.armCount, new Floats(0), best);
    course.meet(new Field(offerOf(this.contexts, this.armCount), copyOf(theta), logistic, best));
    return course;
  }
}

/** The same hidden parameters with a memory of its own for the latest row. */
function copyOf({ blocks, dimension, starts, rows }: ThetaPath): ThetaPath {
  return new ThetaPath(blocks, dimension, starts, rows);
}
