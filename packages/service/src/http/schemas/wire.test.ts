import type * as wire from '@driftline/client/wire';
import type { Static } from 'typebox';
import { expect, expectTypeOf, test } from 'vitest';
import * as decisions from './decisions.ts';
import * as experiments from './experiments.ts';
import { namedSchemas } from './named.ts';
import * as readings from './readings.ts';

/** One form for types that mean the same: all members read-only, and anything that JSON holds by one name. */
type Plain<T> = [T] extends [wire.Json]
  ? [wire.Json] extends [T]
    ? 'anything'
    : PlainMembers<T>
  : PlainMembers<T>;
type PlainMembers<T> = T extends readonly (infer Item)[]
  ? readonly Plain<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]: Plain<T[Name]> }
    : T;

const schemas = {
  NewArm: experiments.newArm,
  Arm: experiments.arm,
  PolicyChoice: experiments.policyChoice,
  Memory: experiments.memory,
  RewardSettings: experiments.rewardSettings,
  NewExperiment: experiments.newExperiment,
  ExperimentPatch: experiments.experimentPatch,
  ServiceWarning: experiments.serviceWarning,
  Experiment: experiments.experiment,
  ChangedExperiment: experiments.changedExperiment,
  ExperimentList: experiments.experimentList,
  ArmChange: experiments.armChange,
  OfferedPolicy: experiments.offeredPolicy,
  OfferedPolicies: experiments.offeredPolicies,
  DecisionRequest: decisions.decisionRequest,
  Decision: decisions.decision,
  LastDecisionRequest: decisions.lastDecisionRequest,
  LastDecision: decisions.lastDecision,
  RewardRequest: decisions.rewardRequest,
  UnitRewardRequest: decisions.unitRewardRequest,
  RewardAnswer: decisions.rewardAnswer,
  CancelAnswer: decisions.cancelAnswer,
  Problem: decisions.problem,
  BatchOperation: decisions.batchOperation,
  BatchResult: decisions.batchResult,
  BatchRequest: decisions.batchRequest,
  BatchAnswer: decisions.batchAnswer,
  ImportAnswer: decisions.importAnswer,
  EraseAnswer: decisions.eraseAnswer,
  ArmKnowledge: readings.armKnowledge,
  DelaySummary: readings.delaySummary,
  ExperimentState: readings.experimentState,
  HistoryBin: readings.historyBin,
  HistoryMark: readings.historyMark,
  History: readings.experimentHistory,
  Estimate: readings.estimate,
  Report: readings.experimentReport,
};

interface Wire {
  NewArm: wire.NewArm;
  Arm: wire.Arm;
  PolicyChoice: wire.PolicyChoice;
  Memory: wire.Memory;
  RewardSettings: wire.RewardSettings;
  NewExperiment: wire.NewExperiment;
  ExperimentPatch: wire.ExperimentPatch;
  ServiceWarning: wire.ServiceWarning;
  Experiment: wire.Experiment;
  ChangedExperiment: wire.ChangedExperiment;
  ExperimentList: wire.ExperimentList;
  ArmChange: wire.ArmChange;
  OfferedPolicy: wire.OfferedPolicy;
  OfferedPolicies: wire.OfferedPolicies;
  DecisionRequest: wire.DecisionRequest;
  Decision: wire.Decision;
  LastDecisionRequest: wire.LastDecisionRequest;
  LastDecision: wire.LastDecision;
  RewardRequest: wire.RewardRequest;
  UnitRewardRequest: wire.UnitRewardRequest;
  RewardAnswer: wire.RewardAnswer;
  CancelAnswer: wire.CancelAnswer;
  Problem: wire.Problem;
  BatchOperation: wire.BatchOperation;
  BatchResult: wire.BatchResult;
  BatchRequest: wire.BatchRequest;
  BatchAnswer: wire.BatchAnswer;
  ImportAnswer: wire.ImportAnswer;
  EraseAnswer: wire.EraseAnswer;
  ArmKnowledge: wire.ArmKnowledge;
  DelaySummary: wire.DelaySummary;
  ExperimentState: wire.ExperimentState;
  HistoryBin: wire.HistoryBin;
  HistoryMark: wire.HistoryMark;
  History: wire.History;
  Estimate: wire.Estimate;
  Report: wire.Report;
}

type Schemas = typeof schemas;
type Statics = { [Name in keyof Schemas]: Plain<Static<Schemas[Name]>> };

test('schemas and the types that clients use are the same (checked by the compiler)', () => {
  expectTypeOf<Statics>().toEqualTypeOf<{ [Name in keyof Wire]: Plain<Wire[Name]> }>();
});

test('a member too many, or one that may be missing, would be found', () => {
  type Other = Plain<wire.RewardRequest & { readonly more?: number }>;
  expectTypeOf<Plain<wire.RewardRequest>>().not.toEqualTypeOf<Other>();
  expectTypeOf<Plain<wire.NewArm>>().not.toEqualTypeOf<Plain<Required<wire.NewArm>>>();
});

test('every schema that has a name is compared, but for the part of ArmChange that PUT takes', () => {
  const names = namedSchemas().map((schema) => ('$id' in schema ? schema.$id : undefined));
  expect(names.toSorted()).toEqual([...Object.keys(schemas), 'NewArmChange'].sort());
});
