// Written by assembly/generate.ts from the sources: not to be changed by hand.
import { ContextualSeat } from '../portable/contexts/contextual-seat.ts';
import { DlinucbKernel } from '../portable/kernels/dlinucb-kernel.ts';
import { LinearBobKernel } from '../portable/kernels/linear-bob-kernel.ts';
import { LinearKernel } from '../portable/kernels/linear-kernel.ts';
import { LinearOracleKernel } from '../portable/kernels/linear-oracle-kernel.ts';
import { AllTimeMoments } from '../portable/linear/all-time-moments.ts';
import { ConfidenceIndex } from '../portable/linear/confidence-index.ts';
import { DiscountedMoments } from '../portable/linear/discounted-moments.ts';
import { DiscountedPair } from '../portable/linear/discounted-pair.ts';
import { DrawIndex } from '../portable/linear/draw-index.ts';
import { Factors } from '../portable/linear/factors.ts';
import { Fading } from '../portable/linear/fading.ts';
import { Grams } from '../portable/linear/grams.ts';
import { LogisticIndex } from '../portable/linear/logistic-index.ts';
import { LogisticMoments } from '../portable/linear/logistic-moments.ts';
import { PendingFeatures } from '../portable/linear/pending-features.ts';
import { Radius } from '../portable/linear/radius.ts';
import { RandomisedIndex } from '../portable/linear/randomised-index.ts';
import { ResettingMoments } from '../portable/linear/resetting-moments.ts';
import { RestartingMoments } from '../portable/linear/restarting-moments.ts';
import { RidgeFit } from '../portable/linear/ridge-fit.ts';
import { SandwichIndex } from '../portable/linear/sandwich-index.ts';
import { Sums } from '../portable/linear/sums.ts';
import { WindowMoments } from '../portable/linear/window-moments.ts';
import { ContextSource } from '../portable/means/context-source.ts';
import { Field } from '../portable/means/field.ts';
import { Offer } from '../portable/means/offer.ts';
import { ThetaPath } from '../portable/means/theta-path.ts';
import type { PortableClass } from './portable-class.ts';

/** The classes that only contextual policies and environments need. A page without them replaces this file. */
export const contextualClasses: readonly PortableClass[] = [
  { name: 'ContextualSeat', make: ContextualSeat, parameters: ['kernel', 'offer'], generic: ['kernel'] },
  { name: 'DlinucbKernel', make: DlinucbKernel, parameters: ['dimension', 'ridge', 'bound', 'tau', 'noise', 'failure', 'confidence', 'margin'], generic: [] },
  { name: 'LinearBobKernel', make: LinearBobKernel, parameters: ['blocks', 'dimension', 'ridge', 'blockLength', 'windows', 'exploration', 'bound', 'reach'], generic: [] },
  { name: 'LinearKernel', make: LinearKernel, parameters: ['blocks', 'dimension', 'ridge', 'moments', 'index'], generic: ['moments', 'index'] },
  { name: 'LinearOracleKernel', make: LinearOracleKernel, parameters: ['path'], generic: [] },
  { name: 'AllTimeMoments', make: AllTimeMoments, parameters: ['blocks', 'dimension'], generic: [] },
  { name: 'ConfidenceIndex', make: ConfidenceIndex, parameters: ['dimension', 'bound'], generic: [] },
  { name: 'DiscountedMoments', make: DiscountedMoments, parameters: ['blocks', 'dimension', 'discount'], generic: [] },
  { name: 'DiscountedPair', make: DiscountedPair, parameters: ['blocks', 'dimension', 'discount'], generic: [] },
  { name: 'DrawIndex', make: DrawIndex, parameters: ['dimension', 'spread', 'sandwich', 'logistic'], generic: [] },
  { name: 'Factors', make: Factors, parameters: ['blocks', 'dimension'], generic: [] },
  { name: 'Fading', make: Fading, parameters: ['blocks', 'discount'], generic: [] },
  { name: 'Grams', make: Grams, parameters: ['blocks', 'dimension'], generic: [] },
  { name: 'LogisticIndex', make: LogisticIndex, parameters: ['dimension', 'spread'], generic: [] },
  { name: 'LogisticMoments', make: LogisticMoments, parameters: ['blocks', 'dimension', 'ridge', 'discount'], generic: [] },
  { name: 'PendingFeatures', make: PendingFeatures, parameters: ['blocks', 'dimension'], generic: [] },
  { name: 'Radius', make: Radius, parameters: ['width', 'offset', 'noise', 'base', 'dimension', 'gain'], generic: [] },
  { name: 'RandomisedIndex', make: RandomisedIndex, parameters: ['dimension', 'bound', 'spread'], generic: [] },
  { name: 'ResettingMoments', make: ResettingMoments, parameters: ['blocks', 'dimension', 'period'], generic: [] },
  { name: 'RestartingMoments', make: RestartingMoments, parameters: ['blocks', 'dimension', 'path'], generic: [] },
  { name: 'RidgeFit', make: RidgeFit, parameters: ['blocks', 'dimension', 'ridge', 'hasSquares'], generic: [] },
  { name: 'SandwichIndex', make: SandwichIndex, parameters: ['dimension', 'bound'], generic: [] },
  { name: 'Sums', make: Sums, parameters: ['blocks', 'dimension'], generic: [] },
  { name: 'WindowMoments', make: WindowMoments, parameters: ['blocks', 'dimension', 'window'], generic: [] },
  { name: 'ContextSource', make: ContextSource, parameters: ['kind', 'count', 'dimension', 'table', 'start', 'rows'], generic: [] },
  { name: 'Field', make: Field, parameters: ['offer', 'path', 'logistic', 'best'], generic: [] },
  { name: 'Offer', make: Offer, parameters: ['source', 'features', 'stride', 'blocks'], generic: [] },
  { name: 'ThetaPath', make: ThetaPath, parameters: ['blocks', 'dimension', 'starts', 'rows'], generic: [] },
];
