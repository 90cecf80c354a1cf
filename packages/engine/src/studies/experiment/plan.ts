/** From an experiment to the comparisons that it asks for: environments × policies × sweeps. */
import type { Environment } from '@driftline/core';
import type { Comparison, RecordedContexts } from '../../play/comparison.ts';
import { contexts } from '../../play/contexts.ts';
import { contestantOf, environmentOf } from '../../play/play-chunk.ts';
import { NO_PLUGINS, type Plugins } from '../../play/plugins/plugins.ts';
import { checkRunSize } from '../../play/run-size.ts';
import { comparisonOf } from '../../request/comparison.ts';
import { writeLabelled } from '../../request/labels.ts';
import { ONLY_ORACLES, playingPolicies, withReference } from '../../request/policies.ts';
import type { Issue } from './issues.ts';
import {
  contextsKey,
  type MeansTable,
  type PlannedEnvironment,
  planEnvironments,
} from './plan-environments.ts';
import { checkGuide } from './plan-guide.ts';
import { type PlannedPolicy, planPolicies, refusal } from './plan-policies.ts';
import { checkTraining, writtenComparisons } from './plan-tuning.ts';
import type { ExperimentFile } from './read.ts';
import type { Experiment } from './schema.ts';

/** What an experiment asks for. */
export interface ExperimentPlan {
  readonly name: string;
  readonly comparisons: readonly Comparison[];
  /** The effort of equal-effort tuning; undefined where published values are played. */
  readonly tuning: Experiment['tuning'];
  readonly outputs: Experiment['outputs'];
}

/** What planning needs beside the file. */
export interface PlanOptions {
  readonly plugins?: Plugins;
  /** The tables of means that the file names, by their paths as written there. */
  readonly tables?: ReadonlyMap<string, MeansTable>;
  /** The recorded contexts that the file names, by {@link contextsKey}. */
  readonly recorded?: ReadonlyMap<string, RecordedContexts>;
}

/** The paths of all tables of means, as written. */
export function tablesNamedIn({ environments }: Experiment): string[] {
  const paths = environments.flatMap((entry) =>
    typeof entry === 'string' ? [] : [entry.means ?? [], entry.rewards ?? []].flat(),
  );
  return [...new Set(paths)];
}

/** Recorded contexts as a file names them: the table, and the file of its features if there is one. */
interface NamedContexts {
  readonly contexts: string;
  readonly features: string | undefined;
}

/** The recorded contexts that a file names, each pair of files once. */
export function contextsNamedIn({ environments }: Experiment): NamedContexts[] {
  const named = environments.flatMap((entry) =>
    typeof entry === 'string' || entry.contexts === undefined
      ? []
      : [{ contexts: entry.contexts, features: entry.features }],
  );
  return [...new Map(named.map((each) => [contextsKey(each), each])).values()];
}

/** Refuses policies that are wrong on this very environment; returns it where none is. */
function checkTogether(
  comparison: Comparison,
  { path, name }: PlannedEnvironment,
  policies: readonly PlannedPolicy[],
  plugins: Plugins,
  refuse: (issue: Issue) => void,
): Environment | undefined {
  let environment: Environment | undefined;
  const problem = refusal(() => {
    // First: an environment that is too large can't be made.
    checkRunSize([comparison], { plugins, stored: true });
    environment = environmentOf(comparison, 0, plugins);
  });
  if (environment === undefined) {
    refuse({ path, text: `: ${problem}` });
    return undefined;
  }
  const made = environment;
  let fit = true;
  for (const policy of policies) {
    const unfit = refusal(() => contestantOf(comparison, policy.spec, made, plugins));
    if (unfit === undefined) continue;
    fit = false;
    refuse({ path: policy.path, text: `: on ${name}: ${unfit}` });
  }
  return fit ? made : undefined;
}

/** Files hold all comparisons, so none of them alone shows whether it is too much. */
function checkWritten(
  comparisons: readonly Comparison[],
  { tuning }: Experiment,
  plugins: Plugins,
  refuse: (issue: Issue) => void,
): void {
  const all = writtenComparisons(comparisons, tuning);
  const problem = refusal(() => checkRunSize(all, { plugins, written: true }));
  if (problem !== undefined) refuse({ path: ['environments'], text: `: ${problem}` });
}

function checkNames(
  environments: readonly PlannedEnvironment[],
  refuse: (issue: Issue) => void,
): void {
  const seen = new Set<string>();
  for (const { name, path } of environments) {
    if (seen.has(name)) refuse({ path, text: `must have a unique name; '${name}' is taken` });
    seen.add(name);
  }
}

/** The policies that can play there; refuses an environment for which none is left. */
function playedOn(
  { source, path }: PlannedEnvironment,
  policies: readonly PlannedPolicy[],
  plugins: Plugins,
  refuse: (issue: Issue) => void,
): readonly PlannedPolicy[] {
  const specs = policies.map(({ spec }) => spec);
  const { playing } = playingPolicies(specs, source.kind, plugins.policies);
  if (playing.length === 0 && policies.length > 0) refuse({ path, text: ONLY_ORACLES });
  return policies.filter(({ spec }) => playing.includes(spec));
}

/** Refuses outputs that compare policies without contexts. */
function refuseWithContexts(
  policies: readonly PlannedPolicy[],
  { outputs }: Experiment,
  refuse: (issue: Issue) => void,
): void {
  const contextual = policies.find(({ spec }) => contexts?.isPolicy(spec));
  if (contextual === undefined) return;
  const text = `is for policies without contexts; got ${contextual.spec}; leave it out`;
  if (outputs.guide !== false) refuse({ path: ['outputs', 'guide'], text });
  if (outputs.costs) refuse({ path: ['outputs', 'costs'], text });
}

/** Refuses outputs and tuning that only policies that play alone have. */
function refuseWithPlayers(
  { tuning, outputs, environments, players }: Experiment,
  refuse: (issue: Issue) => void,
): void {
  const isOf = (entry: Experiment['environments'][number]) =>
    typeof entry !== 'string' && entry.players !== undefined;
  if (players === undefined && !environments.some(isOf)) return;
  const alone = 'is for policies that play alone; leave it out with players';
  if (tuning !== undefined) refuse({ path: ['tuning'], text: alone });
  if (outputs.guide !== false) refuse({ path: ['outputs', 'guide'], text: alone });
  if (outputs.costs) refuse({ path: ['outputs', 'costs'], text: alone });
}

/** The file's name without its folder and ending. */
function stemOf(file: string): string {
  return (file.split(/[\\/]/).pop() ?? file).replace(/\.ya?ml$/i, '');
}

/**
 * The comparisons of an experiment.
 *
 * @throws ExperimentError with a line for each mistake
 */
export function planExperiment(file: ExperimentFile, options: PlanOptions = {}): ExperimentPlan {
  const { experiment } = file;
  const { plugins = NO_PLUGINS, tables = new Map(), recorded = new Map() } = options;
  const issues: Issue[] = [];
  const refuse = (issue: Issue) => void issues.push(issue);
  const policies = planPolicies(experiment.policies, plugins.policies, refuse);
  const environments = planEnvironments({ experiment, plugins, tables, recorded, refuse });
  checkNames(environments, refuse);
  refuseWithPlayers(experiment, refuse);
  refuseWithContexts(policies, experiment, refuse);
  checkGuide(experiment, policies, environments, refuse);
  if (issues.length > 0) throw file.errorOf(issues);
  const comparisons = environments.map((environment) => {
    const played = playedOn(environment, policies, plugins, refuse);
    const { source } = environment;
    const { players } = environment.request;
    const asked = { policies: played.map(writeLabelled), players };
    const written = withReference(asked, source, plugins.environments);
    const comparison = {
      ...comparisonOf({ ...environment.request, policies: written }, source),
      ...(environment.label === undefined ? {} : { label: environment.label }),
    };
    const made = checkTogether(comparison, environment, played, plugins, refuse);
    if (made !== undefined && experiment.tuning !== undefined) {
      checkTraining(comparison, made, experiment.tuning, plugins, refuse);
    }
    return comparison;
  });
  if (issues.length === 0) checkWritten(comparisons, experiment, plugins, refuse);
  if (issues.length > 0) throw file.errorOf(issues);
  const { name = stemOf(file.file), tuning, outputs } = experiment;
  return { name, comparisons, tuning, outputs };
}
