import { i32 } from '../base/language.ts';
import { FleetSeat } from './fleet-seat.ts';

/**
 * A rule of several players: the arm that a player takes, from its own indices and from its own collision. A rule has
 * no state. The numbers that it needs again are kept in the player's seat.
 */
export interface Coordination {
  /** The arm of the next slot. The indices of the seat are those of this slot. */
  choose(seat: FleetSeat): i32;
}
