import { bool, f64, i32 } from '../base/language.ts';
import { Coordination } from './coordination.ts';
import { FleetSeat } from './fleet-seat.ts';

/**
 * No coordination: each player takes the arm of its largest index. If `mixes`, it draws one of several equal ones.
 * Otherwise it takes the one that its policy would take. Players that all took the lowest arm would collide in every
 * slot and never differ.
 */
export class LargestIndex implements Coordination {
  mixes: bool;

  constructor(mixes: bool) {
    this.mixes = mixes;
  }

  choose(seat: FleetSeat): i32 {
    seat.sortTop(1);
    const leader: i32 = seat.order[0];
    return this.mixes ? seat.draw(equals(seat, seat.indices[leader])) : leader;
  }
}

/** The arms of an index become the candidates. Returns how many there are. */
function equals(seat: FleetSeat, index: f64): i32 {
  let found: i32 = 0;
  for (let arm: i32 = 0; arm < seat.armCount; arm++) {
    if (seat.indices[arm] === index) {
      seat.candidates[found] = arm;
      found += 1;
    }
  }
  return found;
}
