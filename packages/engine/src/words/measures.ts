/** The columns of tables besides regret. Each kind of comparison lists its own. */
import type { ComparisonResult, FleetResult, PolicyResult } from '../play/result.ts';
import type { Estimate } from '../play/statistics.ts';
import { counted, formatFixed, readable } from './numbers.ts';

/** One column: something that is estimated for each policy. */
export interface Measure {
  /** As the head of a column in a terminal. */
  readonly title: string;
  /** Its meaning, as a sentence below a table. */
  readonly meaning: string;
  /** The estimate of a policy; undefined where there is none. */
  of(policy: PolicyResult): Estimate | undefined;
  /** A value as text. */
  text(value: number): string;
}

function percent(share: number): string {
  return `${formatFixed(100 * share, share < 0.01 ? 2 : 1)}%`;
}

function ofFleet(key: keyof Omit<FleetResult, 'collisionCurve' | 'finals'>) {
  return ({ fleet }: PolicyResult) => fleet?.[key];
}

const FLEET_MEASURES: readonly Measure[] = [
  {
    title: 'collisions',
    meaning:
      'Collisions are the share of players’ slots in which another player chose the same arm.',
    of: ofFleet('collisions'),
    text: percent,
  },
  {
    title: 'switches',
    meaning: 'Switches count how often a player changed its arm.',
    of: ofFleet('switches'),
    text: (value) => readable(value, 4),
  },
  {
    title: 'fairness',
    meaning:
      'Fairness is Jain’s index of the rewards that players earned: 1 if all earned the same.',
    of: ofFleet('fairness'),
    text: (value) => formatFixed(value, 3),
  },
];

/** The measures that have a table of their own, with intervals; none where policies play alone. */
export function measuresOf({ players }: ComparisonResult): readonly Measure[] {
  return players === undefined ? [] : FLEET_MEASURES;
}

/** The number of players. None if policies play alone. */
export function playersText({ players }: ComparisonResult): string {
  return players === undefined ? '' : counted(players, 'player');
}
