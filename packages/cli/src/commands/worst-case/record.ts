/** Worst cases and their growth as plain data. */
import { policyCatalogue } from '@driftline/core';
import { roleOf } from '@driftline/core/play';
import { parseSpec } from '@driftline/core/spec';
import type { UpperBound } from '@driftline/core/theory';
import { commandLine, shellWord, shortFileName, textDigest } from '@driftline/engine/display';
import { meansFileName } from '@driftline/engine/node';
import { type PolicyResult } from '@driftline/engine/play';
import { type ComparisonRequest, flagParts } from '@driftline/engine/request';
import {
  type GrowthLine,
  type GrowthStudy,
  growthNotes,
  type WorstCaseStudy,
  worstCaseNotes,
} from '@driftline/engine/studies';
import { displayWidth, WIDTH } from '../../terminal/text.ts';

/** Roles of parameters that take a policy away from the tuning its bound is proved for. */
const RETUNING: readonly unknown[] = ['memory', 'given', 'scale'];

/** The theory's upper bound on a policy's worst case; undefined where none is stated. */
export function upperBoundOf(
  { id, spec, params: values }: Pick<PolicyResult, 'id' | 'spec' | 'params'>,
  { armCount, horizon, variation }: Readonly<Record<'armCount' | 'horizon' | 'variation', number>>,
): UpperBound | undefined {
  const definition = policyCatalogue.get(id);
  const given = parseSpec(spec).params;
  const isRetuned = definition?.parameters.some(
    (parameter) => parameter.id in given && RETUNING.includes(roleOf(parameter)?.of),
  );
  const isProved = definition?.parameters.every(
    ({ id: parameter, provedAbove = Number.NEGATIVE_INFINITY }) =>
      (values[parameter] ?? Number.POSITIVE_INFINITY) > provedAbove,
  );
  if (isRetuned || !isProved) return undefined;
  return definition?.bound?.({ armCount, horizon, variation, values });
}

/** A table of means without repetition: each row holds until the slot (counted from 1) of the next. */
export function meansByChange(
  values: Float64Array,
  armCount: number,
): { slot: number; means: number[] }[] {
  const rows: { slot: number; means: number[] }[] = [];
  for (let start = 0; start < values.length; start += armCount) {
    const means = Array.from(values.subarray(start, start + armCount));
    const last = rows[rows.length - 1]?.means;
    if (last?.every((mean, arm) => mean === means[arm])) continue;
    rows.push({ slot: start / armCount + 1, means });
  }
  return rows;
}

/**
 * The file that a policy's worst environment is written to.
 *
 * @param policies - all that have such files: no two of them share one, where a file system takes capital
 *   letters and small ones for the same, either
 */
export function meansFile(policy: string, policies: readonly string[]): string {
  const stem = (name: string) => name.replace(/[^A-Za-z0-9.-]+/g, '_');
  const isShared = (other: string) =>
    other !== policy && stem(other).toLowerCase() === stem(policy).toLowerCase();
  const name = policies.some(isShared) ? `${stem(policy)}-${textDigest(policy)}` : stem(policy);
  return meansFileName(shortFileName(name));
}

/** What plays a worst environment again, to the same numbers. */
function replayRequest(study: WorstCaseStudy, policy: string, file: string): ComparisonRequest {
  const { variation, replications, seed } = study.settings;
  return { policies: [policy], means: file, law: 'bernoulli', variation, replications, seed };
}

/** A worst environment that is written to a file, and what is needed to play it again. */
interface Replay {
  readonly policy: string;
  /** The table of means. */
  readonly file: string;
  /** Files of plugins, one of which may have the policy. */
  readonly plugins: readonly string[];
}

/** The flags that play a worst environment again, each with its words. */
function replayFlags(study: WorstCaseStudy, { policy, file, plugins }: Replay) {
  return [
    ...flagParts(replayRequest(study, policy, file)),
    ...plugins.map((plugin) => ['--plugin', plugin]),
  ];
}

/** The command that plays a worst environment again. */
export function replayCommand(study: WorstCaseStudy, replay: Replay): string {
  return commandLine(['compare', ...replayFlags(study, replay).flat()]);
}

/** The same in parts between which a line may end. */
export function replayParts(study: WorstCaseStudy, replay: Replay): string[] {
  const parts = replayFlags(study, replay);
  return ['driftline compare', ...parts.map((words) => words.map(shellWord).join(' '))];
}

/** A command in lines of 80 columns that a shell takes as one. */
export function commandLines(parts: readonly string[]): string[] {
  const lines: string[] = [];
  for (const part of parts) {
    const last = lines.length - 1;
    // What is added at the most: a blank before, and after it a blank and a backslash.
    if (last >= 0 && displayWidth(`${lines[last]} ${part} \\`) <= WIDTH) lines[last] += ` ${part}`;
    else lines.push(`${last < 0 ? '  ' : '    '}${part}`);
  }
  return lines.map((line, i) => (i < lines.length - 1 ? `${line} \\` : line));
}

/** A search as one document. */
export function worstCaseRecord(
  study: WorstCaseStudy,
  folder: string | undefined,
  plugins: readonly string[],
) {
  const { settings, rate, cases, comparisons } = study;
  const { armCount, horizon, variation, evaluations, searchReplications } = settings;
  return {
    study: 'worst-case',
    arms: armCount,
    horizon,
    variation,
    evaluations,
    searchReplications,
    replications: settings.replications,
    seed: settings.seed,
    rate: { value: rate.value, proved: rate.valid },
    notes: worstCaseNotes(study),
    policies: cases.map((one, i) => {
      const judged = comparisons[i].policies[i];
      const { mean, median, standardError, low, high, sd, q05, q95 } = one.regret;
      // One replication says nothing about the spread of others.
      const spread = (value: number) => (settings.replications > 1 ? value : null);
      const bound = upperBoundOf(judged, settings);
      const file = meansFile(one.policy, settings.policies);
      return {
        policy: one.policy,
        id: judged.id,
        params: judged.params,
        regret: {
          mean,
          standardError: spread(standardError),
          low: spread(low),
          high: spread(high),
          sd: spread(sd),
          q05: spread(q05),
          median,
          q95: spread(q95),
        },
        ratio: one.ratio ?? null,
        upperBound: bound === undefined ? null : { value: bound.value, vacuous: bound.vacuous },
        searchMaximum: one.searchMaximum,
        environment: {
          family: one.family.id,
          parameters: one.parameters,
          variation: one.variation,
          ...(folder === undefined
            ? {}
            : {
                file,
                command: replayCommand(study, {
                  policy: one.policy,
                  file: `${folder}/${file}`,
                  plugins,
                }),
              }),
          means: meansByChange(one.means, armCount),
        },
        families: one.families,
        others: Object.fromEntries(
          comparisons[i].policies.map(({ spec, regret }) => [spec, regret.mean]),
        ),
      };
    }),
  };
}

function lineRecord({ slope, points }: GrowthLine) {
  return {
    slope: slope ?? null,
    points: points.map(({ horizon, mean, standardError, low, high, environment, ...rest }) => ({
      horizon,
      regret: { mean, standardError, low, high },
      environment,
      label: rest.label,
      variation: rest.variation,
      chosenBy: rest.chosenBy,
    })),
  };
}

/** A growth study as one document. */
export function growthRecord(study: GrowthStudy) {
  const { armCount, variation, seed } = study.settings;
  return {
    study: 'growth',
    arms: armCount,
    variation,
    seed,
    theory: 2 / 3,
    notes: growthNotes(study),
    horizons: study.horizons.map(({ candidates, ...horizon }) => ({
      ...horizon,
      environments: candidates.map(({ group, spec, label }) => ({ group, spec, label })),
    })),
    policies: study.policies.map(({ policy, id, switching, constantGap, both }) => ({
      policy,
      id,
      switching: lineRecord(switching),
      constantGap: lineRecord(constantGap),
      both: lineRecord(both),
    })),
  };
}
