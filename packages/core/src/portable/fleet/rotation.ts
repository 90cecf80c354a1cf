import { i32 } from '../base/language.ts';
import { Coordination } from './coordination.ts';
import { FleetSeat } from './fleet-seat.ts';

/**
 * Players with numbers take the M arms of the largest indices in turn. Within a slot these arms count in the order of
 * their numbers, so players that agree on the M arms do not collide, whatever the order of the indices is.
 */
export class Rotation implements Coordination {
  choose(seat: FleetSeat): i32 {
    const players: i32 = seat.playerCount;
    seat.sortTop(players);
    const turn: i32 = (seat.slot + seat.player) % players;
    // The arm with exactly `turn` lower arms among the first ones.
    for (let place: i32 = 0; place < players; place++) {
      let lower: i32 = 0;
      for (let other: i32 = 0; other < players; other++) {
        if (seat.order[other] < seat.order[place]) lower += 1;
      }
      if (lower === turn) return seat.order[place];
    }
    return seat.order[0];
  }
}
