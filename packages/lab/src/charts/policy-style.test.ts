import { readFileSync } from 'node:fs';
import { policyStyle } from '@driftline/engine/display';
import { expect, test } from 'vitest';
import { MOST_POLICIES } from '../setting/limits.ts';
import { styleClasses } from './policy-style.ts';

const read = (name: string) =>
  readFileSync(new URL(`../../../page-kit/src/styles/${name}.css`, import.meta.url), 'utf8');
const [rules, tokens] = [read('policies'), read('tokens')];

test('the page draws every policy as figures on paper do, and no two alike', () => {
  const seen = Array.from({ length: MOST_POLICIES }, (_, place) => {
    const [, colour, dash] = styleClasses(place).split(' ');
    expect(rules).toContain(`.${colour} {\n  --colour: var(--${colour});`);
    return {
      // The first theme is the light one, which paper has.
      colour: new RegExp(`--${colour}: (#\\w+);`).exec(tokens)?.[1],
      dash: new RegExp(`\\.${dash} {\\s+--dash: (.+);`).exec(rules)?.[1],
    };
  });
  expect(seen).toEqual(
    seen.map((_, place) => {
      const { colour, dash } = policyStyle(place);
      return { colour, dash };
    }),
  );
  expect(new Set(seen.map((style) => JSON.stringify(style))).size).toBe(MOST_POLICIES);
});
