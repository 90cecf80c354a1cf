/**
 * The shape of an experiment file. What a policy or an environment accepts is not said here, since
 * plugins add to it: `plan.ts` checks that.
 */
import { suggestion } from '@driftline/core/spec';
import { z } from 'zod';

/** The part of a message that follows the path: `must be …`. */
const accepts = (what: string) => ({ error: `must be ${what}` });

/** One line for each key that is not known; `issues.ts` takes them apart again. */
function unknownKeys(keys: readonly string[], known: readonly string[]): string {
  return keys.map((key) => `is not a key here; ${suggestion(key, known)}`).join('\n');
}

/** A map with exactly these keys. */
function map<S extends z.core.$ZodLooseShape>(shape: S, what: string) {
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? unknownKeys(issue.keys, Object.keys(shape))
        : `must be ${what}`,
  });
}

const text = (what: string) => z.string(accepts(what)).min(1, accepts(what));
const number = z.number(accepts('a number'));

function integer(least: number) {
  const limits = accepts(`an integer >= ${least}`);
  return z.int(limits).min(least, limits);
}

const list = <S extends z.ZodType>(item: S, what: string) =>
  z.array(item, accepts(what)).min(1, accepts(what));

const range = map(
  {
    from: number.describe('The first value.'),
    to: number.describe('The last value, where the others reach it.'),
    factor: number.optional().describe('Each value is the one before times this.'),
    by: number.optional().describe('Each value is the one before plus this.'),
    count: integer(2).optional().describe('This many values at equal distances.'),
  },
  'a range {from, to} with factor, by or count',
).describe('Several values, from one to another.');

/** A range of numbers as it is written. */
export type Range = z.output<typeof range>;

const NUMBERS = 'a number, a list of numbers or a range {from, to, factor | by | count}';
const numbers = z.union(
  [number, list(number, 'a list of at least one number'), range],
  accepts(NUMBERS),
);

/** A number, or several to sweep over. */
export type Numbers = z.output<typeof numbers>;

const policy = z
  .union(
    [
      text('a policy such as sw-moss or sw-moss:eta=0.6'),
      z
        .object({ policy: text("a policy's id") }, accepts('a map with a policy'))
        .catchall(numbers)
        .describe('A policy with its parameters by name; several values make a policy for each.'),
    ],
    accepts('a policy such as sw-moss, or a map {policy, parameters…}'),
  )
  .describe('A policy.');

/** A policy as it is written. */
export type PolicyEntry = z.output<typeof policy>;

const PARAMETER = 'a number, a word, a list or a range';
const ROW = 'a number or a list of numbers';
const row = z.union([number, z.array(number, accepts(ROW))], accepts(ROW));
const environmentParameter = z.union(
  [
    number,
    text('a word'),
    list(
      z.union([number, text('a word'), z.array(row, accepts(PARAMETER))], accepts(PARAMETER)),
      'a list that is not empty',
    ),
    range,
  ],
  accepts(PARAMETER),
);

/** A parameter of an environment as it is written. */
export type EnvironmentParameter = z.output<typeof environmentParameter>;

const noise = z
  .union(
    [text('a reward law'), list(text('a reward law'), 'a list of at least one reward law')],
    accepts('a reward law such as gaussian:sd=0.5, or a list of them'),
  )
  .describe('The reward law, such as bernoulli, gaussian:sd=0.5 or pareto; a list sweeps.');

const rewardRange = z
  .tuple([number, number], accepts('a list of two numbers, the lower first'))
  .refine(([low, high]) => low < high, accepts('a list of two numbers, the lower first'))
  .describe('Where rewards lie, for policies made for [0, 1].');

const variation = numbers.describe(
  'The variation budget that policies are given; without it the one that the environment states, else the true one.',
);

const environmentMap = map(
  {
    environment: text("an environment's id").optional().describe('The id of an environment.'),
    means: text('the path of a CSV file')
      .optional()
      .describe('A table of means in place of an environment: rows slots, columns arms.'),
    rewards: text('the path of a CSV file')
      .optional()
      .describe('Recorded rewards in place of an environment: rows slots, columns arms.'),
    unit: number
      .refine((unit) => unit !== 0, accepts('a number that is not 0'))
      .optional()
      .describe('Recorded rewards are divided by this; negative where the table holds losses.'),
    against: z
      .enum(['fixed', 'smoothed'], accepts('fixed or smoothed'))
      .optional()
      .describe(
        'What regret on recorded rewards compares with: the best fixed arm, or the arm with the best average around each slot.',
      ),
    smoothing: integer(1)
      .optional()
      .describe('Slots that averages of recorded rewards are taken over.'),
    rotated: z
      .boolean(accepts('true or false'))
      .optional()
      .describe('Whether each replication of recorded rewards starts at a slot drawn anew.'),
    name: text('a text').optional().describe('What tables and figures call it.'),
    situation: text('a text')
      .optional()
      .describe('The kind of environment; a guide treats those of one situation together.'),
    parameters: z
      .record(z.string(), environmentParameter, accepts('a map of parameters'))
      .optional()
      .describe("The environment's own parameters by name; several values make one for each."),
    noise: noise.optional(),
    variation: variation.optional(),
    changes: numbers.optional().describe('The number of changes, for policies tuned by it.'),
    horizon: numbers.optional().describe('Slots.'),
    arms: numbers.optional().describe('Arms.'),
    fresh: z
      .boolean(accepts('true or false'))
      .optional()
      .describe('Whether random means are drawn anew for each replication.'),
    rewardRange: rewardRange.optional(),
  },
  'an environment such as paper-2, or a map {environment | means | rewards, …}',
);

/** An environment with its settings as it is written. */
export type EnvironmentMap = z.output<typeof environmentMap>;

const environment = z
  .union(
    [text('an environment such as paper-2 or sinusoid:amplitude=0.3'), environmentMap],
    accepts('an environment such as paper-2, or a map {environment | means | rewards, …}'),
  )
  .describe('An environment.');

const checkpoints = z
  .union(
    [
      integer(1),
      map(
        {
          count: integer(1).default(100).describe('How many.'),
          spacing: z
            .enum(['linear', 'log'], accepts('linear or log'))
            .default('linear')
            .describe('How they are spread.'),
        },
        'a count, or a map {count, spacing}',
      ),
    ],
    accepts('a count, or a map {count, spacing}'),
  )
  .transform((given) =>
    typeof given === 'number' ? { count: given, spacing: 'linear' as const } : given,
  )
  .describe('The slots at which curves are kept.');

const yes = z.boolean(accepts('true or false'));

const outputs = map(
  {
    figures: yes.default(true).describe('SVG and PNG figures.'),
    report: yes.default(true).describe('report.html.'),
    parquet: yes.default(false).describe('curves.parquet and finals.parquet beside the CSV files.'),
    guide: yes
      .default(false)
      .describe(
        'Scores over all comparisons, against uniform: two figures, scores.csv, and guide.md, which policy when.',
      ),
    costs: yes
      .default(false)
      .describe(
        'costs.json: what a slot of each policy costs on this machine, measured at the end.',
      ),
  },
  'a map of figures, report, parquet, guide and costs',
);

const TUNING = 'published, equal-effort, or a map such as {trials: 24, trainingReplications: 20}';
const tuning = z
  .union(
    [
      z.enum(['published', 'equal-effort'], accepts(TUNING)),
      map(
        {
          trials: integer(1).default(24).describe('Settings tried for each policy.'),
          trainingReplications: integer(1)
            .default(20)
            .describe('Replications of each trial on the training environments.'),
        },
        TUNING,
      ).describe('Equal-effort tuning with this effort.'),
    ],
    accepts(TUNING),
  )
  .transform((given) => {
    if (given === 'published') return undefined;
    return given === 'equal-effort' ? { trials: 24, trainingReplications: 20 } : given;
  })
  .describe(
    'published plays parameters as written; equal-effort plays them a second time, tuned with the same effort for each policy on training environments and judged on fresh ones.',
  );

/** An experiment file. */
export const experimentSchema = map(
  {
    name: text('a text')
      .optional()
      .describe("What the result is called; the file's name if absent."),
    description: z.string(accepts('a text')).optional().describe('A note for readers.'),
    environments: list(environment, 'a list of at least one environment').describe(
      'One comparison per environment.',
    ),
    policies: list(policy, 'a list of at least one policy').describe(
      'All of them play on each environment, with the same luck.',
    ),
    horizon: integer(1)
      .optional()
      .describe('Slots, for environments that have none of their own here.'),
    variation: number
      .min(0, accepts('a number >= 0'))
      .optional()
      .describe('The budget that policies are given on all environments.'),
    changes: integer(0).optional().describe('The number of changes, for policies tuned by it.'),
    replications: integer(1).default(500).describe('Sample paths of each policy.'),
    seed: integer(0).default(1).describe('All that is random follows from it.'),
    checkpoints: checkpoints.default({ count: 100, spacing: 'linear' }),
    rewardRange: rewardRange.optional(),
    tuning: tuning.prefault('published'),
    plugins: z
      .array(text('the path of a module'), accepts('a list of paths'))
      .default([])
      .describe('Modules with policies, environments or reward laws; paths from this file.'),
    outputs: outputs.prefault({}),
  },
  'a map with environments and policies',
);

/** An experiment with its defaults filled in. */
export type Experiment = z.output<typeof experimentSchema>;

/** The same shape for editors, as JSON Schema. */
export function experimentJsonSchema(): object {
  return {
    $id: 'experiment.schema.json',
    title: 'A Driftline experiment',
    ...z.toJSONSchema(experimentSchema, { io: 'input' }),
  };
}
