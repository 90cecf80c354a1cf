import { expect, test } from 'vitest';
import { helpText, readOptions } from './options.ts';
import { sections } from './sections/list.ts';

const ids = sections.map(({ id }) => id);

test('everything by default', () => {
  const options = readOptions([], sections);
  expect(options.sections).toEqual(sections);
  expect(options).toMatchObject({ quick: false, record: false, json: false, out: undefined });
});

test('some sections, in their own order', () => {
  const options = readOptions(['--only', 'size,table', '--quick', '--json'], sections);
  expect(options.sections.map(({ id }) => id)).toEqual(['table', 'size']);
  expect(options).toMatchObject({ quick: true, json: true });
  // A script that names sections can be given others.
  const last = readOptions(['--only', 'service,postgres', '--only', 'postgres'], sections);
  expect(last.sections.map(({ id }) => id)).toEqual(['postgres']);
});

test.each([
  [['--only', 'tables'], `--only must name sections (${ids.join(', ')}); got 'tables'`],
  [['--record', '--quick'], '--record goes neither with --only nor with --quick'],
  [['--record', '--only', 'size'], '--record goes neither with --only nor with --quick'],
  [['--json', '--markdown'], '--json goes without --markdown'],
  [['--fast'], "Unknown option '--fast'"],
])('%s is refused', (args, message) => {
  expect(() => readOptions(args, sections)).toThrow(message);
});

test('the help names every section', () => {
  for (const id of ids) expect(helpText(sections)).toContain(` ${id} `);
});
