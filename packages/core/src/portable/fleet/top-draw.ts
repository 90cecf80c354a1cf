import { bool, f64, i32 } from '../base/language.ts';
import { NO_ARM } from '../kernels/exploration.ts';
import { Coordination } from './coordination.ts';
import { FleetSeat } from './fleet-seat.ts';

/**
 * RandTopM and, if `fixes`, MCTopM: each player stays on one of the M arms of the largest indices.
 *
 * If its arm is no longer among them, the player draws one of them whose index in the slot before was not above that
 * of its arm. After a collision it draws any of them, unless it is fixed. A player that stays is fixed from then on,
 * until its arm is no longer among them.
 */
export class TopDraw implements Coordination {
  fixes: bool;

  constructor(fixes: bool) {
    this.fixes = fixes;
  }

  choose(seat: FleetSeat): i32 {
    const players: i32 = seat.playerCount;
    const chair: i32 = seat.chair;
    seat.sortTop(players);
    const stays: bool = chair !== NO_ARM && isAmong(seat, chair, players);
    if (stays && (!seat.collided || seat.fixed)) {
      seat.fixed = this.fixes && !seat.returns;
      return chair;
    }
    seat.fixed = false;
    return seat.draw(
      stays || chair === NO_ARM ? all(seat, players) : notAbove(seat, chair, players),
    );
  }
}

/** True if an arm is one of the first arms. */
function isAmong(seat: FleetSeat, arm: i32, count: i32): bool {
  for (let place: i32 = 0; place < count; place++) {
    if (seat.order[place] === arm) return true;
  }
  return false;
}

/** The first arms become the candidates. Returns how many there are. */
function all(seat: FleetSeat, count: i32): i32 {
  for (let place: i32 = 0; place < count; place++) seat.candidates[place] = seat.order[place];
  return count;
}

/** Those of the first arms whose index was not above that of an arm in the slot before. All of them if there is none. */
function notAbove(seat: FleetSeat, arm: i32, count: i32): i32 {
  const most: f64 = seat.before[arm];
  let found: i32 = 0;
  for (let place: i32 = 0; place < count; place++) {
    const candidate: i32 = seat.order[place];
    if (seat.before[candidate] <= most) {
      seat.candidates[found] = candidate;
      found += 1;
    }
  }
  return found === 0 ? all(seat, count) : found;
}
