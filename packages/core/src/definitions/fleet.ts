import type { Coordination } from '../portable/fleet/coordination.ts';
import type { RankingKernel } from '../portable/fleet/fleet.ts';
import type { Listed } from './catalogue.ts';
import type { PolicyParameter, PolicyStanding } from './policy.ts';

/** The numbers that a rule, or a player's own kernel, is made from. */
export interface FleetSettings {
  readonly armCount: number;
  readonly playerCount: number;
  /** Every parameter of the fleet with its value. */
  readonly values: Readonly<Record<string, number>>;
}

/** A rule by which several players share the arms of one environment. A new one is a file, and a line in `list.ts`. */
export interface FleetDefinition extends Listed {
  readonly kind: 'players';
  readonly name: string;
  /** One sentence. */
  readonly summary: string;
  readonly reference: string;
  /** The degree to which its rule is confirmed. Confirmed if absent. */
  readonly standing?: PolicyStanding;
  /** The rule, in plain text. */
  readonly formula: string;
  readonly guarantee: string;
  /** Time per slot of each player. */
  readonly cost: string;
  /**
   * The index policy of each player: its id, or an empty text if the spec names it as `of`. Without it, players have
   * kernels of their own.
   */
  readonly of?: string;
  /** True if players on the same arm earn nothing. */
  readonly collides: boolean;
  /** True if a player learns the reward of its arm in a collision, too. Otherwise it learns the reward that it earned. */
  readonly senses: boolean;
  /** True if the rule needs the means of arms besides their indices. */
  readonly watchesMeans?: boolean;
  /** Its own numbers, without those of the policy. */
  readonly parameters: readonly PolicyParameter[];
  /** The rule by which a player turns its indices into an arm. */
  coordination(settings: FleetSettings): Coordination;
  /** The kernels of all players, if no policy has them. */
  kernels?(settings: FleetSettings): readonly RankingKernel[];
}

/** A fleet, as its file exports it. */
/*#__NO_SIDE_EFFECTS__*/
export function defineFleet(definition: FleetDefinition): FleetDefinition {
  return definition;
}
