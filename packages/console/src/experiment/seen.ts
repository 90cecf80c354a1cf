import type { Experiment, ExperimentState, History } from '@driftline/client/wire';

/** What charts show. */
export interface Seen {
  readonly experiment: Experiment;
  readonly state: ExperimentState;
  readonly history: History;
}
