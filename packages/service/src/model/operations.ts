/**
 * What the HTTP side asks of the writer, and what it is answered. Plain data: it crosses a thread. Requests are
 * valid in form when they come here (`http/schemas.ts`); what depends on the experiment is judged by the writer.
 */
import type {
  ArmChange,
  CancelAnswer,
  ChangedExperiment,
  Decision,
  DecisionRequest,
  EraseAnswer,
  Experiment,
  ExperimentPatch,
  ExperimentState,
  ImportAnswer,
  ImportLine,
  LastDecision,
  NewExperiment,
  OfferedPolicies,
  Problem,
  RewardAnswer,
} from '@driftline/client/wire';
import type { NamedDecision } from './decision-ids.ts';
import type { Millis } from './rows.ts';

/** Who asks: the id of a key, or `dev` where none is needed. */
export type Caller = string;

/** What the HTTP side signs into the id of a decision, and does not answer. */
interface Signing {
  readonly experiment: number;
  /** When the decision was made; null where none was. */
  readonly at: Millis | null;
}

/**
 * An operation, with the answer that it gets. Decisions are named by experiment id, number and time: the HTTP side
 * has read and verified the signed id.
 */
export interface Operations {
  readonly decide: {
    readonly ask: {
      readonly key: string;
      readonly request: DecisionRequest;
      readonly idempotencyKey?: string;
    };
    readonly answer: Omit<Decision, 'decisionId'> & Signing;
  };
  readonly reward: {
    readonly ask: NamedDecision & { readonly value: number };
    readonly answer: RewardAnswer;
  };
  readonly rewardUnit: {
    readonly ask: { readonly key: string; readonly unit: string; readonly value: number };
    readonly answer: RewardAnswer;
  };
  /** Reads what `rewardUnit` would reward; `not-found` where the unit has no decision. */
  readonly lastDecision: {
    readonly ask: { readonly key: string; readonly unit: string };
    readonly answer: Omit<LastDecision, 'decisionId'> & Signing & { readonly at: Millis };
  };
  readonly cancel: {
    readonly ask: NamedDecision;
    readonly answer: CancelAnswer;
  };
  readonly create: {
    readonly ask: { readonly key: string; readonly config: NewExperiment };
    /** `created` is false where the same experiment was there already. */
    readonly answer: { readonly created: boolean; readonly experiment: Experiment };
  };
  readonly change: {
    readonly ask: {
      readonly key: string;
      readonly patch: ExperimentPatch;
      readonly revision?: number;
    };
    readonly answer: ChangedExperiment;
  };
  readonly setStatus: {
    readonly ask: { readonly key: string; readonly status: 'running' | 'paused' | 'archived' };
    readonly answer: ChangedExperiment;
  };
  readonly addArm: {
    readonly ask: { readonly key: string; readonly arm: string; readonly change: ArmChange };
    readonly answer: ChangedExperiment;
  };
  readonly changeArm: {
    readonly ask: { readonly key: string; readonly arm: string; readonly change: ArmChange };
    readonly answer: ChangedExperiment;
  };
  readonly retireArm: {
    readonly ask: { readonly key: string; readonly arm: string };
    readonly answer: ChangedExperiment;
  };
  readonly import: {
    readonly ask: { readonly key: string; readonly lines: readonly ImportLine[] };
    readonly answer: ImportAnswer;
  };
  readonly eraseUnit: {
    readonly ask: { readonly key: string; readonly unit: string };
    readonly answer: EraseAnswer;
  };
  readonly list: { readonly ask: Record<string, never>; readonly answer: readonly Experiment[] };
  readonly show: { readonly ask: { readonly key: string }; readonly answer: Experiment };
  readonly state: { readonly ask: { readonly key: string }; readonly answer: ExperimentState };
  readonly policies: { readonly ask: Record<string, never>; readonly answer: OfferedPolicies };
}

export type OperationName = keyof Operations;

/** An operation on its way to the writer. */
export type Operation<Name extends OperationName = OperationName> = {
  [N in Name]: { readonly name: N; readonly ask: Operations[N]['ask']; readonly by: Caller };
}[Name];

/** What came of an operation: a problem is an answer, too, and says that nothing was written. */
export type Answer<Name extends OperationName = OperationName> =
  | { readonly ok: Operations[Name]['answer'] }
  | { readonly problem: Problem };
