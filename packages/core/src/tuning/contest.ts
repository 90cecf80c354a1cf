/** Which contest is the fastest for a number of arms. */
import type { Contest, LineContest } from '../portable/tournament/contest.ts';
import { KineticTournament } from '../portable/tournament/kinetic-tournament.ts';
import { LineScan, Scan } from '../portable/tournament/scan.ts';
import { Tournament } from '../portable/tournament/tournament.ts';

/** Up to this many arms a scan is faster than a tournament. */
export const MOST_SCANNED = 63;

/** A contest of numbers. */
export function contestOf(size: number): Contest {
  return size > MOST_SCANNED ? new Tournament(size) : new Scan(size);
}

/** A contest of lines. */
export function lineContestOf(size: number): LineContest {
  return size > MOST_SCANNED ? new KineticTournament(size) : new LineScan(size);
}
