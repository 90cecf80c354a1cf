/** The portable classes, as their sources declare them, and the list of them that the package has. */
import { type ClassFacts, fillingOf, type Typed } from './class-facts.ts';
import type { PortablePart } from './portable-part.ts';
import {
  declarationOf,
  nameIn,
  nodeIn,
  nodesIn,
  placeOf,
  type Source,
  type SyntaxNode,
  textOf,
} from './syntax.ts';

function typed(source: Source, name: string, node: SyntaxNode): Typed {
  const annotation = nodeIn(node, 'typeAnnotation');
  return {
    name,
    type: annotation === undefined ? '' : textOf(source, annotation).replace(/^:\s*/, ''),
  };
}

/** Whether a constructor has `this.name = name;` among its statements. */
function assigns(body: SyntaxNode | undefined, name: string): boolean {
  return nodesIn(body ?? { type: '', start: 0, end: 0 }, 'body').some((statement) => {
    const assignment = nodeIn(statement, 'expression');
    if (assignment?.type !== 'AssignmentExpression') return false;
    const [left, right] = [nodeIn(assignment, 'left'), nodeIn(assignment, 'right')];
    return (
      left?.type === 'MemberExpression' &&
      nodeIn(left, 'object')?.type === 'ThisExpression' &&
      nameIn(left, 'property') === name &&
      right?.type === 'Identifier' &&
      right.name === name
    );
  });
}

function obstacleOf(
  facts: Omit<ClassFacts, 'obstacle' | 'extra'>,
  fields: readonly Typed[],
  body: SyntaxNode | undefined,
): string | undefined {
  const { name, parameters, generics } = facts;
  for (const { name: parameter, type } of parameters) {
    const field = fields.find((each) => each.name === parameter);
    if (field?.type !== type || !assigns(body, parameter)) {
      return `${name} has to keep '${parameter}', which its constructor is given, in a field '${parameter}: ${type}' by 'this.${parameter} = ${parameter};'`;
    }
  }
  const open = generics.find((generic) => fillingOf(generic, parameters) === undefined);
  if (open === undefined) return undefined;
  return `the constructor of ${name} has to take a parameter of type ${open}, which says what ${open} is`;
}

/** Folders and files of contexts, beside their kernels, and of several players. */
const EXTRA =
  /^portable\/(?:linear\/|contexts\/|fleet\/|means\/(?:theta-path|context-source|offer|field))/;

/** True for classes that only contexts or several players need, which pages leave out. */
function isExtra({ file, text }: Source): boolean {
  return EXTRA.test(file) || /implements ContextualKernel\b/.test(text);
}

function factsOf(source: Source, declaration: SyntaxNode): ClassFacts {
  const name = nameIn(declaration, 'id');
  const members = nodesIn(nodeIn(declaration, 'body') ?? declaration, 'body');
  const fields = members
    .filter(({ type }) => type === 'PropertyDefinition')
    .map((member) => typed(source, nameIn(member, 'key'), member));
  const maker = members.find(({ kind }) => kind === 'constructor');
  const made = maker === undefined ? undefined : nodeIn(maker, 'value');
  const parameters = (made === undefined ? [] : nodesIn(made, 'params')).map((parameter) =>
    typed(source, String(parameter.name), parameter),
  );
  const declared = nodeIn(declaration, 'typeParameters');
  const generics =
    declared === undefined ? [] : nodesIn(declared, 'params').map((each) => nameIn(each, 'name'));
  const place = placeOf(source, declaration);
  const facts = { name, file: source.file, place, generics, parameters };
  const body = made === undefined ? undefined : nodeIn(made, 'body');
  const extra = isExtra(source);
  return { ...facts, extra, obstacle: obstacleOf(facts, fields, body) };
}

/** Every class that portable parts export. */
export function exportedClasses(parts: readonly PortablePart[]): ClassFacts[] {
  return parts.flatMap(({ source, kept }) =>
    kept
      .filter(({ type }) => type === 'ExportNamedDeclaration')
      .map(declarationOf)
      .filter(({ type }) => type === 'ClassDeclaration')
      .map((declaration) => factsOf(source, declaration)),
  );
}

/** A sentence for each name that two classes have. */
export function sharedNames(classes: readonly ClassFacts[]): string[] {
  return classes.flatMap(({ name, place }, i) => {
    const earlier = classes.slice(0, i).find((other) => other.name === name);
    return earlier === undefined
      ? []
      : [
          `${place}: there is a class ${name} at ${earlier.place} already, and compiled kernels are named after their classes`,
        ];
  });
}

const listed = (names: readonly string[]) => `[${names.map((name) => `'${name}'`).join(', ')}]`;

const HEAD = '// Written by assembly/generate.ts from the sources: not to be changed by hand.';

/** The imports of classes, and an entry for each. */
function listTexts(classes: readonly ClassFacts[]) {
  const entries = classes.map(({ name, parameters, generics }) => {
    const generic = generics.map((each) => fillingOf(each, parameters)?.name ?? '');
    const names = listed(parameters.map((parameter) => parameter.name));
    return `  { name: '${name}', make: ${name}, parameters: ${names}, generic: ${listed(generic)} },`;
  });
  return {
    imports: classes.map(({ name, file }) => `import { ${name} } from '../${file}';`),
    entries,
  };
}

/** The text of `src/compiled/classes.ts`. */
export function classesText(classes: readonly ClassFacts[]): string {
  const { imports, entries } = listTexts(remadeOf(classes, false));
  return [
    HEAD,
    ...imports,
    "import { extraClasses } from './extra-classes.ts';",
    "import type { PortableClass } from './portable-class.ts';",
    '',
    '/** Every portable class whose objects can be made again. Names are spelled out, as bundlers shorten them. */',
    'export const portableClasses: readonly PortableClass[] = [',
    ...entries,
    '  ...extraClasses,',
    '];',
    '',
  ].join('\n');
}

/** The text of `src/compiled/extra-classes.ts`. */
export function extraClassesText(classes: readonly ClassFacts[]): string {
  const { imports, entries } = listTexts(remadeOf(classes, true));
  return [
    HEAD,
    ...imports,
    "import type { PortableClass } from './portable-class.ts';",
    '',
    '/** The classes that only contexts or several players need. A page without them replaces this file. */',
    'export const extraClasses: readonly PortableClass[] = [',
    ...entries,
    '];',
    '',
  ].join('\n');
}

function remadeOf(classes: readonly ClassFacts[], extra: boolean): ClassFacts[] {
  return classes.filter((each) => each.obstacle === undefined && each.extra === extra);
}
