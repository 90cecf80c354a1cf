/**
 * The shape of an experiment file, whose fields the table of fields has. What a policy or an environment accepts is not said here, since
 * plugins add to it: `plan.ts` checks that.
 */
import { suggestion } from '@driftline/core/spec';
import { z } from 'zod';
import { readDelay } from '../../play/late-rewards.ts';
import {
  type FIELDS,
  type FieldContent,
  type FieldId,
  type FieldValue,
  fieldEntries,
} from '../../request/fields.ts';
import { ACCEPTED_LABEL, isLabel } from '../../request/labels.ts';
import { acceptedText } from '../../request/values.ts';

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
    to: number.describe('The last value, if the steps reach it.'),
    factor: number.optional().describe('Multiply each value by this to get the next.'),
    by: number.optional().describe('Add this to each value to get the next.'),
    count: integer(2).optional().describe('The number of equally spaced values.'),
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

const label = z.string(accepts(ACCEPTED_LABEL)).refine(isLabel, accepts(ACCEPTED_LABEL));

const policy = z
  .union(
    [
      text('a policy such as sw-moss or sw-moss:eta=0.6'),
      z
        .object(
          {
            policy: text("a policy's id"),
            of: text('a policy such as sw-klucb or sw-klucb|window=500')
              .optional()
              .describe(
                'The policy of each player, if the policy is a rule for several players, such as mctopm.',
              ),
            label: label
              .optional()
              .describe('The name of the policy in tables, figures and files.'),
          },
          accepts('a map with a policy'),
        )
        .catchall(numbers)
        .describe('A policy with its parameters by name. Several values make a policy for each.'),
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

const checkpoints = z
  .union(
    [
      integer(1),
      map(
        {
          count: integer(1).default(100).describe('The number of checkpoints.'),
          spacing: z
            .enum(['linear', 'log'], accepts('linear or log'))
            .default('linear')
            .describe('The spacing of checkpoints: linear or log.'),
        },
        'a count, or a map {count, spacing}',
      ),
    ],
    accepts('a count, or a map {count, spacing}'),
  )
  .transform((given) =>
    typeof given === 'number' ? { count: given, spacing: 'linear' as const } : given,
  );

const yes = z.boolean(accepts('true or false'));

/** A field with its keys in a file, whatever it accepts there. */
type FileKey<Id extends FieldId> = (typeof FIELDS)[Id]['file']['key'];

/** Fields that a file has in one of its two places. */
type FieldsIn<Place extends 'environment' | 'experiment'> = {
  [Id in FieldId]: (typeof FIELDS)[Id]['file'] extends { readonly [P in Place]: string }
    ? Id
    : never;
}[FieldId];

type Swept<Content> = Content extends number
  ? Numbers
  : Content extends string
    ? string | readonly string[]
    : Content;

/** What a field may hold with one environment: where several values are accepted, also those. */
type EnvironmentContent<Id extends FieldId> = Id extends 'parameters'
  ? Readonly<Record<string, EnvironmentParameter>>
  : (typeof FIELDS)[Id]['file'] extends { readonly sweeps: true }
    ? Swept<FieldContent<Id>>
    : FieldContent<Id>;

/** The schema of what a field accepts; how large numbers may be is judged with the whole run. */
function schemaOf(value: FieldValue): z.ZodType {
  switch (value.kind) {
    case 'integer':
      return integer(value.least ?? 0);
    case 'number': {
      const limits = accepts(acceptedText(value));
      const above = value.least === undefined ? number : number.min(value.least, limits);
      const within = value.most === undefined ? above : above.max(value.most, limits);
      return value.nonzero ? within.refine((given) => given !== 0, limits) : within;
    }
    case 'word':
      return z.enum([...value.words], accepts(acceptedText(value)));
    case 'pair': {
      const ends = accepts(`a list of ${acceptedText(value)}`);
      return z.tuple([number, number], ends).refine(([low, high]) => low < high, ends);
    }
    case 'truth':
      return yes;
    case 'text':
      return text(value.what);
    case 'policies':
      return list(policy, 'a list of at least one policy');
    case 'parameters':
      return z.record(z.string(), environmentParameter, accepts('a map of parameters'));
    case 'checkpoints':
      return checkpoints;
    case 'delay': {
      const delay = accepts(acceptedText(value));
      return z.string(delay).refine((given) => readDelay(given) !== undefined, delay);
    }
  }
}

/** The schema of several values, each of which makes an environment. */
function sweptSchemaOf(value: FieldValue): z.ZodType {
  if (value.kind !== 'text' && value.kind !== 'delay') return numbers;
  const one = schemaOf(value);
  const several = list(one, 'a list that is not empty');
  return z.union([one, several], accepts(`${acceptedText(value)}, or a list of them`));
}

/** The fields of the table that stand in one place of a file. */
function shapeOf(place: 'environment' | 'experiment'): Record<string, z.ZodType> {
  const shape: Record<string, z.ZodType> = {};
  for (const [, { value, file, default: usual, flag }] of fieldEntries) {
    const summary = file[place];
    if (summary === undefined) continue;
    const sweeps = place === 'environment' && file.sweeps === true;
    const schema = sweeps ? sweptSchemaOf(value) : schemaOf(value);
    const isGeneral = file.environment === undefined;
    const filled = isGeneral && usual !== undefined ? schema.default(usual) : schema.optional();
    shape[file.key] = (isGeneral && flag?.required ? schema : filled).describe(summary);
  }
  return shape;
}

/** The keys of one environment, as the table of fields has them. */
type EnvironmentShape = {
  [Id in FieldsIn<'environment'> as FileKey<Id>]: z.ZodOptional<z.ZodType<EnvironmentContent<Id>>>;
};

const environmentMap = map(
  shapeOf('environment') as EnvironmentShape,
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

const GUIDE = 'true, false or a map {subject, rivals, tunedRivals, core}';
const policyInGuide = text('a policy as it is written among the policies');
const policiesInGuide = list(policyInGuide, 'a list of at least one of the policies');

const guideFocus = map(
  {
    subject: policyInGuide
      .optional()
      .describe(
        'The policy that the guide compares with others. The default is the one that it recommends if nothing is known about the drift.',
      ),
    rivals: policiesInGuide
      .optional()
      .describe('The policies that it is compared with, with default tuning.'),
    tunedRivals: policiesInGuide
      .optional()
      .describe('The policies that it is compared with, after equal-effort tuning.'),
    core: list(text('a situation'), 'a list of at least one situation')
      .optional()
      .describe('Situations for additional averages: over all of them, and without each of them.'),
  },
  GUIDE,
).describe('A guide that also compares one policy with others.');

const outputs = map(
  {
    figures: yes.default(true).describe('SVG and PNG figures.'),
    report: yes.default(true).describe('report.html.'),
    parquet: yes
      .default(false)
      .describe('curves.parquet and finals.parquet in addition to the CSV files.'),
    guide: z
      .union([z.boolean(accepts(GUIDE)), guideFocus], accepts(GUIDE))
      .default(false)
      .describe(
        'Relative regret over all comparisons (needs uniform): two figures, scores.csv, and guide.md, which recommends policies.',
      ),
    costs: yes
      .default(false)
      .describe(
        'costs.json: the time per slot of each policy on this machine, measured at the end.',
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
    'published plays parameters as written. equal-effort also plays them tuned: with the same effort for each policy on training environments, measured on new ones.',
  );

/** The keys of a file that the table of fields has. */
type ExperimentShape = {
  [Id in FieldsIn<'experiment'> as FileKey<Id>]: Id extends FieldsIn<'environment'>
    ? z.ZodOptional<z.ZodType<FieldContent<Id>>>
    : z.ZodType<Id extends 'policies' ? readonly PolicyEntry[] : FieldContent<Id>>;
};

const { name, ...fields } = shapeOf('experiment') as ExperimentShape;

/** An experiment file. */
export const experimentSchema = map(
  {
    name,
    description: z.string(accepts('a text')).optional().describe('A note for readers.'),
    environments: list(environment, 'a list of at least one environment').describe(
      'One comparison per environment.',
    ),
    ...fields,
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
