/** Rules for every catalogue: of policies, fleets, environments, reward laws and detectors. */
import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ParameterError } from '../src/base/errors.ts';
import { suggestion } from '../src/base/nearest.ts';
import { Catalogue, type Listed } from '../src/definitions/catalogue.ts';
import { detectorCatalogue } from '../src/detectors/catalogue.ts';
import { environmentCatalogue } from '../src/environments/catalogue.ts';
import { fleetCatalogue } from '../src/fleets/catalogue.ts';
import { lawCatalogue } from '../src/laws/catalogue.ts';
import { policyCatalogue } from '../src/policies/catalogue.ts';

const catalogues: readonly (readonly [folder: string, Catalogue<Listed>])[] = [
  ['policies', policyCatalogue],
  ['fleets', fleetCatalogue],
  ['environments', environmentCatalogue],
  ['laws', lawCatalogue],
  ['detectors', detectorCatalogue],
];

function isDefinition(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'id' in value && 'parameters' in value;
}

/** What the modules of a folder export, by file. */
async function exportsIn(folder: string): Promise<[file: string, values: unknown[]][]> {
  const place = new URL(`../src/${folder}/`, import.meta.url);
  const files = readdirSync(place).filter((file) => !file.includes('.test.'));
  return Promise.all(
    files.map(async (file): Promise<[string, unknown[]]> => {
      const module: Record<string, unknown> = await import(new URL(file, place).href);
      return [file, Object.values(module)];
    }),
  );
}

describe.each(catalogues)('%s', (folder, catalogue) => {
  test('every definition that a file exports is listed', async () => {
    const listed = new Set<unknown>(catalogue.list);
    for (const [file, values] of await exportsIn(folder)) {
      const forgotten = values.filter((value) => isDefinition(value) && !listed.has(value));
      expect(forgotten, `${folder}/list.ts must have a line for ${file}`).toEqual([]);
    }
  });

  test('the list exports definitions only', async () => {
    const [, values] = (await exportsIn(folder)).find(([file]) => file === 'list.ts') ?? ['', []];
    expect(values).toHaveLength(catalogue.list.length);
    expect(values.every(isDefinition)).toBe(true);
  });

  test('no two stand at the same place', () => {
    const places = catalogue.list.flatMap(({ order }) => order ?? []);
    expect(new Set(places).size).toBe(places.length);
    expect(places).toEqual(places.toSorted((first, second) => first - second));
  });

  test('ids are words with dashes, and each is found by its own', () => {
    for (const definition of catalogue.list) {
      expect(definition.id).toMatch(/^[a-z][a-z0-9-]*$/);
      expect(catalogue.find(definition.id)).toBe(definition);
      expect(catalogue.get(definition.id)).toBe(definition);
    }
  });

  test('an unknown id is refused with the nearest one and a code', () => {
    const [{ id }] = catalogue.list;
    const wrong = `${id}x`;
    expect(catalogue.get(wrong)).toBeUndefined();
    const code = `unknown-${catalogue.kind.replace(' ', '-')}`;
    expect(() => catalogue.find(wrong)).toThrow(
      expect.objectContaining({
        code,
        message: `there is no ${catalogue.kind} '${wrong}'; ${suggestion(wrong, catalogue.ids)}`,
      }),
    );
  });

  test('more come after ours, in a catalogue of their own', () => {
    const before = catalogue.ids;
    const more = catalogue.with([{ id: 'zz' }, { id: 'aa', order: 1 }]);
    expect(more.ids).toEqual([...before, 'zz', 'aa']);
    expect(more.find('aa')).toEqual({ id: 'aa', order: 1 });
    expect(catalogue.ids).toEqual(before);
    expect(catalogue.with([])).toBe(catalogue);
  });

  test('an id that is taken is refused', () => {
    const [{ id }] = catalogue.list;
    expect(() => catalogue.with([{ id }])).toThrow(ParameterError);
    expect(() => catalogue.with([{ id }])).toThrow(`got '${id}', which is already taken`);
  });
});

test('what has no place comes last, by id, whatever it is exported as', () => {
  const exported = {
    a: { id: 'without-b' },
    b: { id: 'second', order: 2 },
    c: { id: 'without-a' },
    d: { id: 'first', order: 1 },
  };
  const { ids } = Catalogue.of<Listed>('policy', exported);
  expect(ids).toEqual(['first', 'second', 'without-a', 'without-b']);
});

test('listings begin with what needs nothing, and the paper', () => {
  expect(policyCatalogue.ids.slice(0, 4)).toEqual(['auto', 'r-moss', 'sw-moss', 'd-ucb']);
  expect(environmentCatalogue.ids[0]).toBe('paper-1');
});
