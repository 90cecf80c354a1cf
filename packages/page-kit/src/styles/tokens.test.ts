import { readFileSync } from 'node:fs';
import { contrast } from '@driftline/engine/display';
import { describe, expect, test } from 'vitest';
import { colourDistance, type Sight } from '../../../engine/test/figures/sight.ts';

const text = readFileSync(new URL('tokens.css', import.meta.url), 'utf8');

/** The colours of a block, by name. */
function colours(block: string): Map<string, string> {
  return new Map(
    [...block.matchAll(/--([a-z0-9-]+): (#[0-9a-f]{6})/g)].map(([, name, colour]) => [
      name,
      colour,
    ]),
  );
}

const [light, dark] = text.split(':root').slice(1).map(colours);

describe.each([
  ['light', light],
  ['dark', dark],
])('colours on %s', (_, theme) => {
  const on = (name: string, ground: string) =>
    contrast(theme.get(name) ?? '', theme.get(ground) ?? '');

  test('both themes have the same ones', () => {
    expect([...theme.keys()].sort()).toEqual([...light.keys()].sort());
  });

  test.each(['ink', 'text-2', 'text-3'])('%s can be read', (name) => {
    for (const ground of ['panel', 'page']) expect(on(name, ground)).toBeGreaterThanOrEqual(4.5);
  });

  test('messages can be read', () => {
    expect(on('warning', 'warning-ground')).toBeGreaterThanOrEqual(4.5);
    expect(on('error', 'error-ground')).toBeGreaterThanOrEqual(4.5);
  });

  test.each([
    ['full', 20],
    ['deuteranopia', 12],
    ['protanopia', 15],
    ['grey', 7],
  ] as readonly [Sight, number][])('four policies differ to sight that is %s', (sight, least) => {
    const lines = [0, 1, 2, 3].map((place) => theme.get(`policy-${place}`) ?? '');
    const near = lines.flatMap((line, i) =>
      lines.slice(i + 1).filter((other) => colourDistance(line, other, sight) < least),
    );
    expect(near).toEqual([]);
  });

  test('lines, arms and the edges of controls can be seen', () => {
    const names = [...theme.keys()].filter((name) => /^(policy-|arm-|edge)/.test(name));
    expect(names).toHaveLength(12);
    const faint = names.filter((name) => on(name, 'panel') < 3);
    expect(faint).toEqual([]);
  });
});
