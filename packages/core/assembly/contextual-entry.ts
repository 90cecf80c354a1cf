/**
 * The recipes of contextual policies, which are compiled for some laws. One build serves both forms and all dimensions.
 * Their module, `contextual-kernels.wasm`, exports, with SEAT the type of a seat with its kernel and LAW that of a sampler,
 *
 *     new_SEAT(kernel, offer), reset_SEAT(seat), restarts_SEAT(seat)
 *     play_SEAT_LAW(seat, first, seat, second, paired, until)
 *     new_Offer(source, features, stride, blocks), new_ThetaPath(blocks, dimension, starts, rows)
 *     meet_Course(course, offer, path, logistic)        makes the means of a course depend on contexts
 */
import { identifier, type Recipe } from '../src/compiled/recipe.ts';
import { contextualPolicyCatalogue } from '../src/contextual-policies/catalogue.ts';
import type { ContextualPolicyDefinition } from '../src/definitions/contextual.ts';
import { offerOf } from '../src/means/contextual-means.ts';
import { ContextualSeat } from '../src/portable/contexts/contextual-seat.ts';
import { ContextSource, SOURCE_FIXED } from '../src/portable/means/context-source.ts';
import { Offer } from '../src/portable/means/offer.ts';
import { ThetaPath } from '../src/portable/means/theta-path.ts';
import { prepareContextualPolicy } from '../src/shell/contextual/prepare.ts';
import { required } from './uncompiled.ts';

/** The laws under which contextual policies are compiled. Under others they are played in JavaScript. */
export const CONTEXTUAL_LAWS = ['gaussian', 'bernoulli', 'student-t', 'exact'];

const [BLOCKS, DIMENSION] = [3, 2];

function pathOf(blocks: number): ThetaPath {
  return new ThetaPath(blocks, DIMENSION, new Int32Array(1), new Float64Array(blocks * DIMENSION));
}

/** One recipe for each type of seat that a policy uses. */
function seatsOf({ id, forms }: ContextualPolicyDefinition): Recipe[] {
  return forms.map((form) => {
    const blocks = form === 'arms' ? BLOCKS : 1;
    const source = new ContextSource(SOURCE_FIXED, 1, DIMENSION, new Float64Array(DIMENSION), 0, 1);
    const facts = { form, dimension: DIMENSION, blocks, norm: 1, intercept: false };
    const { kernel } = prepareContextualPolicy(id, {
      ...facts,
      horizon: 1000,
      variation: 3,
      theta: pathOf(blocks),
    });
    const offer = offerOf({ ...facts, staysSame: true, source, theta: undefined }, BLOCKS);
    return required(new ContextualSeat(kernel, offer));
  });
}

/** The recipes of seats, one for each type. */
export function seatRecipes(
  definitions: readonly ContextualPolicyDefinition[] = contextualPolicyCatalogue.list,
): Recipe[] {
  const seats = definitions.flatMap(seatsOf);
  return [...new Map(seats.map((seat) => [identifier(seat), seat])).values()];
}

/** Seats whose policies show restarts. */
export function restartingSeats(): Recipe[] {
  const { list } = contextualPolicyCatalogue;
  return seatRecipes(list.filter(({ shows }) => shows?.restarts !== undefined));
}

/** The recipes that contexts are made of, beside kernels. */
export function contextRecipes(): Recipe[] {
  const source = new ContextSource(SOURCE_FIXED, 1, 1, new Float64Array(1), 0, 1);
  const offer = new Offer(source, new Float64Array(1), 0, new Int32Array(1));
  return [offer, pathOf(1)].map(required);
}

/** The function that makes the means of a course depend on contexts. */
export const MEETING = `export function meet_Course(
  course: Course, offer: Offer, path: ThetaPath, logistic: bool,
): void {
  course.meet(new Field(offer, path, logistic, course.best));
}`;
