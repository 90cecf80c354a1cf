import { f64, i32 } from '../base/language.ts';
import { Coordination } from './coordination.ts';
import { FleetSeat } from './fleet-seat.ts';

/**
 * Players with numbers: of the j arms with the largest indices, player j, from 1, takes the one with the least lower
 * bound: the mean less the width. If every player knows the order of the arms, player j is on the j-th best.
 */
export class Priorities implements Coordination {
  choose(seat: FleetSeat): i32 {
    const count: i32 = seat.player + 1;
    seat.sortTop(count);
    let taken: i32 = seat.order[0];
    let least: f64 = lowerBound(seat, taken);
    for (let place: i32 = 1; place < count; place++) {
      const bound: f64 = lowerBound(seat, seat.order[place]);
      if (bound < least) {
        least = bound;
        taken = seat.order[place];
      }
    }
    return taken;
  }
}

/** An arm without rewards has no mean, and goes first. */
function lowerBound(seat: FleetSeat, arm: i32): f64 {
  const index: f64 = seat.indices[arm];
  return index === Infinity ? -Infinity : 2.0 * seat.means[arm] - index;
}
