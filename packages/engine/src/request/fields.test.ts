/** That every field of the table is in every place that has it, so that a forgotten place fails. */
import { describe, expect, test } from 'vitest';
import { KINDS, SAMPLE_TABLE, sampleRequest } from '../../test/sample-request.ts';
import { planExperiment } from '../studies/experiment/plan.ts';
import { readExperiment } from '../studies/experiment/read.ts';
import { experimentJsonSchema } from '../studies/experiment/schema.ts';
import { commandLine } from '../words/command-line.ts';
import { type ContextFiles, comparisonOf, requestOf } from './comparison.ts';
import { requestText } from './experiment-text.ts';
import {
  type ComparisonRequest,
  type EnvironmentKind,
  FIELDS,
  fieldEntries,
  fieldName,
} from './fields.ts';
import { flagWords } from './flags.ts';
import { given } from './given.ts';
import { type Asker, kindAsked, type Mistake, sourceOf } from './rules.ts';
import { checkData, readText, textOf } from './values.ts';

const noMistakes: Asker = {
  asking: 'flag',
  refuse({ field, text }) {
    throw new Error(`${field} ${text}`);
  },
};

function tableFor(kind: EnvironmentKind) {
  return kind === 'named' ? undefined : SAMPLE_TABLE;
}

/** All fields that go together: drift is stated by a volatility, or by a budget and changes. */
function sampleStating(kind: EnvironmentKind, drift: string): ComparisonRequest {
  const { variation, changes, volatility, ...others } = sampleRequest(kind);
  return { ...others, ...(drift === 'volatility' ? { volatility } : { variation, changes }) };
}

/** What a comparison can say again: own parameters are in the environment's name, a table has its arms. */
function askedAgain(kind: EnvironmentKind, drift: string) {
  const { parameters: _, fresh: _fresh, arms, ...rest } = sampleStating(kind, drift);
  return kind === 'named' ? { ...rest, arms } : rest;
}

/** The files of recorded contexts, which a comparison does not know. */
function recordedOf({ contexts, features }: ComparisonRequest): ContextFiles {
  return { ...given({ contexts, features }) };
}

const STATED = KINDS.flatMap((kind) => [[kind, 'budget'] as const, [kind, 'volatility'] as const]);

describe.each(STATED)('what can be asked of %s environments, by a %s', (kind, drift) => {
  test('makes a comparison that asks for the same', () => {
    const asked = askedAgain(kind, drift);
    expect(kindAsked(asked, noMistakes)).toBe(kind);
    const source = sourceOf(asked, tableFor(kind), noMistakes);
    if (source === undefined) throw new Error('no environment');
    const file = asked.means ?? asked.rewards;
    expect(requestOf(comparisonOf(asked, source), file, recordedOf(asked))).toEqual(asked);
  });

  test('is written as an experiment file, and read again', () => {
    const request = sampleStating(kind, drift);
    const file = readExperiment(requestText(request), 'sample.yaml');
    const tables = new Map([[request.means ?? request.rewards ?? '', SAMPLE_TABLE]]);
    const [comparison] = planExperiment(file, { tables }).comparisons;
    const table = request.means ?? request.rewards;
    const asked = requestOf(comparison, table, recordedOf(request));
    if (kind !== 'named') expect(asked).toEqual(askedAgain(kind, drift));
    else {
      expect(asked).toEqual({
        ...askedAgain(kind, drift),
        environment: 'brownian:variation=0.5;fresh=1',
      });
    }
  });

  test('is written as flags', () => {
    const request = sampleStating(kind, drift);
    const line = commandLine(['compare', ...flagWords(request)]);
    for (const [id, { flag }] of fieldEntries) {
      if (flag === null) continue;
      expect(line.includes(` ${flag.name}`), flag.name).toBe(request[id] !== undefined);
    }
  });
});

describe.each(fieldEntries)('%s', (id, { value, file, page, default: usual }) => {
  test('is in the schema of files, in each place that has it', () => {
    const text = JSON.stringify(experimentJsonSchema());
    for (const summary of [file.environment, file.experiment]) {
      if (summary !== undefined) expect(text).toContain(JSON.stringify(summary));
    }
    expect(file.environment ?? file.experiment).toBeDefined();
  });

  test('has a default that it accepts, and a name for each word', () => {
    if (usual !== undefined && value.kind !== 'checkpoints') {
      expect(checkData(value, usual, id)).toBe(usual);
      expect(readText(value, textOf(value, usual as never), id)).toBe(usual);
    }
    if (value.kind === 'word' && page !== null)
      expect(page?.words).toHaveLength(value.words.length);
  });
});

test('no two fields share a name', () => {
  for (const asking of ['flag', 'file', 'page'] as const) {
    const names = fieldEntries.map(([id]) => fieldName(id, asking));
    expect(new Set(names).size).toBe(names.length);
  }
});

describe('mistakes name fields as those who ask spell them', () => {
  function mistakes(asking: Asker['asking'], act: (asker: Asker) => unknown): Mistake[] {
    const found: Mistake[] = [];
    act({ asking, refuse: (mistake) => void found.push(mistake) });
    return found;
  }

  test.each([
    [
      'flag',
      'goes only with --rewards; leave it out',
      'needs --noise, a reward law such as bernoulli, gaussian or pareto',
    ],
    [
      'file',
      'goes only with rewards; leave it out',
      'needs noise, a reward law such as bernoulli, gaussian or pareto',
    ],
    [
      'page',
      'goes only with rewards; leave it out',
      'needs law, a reward law such as bernoulli, gaussian or pareto',
    ],
  ] as const)('%s', (asking, misplaced, missing) => {
    const asked = { means: 'm.csv', unit: 3 };
    expect(mistakes(asking, (asker) => kindAsked(asked, asker))).toEqual([
      { field: 'unit', text: misplaced, code: 'wrong-usage', misplaced: true },
      { field: 'means', text: missing, code: 'wrong-usage' },
    ]);
  });

  test('of players with settings of a policy that plays alone', () => {
    const asked = { environment: 'paper-2', players: 3, delay: 'fixed:4', floor: 0.1 };
    const text = (other: string) =>
      `does not go with ${other}: players learn each reward in its own slot; use only one of them`;
    expect(mistakes('flag', (asker) => sourceOf(asked, undefined, asker))).toEqual([
      { field: 'players', text: text('--delay'), code: 'parameters-conflict' },
      { field: 'players', text: text('--floor'), code: 'parameters-conflict' },
    ]);
    const recorded = { rewards: 'r.csv', players: 2 };
    const unknown =
      'does not go with --rewards, since the best arms of a slot are unknown there; play the table as means with the law exact';
    expect(mistakes('flag', (asker) => kindAsked(recorded, asker))).toMatchObject([
      { field: 'players', text: unknown },
    ]);
    expect(mistakes('flag', (asker) => sourceOf(recorded, SAMPLE_TABLE, asker))).toMatchObject([
      { field: 'players', text: unknown },
    ]);
  });

  test('of drift that is stated twice', () => {
    const asked = { environment: 'brownian', volatility: 0.1, changes: 3, variation: 2 };
    const text = (other: string) =>
      `does not go with ${other}, which states the drift in another way; use only one of them`;
    expect(mistakes('flag', (asker) => kindAsked(asked, asker))).toEqual([
      { field: 'volatility', text: text('--variation'), code: 'parameters-conflict' },
      { field: 'volatility', text: text('--changes'), code: 'parameters-conflict' },
    ]);
    expect(
      mistakes('flag', (asker) => kindAsked({ ...asked, volatility: undefined }, asker)),
    ).toEqual([]);
  });

  test('of a table that has less than is asked for', () => {
    const refused = (request: object) =>
      mistakes('file', (asker) => sourceOf({ rewards: 'r.csv', ...request }, SAMPLE_TABLE, asker));
    expect(refused({ horizon: 5 })).toMatchObject([
      { field: 'horizon', text: 'must be at most 4, the rows of r.csv; got 5' },
    ]);
    expect(refused({ arms: 2 })).toMatchObject([
      { field: 'arms', text: 'must be 3, the columns of r.csv; got 2; leave it out' },
    ]);
    expect(refused({ horizon: 3, smoothing: 4 })).toMatchObject([
      { field: 'smoothing', text: 'must be at most 3, the number of slots; got 4' },
    ]);
    expect(refused({ arms: 3, horizon: 4 })).toEqual([]);
  });

  test.each([3, 5])('of contexts with %i rows for 4 rows of rewards', (rows) => {
    const contexts = { columns: ['intercept'], values: Array(rows).fill(1), norm: 1 };
    const asked = { rewards: 'r.csv', contexts: 'c.csv' };
    const text = `must have 4 rows of values, one for each row of r.csv; got ${rows} in c.csv; make both tables equally long`;
    expect(
      mistakes('flag', (asker) => sourceOf(asked, { ...SAMPLE_TABLE, contexts }, asker)),
    ).toEqual([{ field: 'contexts', text, code: 'table-malformed' }]);
  });

  test('of an environment that is none', () => {
    expect(mistakes('flag', (asker) => sourceOf({ environment: ':' }, undefined, asker))).toEqual([
      { field: 'environment', text: expect.stringMatching(/^: /), code: 'spec-malformed' },
    ]);
    expect(FIELDS.environment.flag.name).toBe('--environment');
  });
});
