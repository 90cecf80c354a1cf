/** Whom a guide looks at more closely, as an experiment file says it. */

/** One policy against others, over the whole suite and over a part of it. Policies are named by their specs. */
export interface GuideFocus {
  /** By default the one that the guide recommends where nothing is known of the drift. */
  readonly subject?: string | undefined;
  /** Whom it is held against, with default tuning. */
  readonly rivals?: readonly string[] | undefined;
  /** Whom it is held against after equal-effort tuning, while it has its default one itself. */
  readonly tunedRivals?: readonly string[] | undefined;
  /** Situations over which averages are given too, also with each of them left out. */
  readonly core?: readonly string[] | undefined;
}
