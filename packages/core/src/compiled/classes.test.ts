import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { kernelRecipes, samplerRecipes, signature } from '../../assembly/entry.ts';
import { type PortableClass, portableClasses } from './classes.ts';
import { parts } from './recipe.ts';

const readSource = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

/** The fields of a class, `name: type`. */
function fieldsOf({ name, file }: PortableClass): string[] {
  const [body] = readSource(file).match(new RegExp(`^export class ${name}\\b.*?^\\}`, 'ms')) ?? [
    '',
  ];
  return [...body.matchAll(/^ {2}(\w+: [\w<>]+)(?: = .*)?;$/gm)].map(([, field]) => field);
}

describe.each(portableClasses)('$name', (portable) => {
  const { generics, parameters } = signature(portable, readSource);

  test('is the class of that name in its file', () => {
    expect(portable.make.name).toBe(portable.name);
    expect(readSource(portable.file)).toContain(`export class ${portable.name}`);
  });

  test('lists the parameters of its constructor in order', () => {
    expect(portable.parameters).toEqual(parameters.map((parameter) => parameter.split(': ')[0]));
    // How many a constructor declares is known to the engine too.
    expect(portable.parameters.length).toBe(portable.make.length);
  });

  test('keeps what its constructor is given in fields of the same names and types', () => {
    expect(fieldsOf(portable)).toEqual(expect.arrayContaining(parameters));
    for (const name of portable.parameters) {
      expect(readSource(portable.file)).toContain(`this.${name} = ${name};`);
    }
  });

  test('lists what fills its type parameters in their order', () => {
    const filling = generics.map(
      (generic) =>
        parameters.find((parameter) => parameter.endsWith(`: ${generic}`))?.split(': ')[0],
    );
    expect(portable.generic).toEqual(filling);
  });
});

test('no class is listed twice, and policies and laws need each', () => {
  const names = portableClasses.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  const used = [...kernelRecipes(), ...samplerRecipes()].flatMap(parts).map(({ of }) => of.name);
  const others = ['RewardMap', 'Wave', 'Course'];
  expect([...new Set([...used, ...others])].sort()).toEqual([...names].sort());
});
