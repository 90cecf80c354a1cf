import { i32 } from '../base/language.ts';
import { Coordination } from './coordination.ts';
import { FleetSeat } from './fleet-seat.ts';

/** ρ-rand: each player aims at the arm of a rank from 1 to M, and draws another rank after a collision. */
export class RankDraw implements Coordination {
  choose(seat: FleetSeat): i32 {
    const players: i32 = seat.playerCount;
    if (seat.rank === 0 || seat.collided) {
      seat.rank = players === 1 ? 1 : 1 + seat.random.below(players);
    }
    seat.sortTop(seat.rank);
    return seat.order[seat.rank - 1];
  }
}
