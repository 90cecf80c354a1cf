/** What keeps the tree in order: which way folders depend, what is exported for nobody, and how wide doors are. */
import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { doors, isTest, type Source, sources } from './source-graph.ts';

/** Each imports only those before it. */
const PACKAGES = [
  'core',
  'client',
  'openfeature',
  'engine',
  'advice',
  'page-kit',
  'lab',
  'console',
  'service',
  'cli',
];
const all = sources(
  'packages/*/{src,test,bench,assembly}/**/*.{ts,tsx}',
  'packages/*/vite.config.ts',
  '{bench,examples,docs/reference}/**/*.ts',
);

const PASSED_ON = /^export [^;]*? from '/m;

function sourcesOf(name: string): Source[] {
  return all.filter(({ path }) => path.startsWith(`packages/${name}/src/`) && !isTest(path));
}

/** The lists that catalogues are made from: a line passes on one definition. */
function isCatalogueList(path: string): boolean {
  return /^packages\/core\/src\/[\w-]+\/list\.ts$/.test(path);
}

/** Whether a door passes on what other files export; one that declares it all itself is a file like others. */
function passesOn(path: string): boolean {
  const text = doors.includes(path) ? all.find((source) => source.path === path)?.text : '';
  return PASSED_ON.test(text ?? '');
}

/** Which folders of a package a folder depends on, each with one import that shows it. */
type FolderGraph = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** @param folderOf - the folder that a path counts for */
function folderGraph(files: readonly Source[], folderOf: (path: string) => string): FolderGraph {
  const graph = new Map<string, Map<string, string>>();
  const paths = new Set(files.map(({ path }) => path));
  for (const { path, takes } of files) {
    const folder = folderOf(path);
    const known = graph.get(folder) ?? new Map<string, string>();
    graph.set(folder, known);
    for (const { from } of takes) {
      if (paths.has(from) && folderOf(from) !== folder)
        known.set(folderOf(from), `${path} imports ${from}`);
    }
  }
  return graph;
}

/** The imports that lead from a folder back to it; empty where none do. */
function circleFrom(start: string, graph: FolderGraph): string[] {
  const waysTo = new Map<string, string[]>();
  const open = [start];
  for (const folder of open) {
    for (const [next, shown] of graph.get(folder) ?? []) {
      const way = [...(waysTo.get(folder) ?? []), shown];
      if (next === start) return way;
      if (waysTo.has(next)) continue;
      waysTo.set(next, way);
      open.push(next);
    }
  }
  return [];
}

function circles(graph: FolderGraph): string[][] {
  return [...graph.keys()]
    .map((folder) => circleFrom(folder, graph))
    .filter(({ length }) => length > 0);
}

/** The first `depth` folders below `src`. */
function topFolders(depth: number): (path: string) => string {
  return (path) =>
    posix
      .dirname(path)
      .split('/')
      .slice(0, 3 + depth)
      .join('/');
}

describe.each(PACKAGES)('%s', (name) => {
  test('no folders depend on each other in a circle, a folder and its parent included', () => {
    expect(circles(folderGraph(sourcesOf(name), posix.dirname))).toEqual([]);
  });

  test('nor do the folders of the first level, each with all that is below it', () => {
    expect(circles(folderGraph(sourcesOf(name), topFolders(1)))).toEqual([]);
  });
});

test('a circle is found, with the imports that make it', () => {
  const file = (path: string, from: string): Source => ({
    path,
    text: '',
    takes: [{ name: 'it', from }],
    exports: [],
  });
  const made = [
    file('a/one.ts', 'a/b/two.ts'),
    file('a/b/two.ts', 'a/three.ts'),
    file('a/three.ts', 'fs'),
  ];
  expect(circles(folderGraph(made, posix.dirname))[0]).toEqual([
    'a/one.ts imports a/b/two.ts',
    'a/b/two.ts imports a/three.ts',
  ]);
});

/** What a folder may import beside itself and what is outside of its package. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  'core/src/portable': [],
  'core/src/base': [],
  'engine/src/play': [],
  'engine/src/words': ['play'],
  'engine/src/request': ['play', 'words'],
  'engine/src/drawing': ['play', 'words', 'request'],
  'engine/src/studies': ['play', 'words', 'request', 'drawing'],
  'advice/src/contract': [],
  'advice/src/base': ['contract'],
  'cli/src/terminal': [],
  'cli/src/shared': ['terminal'],
  'cli/src/queue': ['shared', 'terminal'],
};

test.each(Object.entries(ALLOWED))('packages/%s imports only %j', (place, allowed) => {
  const [name, , folder] = place.split('/');
  const root = `packages/${name}/src/`;
  const strays = sourcesOf(name)
    .filter(({ path }) => path.startsWith(`${root}${folder}/`))
    .flatMap(({ path, takes }) => takes.map(({ from }) => [path, from]))
    .filter(([, from]) => from.startsWith(root))
    .filter(([, from]) => ![folder, ...allowed].includes(from.slice(root.length).split('/')[0]));
  expect(strays).toEqual([]);
});

test('no package imports another from inside, and none imports upwards', () => {
  const strays = all
    .filter(({ path }) => path.startsWith('packages/') && !isTest(path) && path.includes('/src/'))
    .flatMap(({ path, takes }) => takes.map(({ from }) => [path, from]))
    .filter(([path, from]) => {
      const [own, other] = [path, from].map((each) => PACKAGES.indexOf(each.split('/')[1]));
      const isInside = from.startsWith('packages/') && own !== other && !doors.includes(from);
      return isInside || (from.startsWith('packages/') && other > own);
    });
  expect(strays).toEqual([]);
});

/** Parts of packages that else run anywhere. */
const NEEDS_NODE = /^packages\/(?:advice|client|engine)\/src\/node\//;

describe('doors', () => {
  const namesOf = (path: string) => {
    const { text, takes, exports } = all.find((source) => source.path === path) ?? {
      text: '',
      takes: [],
      exports: [],
    };
    expect(text).not.toMatch(/^export (type )?\*/m);
    return [...takes.map(({ name }) => name), ...exports];
  };

  // Sixty, and three for revising: whoever makes decisions should find it beside them, behind no other door.
  test('@driftline/core has at most 63 names', () => {
    expect(namesOf('packages/core/src/index.ts').length).toBeLessThanOrEqual(63);
  });

  test('@driftline/engine has at most 40', () => {
    expect(namesOf('packages/engine/src/index.ts').length).toBeLessThanOrEqual(40);
  });

  test('nobody inside a package enters by its doors, but for what needs Node', () => {
    const strays = PACKAGES.flatMap((name) =>
      sourcesOf(name)
        .filter(({ path }) => !doors.includes(path) && !NEEDS_NODE.test(path))
        .flatMap(({ path, takes }) =>
          takes
            .filter(({ from }) => passesOn(from) && from.startsWith(`packages/${name}/`))
            .filter(({ from }) => !isCatalogueList(from))
            .map(({ from }) => `${path} imports ${from}`),
        ),
    );
    expect(strays).toEqual([]);
  });

  test('what needs Node enters by them alone', () => {
    const strays = PACKAGES.flatMap(sourcesOf)
      .filter(({ path }) => NEEDS_NODE.test(path))
      .flatMap(({ path, takes }) => takes.map(({ from }) => [path, from]))
      .filter(([path, from]) => from.split('/')[1] === path.split('/')[1] && !doors.includes(from))
      .filter(([, from]) => !NEEDS_NODE.test(from));
    expect(strays).toEqual([]);
  });

  test('only they and the lists of catalogues pass on what another file exports', () => {
    const passing = PACKAGES.flatMap(sourcesOf)
      .filter(({ path }) => !isCatalogueList(path))
      .filter(({ path, text }) => !doors.includes(path) && PASSED_ON.test(text))
      .map(({ path }) => path);
    expect(passing).toEqual([]);
  });
});

/** Files that are loaded by their names: programs, workers, and the page's own script. */
const LOADED_BY_NAME = [
  'packages/advice/src/node/workers/thread.ts',
  'packages/cli/src/main.ts',
  'packages/cli/src/commands/check/worker.ts',
  'packages/engine/src/node/worker.ts',
  'packages/engine/src/node/activity-watcher.ts',
  'packages/console/src/main.tsx',
  'packages/lab/src/main.tsx',
  'packages/lab/src/run/coordinator.ts',
  'packages/lab/src/run/player.ts',
  'packages/lab/src/run/watcher.ts',
  'packages/service/src/insight/thread.ts',
  'packages/service/src/writer/thread.ts',
];

test('every file is of use to somebody: a list holds it, or an import', () => {
  const reached = new Set([...doors, ...LOADED_BY_NAME]);
  const byPath = new Map(all.map((source) => [source.path, source]));
  for (const path of reached) {
    for (const { from } of byPath.get(path)?.takes ?? []) reached.add(from);
  }
  const forgotten = PACKAGES.flatMap(sourcesOf).filter(({ path }) => !reached.has(path));
  expect(forgotten.map(({ path }) => path)).toEqual([]);
});

test('somebody imports each export, if only a test', () => {
  const taken = new Set(
    all.flatMap(({ takes }) => takes.map(({ name, from }) => `${from} exports ${name}`)),
  );
  const unused = PACKAGES.flatMap(sourcesOf)
    .filter(({ path }) => ![...doors, ...LOADED_BY_NAME].includes(path))
    .filter(({ path }) => !taken.has(`${path} exports *`))
    .flatMap(({ path, exports }) => exports.map((name) => `${path} exports ${name}`))
    .filter((name) => !taken.has(name));
  expect(unused).toEqual([]);
});
