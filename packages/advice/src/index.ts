/**
 * Advice from a log: columns, statistics over them, worlds fitted to them, and the record of all answers. What needs
 * Node is in `@driftline/advice/node`.
 *
 * @packageDocumentation
 */

export { type AdviceRequest, type AdviceWork, type Advised, advise } from './advise.ts';
export { adviseChoice, type ChoiceAnswer } from './choice/choice.ts';
export { type ChoiceRequest, USUAL_FOR } from './choice/request.ts';
export { choiceTasks } from './choice/trials.ts';
export {
  ADVICE_FORMAT,
  ADVICE_VERSION,
  type Advice,
  type AdviceLog,
  type LoggedArm,
  type Units,
} from './contract/advice.ts';
export type { BestOfKind, Candidate, Choice, MemoryRange, Scored } from './contract/choice.ts';
export type { DelayPoint, Delays, LateSigns } from './contract/delays.ts';
export type {
  ArmDrift,
  BlockVariation,
  CalendarTest,
  Drift,
  DriftKind,
  DriftStep,
  DriftTest,
  DriftVerdict,
  HeldOut,
  KindOfDrift,
  Movement,
  Period,
  Sharing,
  Structure,
  TestedDrift,
} from './contract/drift.ts';
export type { Gain, Room } from './contract/gain.ts';
export {
  type Clock,
  type ColumnUse,
  type Dropped,
  FOLDS,
  type Log,
  type Note,
  type NoteCode,
  type Reading,
  type RewardColumn,
} from './contract/log.ts';
export { LogError, type Place } from './contract/log-error.ts';
export type { ChiSquare, Logging, LoggingKind } from './contract/logging.ts';
export type { MeanPath, PowerTail, RewardNoise } from './contract/path.ts';
export type {
  ArmCourse,
  Courses,
  DrawnTail,
  FittedPoint,
  Pictures,
  SeenMean,
  TailPoint,
} from './contract/pictures.ts';
export {
  type Answer,
  isRefused,
  type Need,
  type Refusal,
  type RefusalCode,
  refusalCodes,
} from './contract/refusal.ts';
export { type Purpose, replicationFor, streamFor } from './contract/streams.ts';
export type { Tail, Tails } from './contract/tails.ts';
export type { Estimate, PolicyValue, RefusedValue, Value } from './contract/values.ts';
export {
  type OnStep,
  STEPS,
  type Step,
  type StepProgress,
  type Task,
  type Workers,
} from './contract/work.ts';
export type {
  Luck,
  Play,
  PlayOutcome,
  PlayRequest,
  Surroundings,
  World,
  WorldCourse,
} from './contract/world.ts';
export { delaysOf, ripe } from './delays/delays.ts';
export { lateSigns } from './delays/late-signs.ts';
export { type DriftAnswer, driftOf } from './drift/drift.ts';
export { type ArmEvidence, eValueTest, evidenceOf } from './drift/e-value.ts';
export { type KindAndFit, kindOf } from './drift/kind.ts';
export { permutationTest } from './drift/permutation-test.ts';
export { structureOf } from './drift/structure.ts';
export { type Fit, FitData, fittedPath } from './fits/fit.ts';
export { roomOf } from './gain/gain.ts';
export { experimentFile, WORLD_FILE, type WorldLaw } from './hand-over/experiment.ts';
export {
  SERVICE_POLICIES,
  type ServiceBody,
  type ServiceExperiment,
  type ServiceFacts,
  serviceExperiment,
} from './hand-over/service-body.ts';
export { type WorldTable, worldTable } from './hand-over/world-table.ts';
export { type Chances, chancesOf } from './log/chances.ts';
export { loggingOf } from './log/logging.ts';
export { armCountOf, firstRows } from './log/part.ts';
export { type ArmSummary, armSummaries, generalRefusal } from './log/summary.ts';
export type { GivenColumns } from './reading/columns.ts';
export { LogBuilder } from './reading/log-builder.ts';
export type { MissingRule, ReadingOptions, Where } from './reading/options.ts';
export { CsvReader, JsonLinesReader, type TextReader } from './reading/text-reader.ts';
export { adviceFigures, type FiguresByQuestion } from './report/figures.ts';
export { adviceReport, type ReportSettings } from './report/report.ts';
export { adviceSchema } from './schema/advice-schema.ts';
export { type RobustMean, robustMean } from './tails/median-of-means.ts';
export { powerTails, tailPoints, tailsOf } from './tails/tails.ts';
export { taskNamed } from './tasks.ts';
export type { Contender, MeanWay } from './values/plan.ts';
export { type ValuesAnswer, type ValuesRequest, valuesOf, valueTasks } from './values/values.ts';
export type { Answered, AnswerTable } from './words/answered.ts';
export type { Fact } from './words/opening.ts';
export { type AdvicePage, type AnsweredQuestion, advicePage } from './words/page.ts';
export { InlineWorkers } from './work/inline-workers.ts';
export { WorkersStopped } from './work/workers-stopped.ts';
export { logCourse, wanderingCourse } from './worlds/course.ts';
export {
  drawnPath,
  fitLevels,
  type LevelFit,
  type SmoothedPath,
  smoothedPath,
} from './worlds/level-fit.ts';
export { residualsOf } from './worlds/noise.ts';
export { WorldPlayer } from './worlds/play.ts';
export { type WorldFacts, worldOf } from './worlds/world.ts';
