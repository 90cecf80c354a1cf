/**
 * What of the language portable code may use: a list of what is allowed, so that whatever is new to
 * TypeScript is refused by itself. AssemblyScript would refuse most of the rest too, or compile it to
 * something else; but late, and not in these words.
 */
import { childrenOf, nameIn, nodeIn, nodesIn, type SyntaxNode } from './syntax.ts';

const ALLOWED = new Set(
  `ArrayExpression AssignmentExpression BinaryExpression BlockStatement BreakStatement CallExpression
  ClassBody ClassDeclaration ConditionalExpression ContinueStatement DoWhileStatement
  ExportNamedDeclaration ExpressionStatement ForStatement FunctionDeclaration FunctionExpression
  Identifier IfStatement ImportDeclaration ImportSpecifier Literal LogicalExpression MemberExpression
  MethodDefinition NewExpression PropertyDefinition ReturnStatement SwitchCase SwitchStatement
  TSArrayType TSClassImplements TSInterfaceBody TSInterfaceDeclaration TSInterfaceHeritage
  TSMethodSignature TSPropertySignature TSStringKeyword TSTypeAnnotation TSTypeParameter
  TSTypeParameterDeclaration TSTypeParameterInstantiation TSTypeReference TSVoidKeyword TemplateElement
  TemplateLiteral ThisExpression UnaryExpression UpdateExpression VariableDeclaration
  VariableDeclarator WhileStatement`.split(/\s+/),
);

/** What may be met by mistake, and what to do instead. */
const REFUSED: Readonly<Record<string, string>> = {
  ArrowFunctionExpression: 'a closure: write a loop, or a function of its own',
  ObjectExpression: 'an object literal: declare a class and make one with new',
  ObjectPattern: 'taking an object apart: name its fields one by one',
  ArrayPattern: 'taking a list apart: name its places one by one',
  SpreadElement: 'spreading: pass what is there one by one',
  RestElement: 'a rest parameter: state the parameters one by one',
  AssignmentPattern: 'a parameter with a default: state it at each call',
  ChainExpression: "an optional chain: nothing portable is undefined, so '.' is enough",
  TryStatement: 'catching: kernels check nothing and throw nothing; the shell around them does',
  ThrowStatement: 'throwing: kernels check nothing and throw nothing; the shell around them does',
  TSUnionType: 'a union of types: use a type parameter, or one type',
  TSIntersectionType: 'an intersection of types: declare an interface that extends both',
  TSTypeLiteral: 'a type of an object literal: declare an interface or a class',
  TSFunctionType: 'a type of functions: declare an interface with one method',
  TSTypeAliasDeclaration: 'a type by another name: use the type itself',
  TSNumberKeyword: "'number': say f64 for reals and i32 for whole numbers",
  TSBooleanKeyword: "'boolean': say bool",
  TSAnyKeyword: "'any': say which type it is",
  TSUnknownKeyword: "'unknown': say which type it is",
  TSNullKeyword: 'null: keep a number or a flag that says that there is nothing',
  TSUndefinedKeyword: 'undefined: keep a number or a flag that says that there is nothing',
  TSAsExpression:
    "'as': the two compilers read a conversion differently; base/language.ts has truncate",
  TSSatisfiesExpression: "'satisfies': state the type where it is declared",
  TSNonNullExpression: "'!' after a value: nothing portable is undefined",
  TSTupleType: 'a tuple: declare a class with a field for each place',
  TSEnumDeclaration: 'an enum: declare constants of type i32',
  ForOfStatement: "'for … of': count the places in a loop",
  ForInStatement: "'for … in': count the places in a loop",
  AwaitExpression: 'waiting: a kernel answers at once',
  YieldExpression: 'a generator: keep what it knows in a class',
  ClassExpression: 'a class within an expression: declare it at the top of the file',
  Decorator: "a decorator: AssemblyScript's own are written as comments, such as // @inline",
  PrivateIdentifier: "a private name: leave '#' out, so that fields can be read and made again",
  ExportSpecifier: 'passing on what stands elsewhere: export it where it is declared',
  ExportAllDeclaration: 'exporting all of a file: import from where the name stands',
  ExportDefaultDeclaration: 'a default export: export it by its name',
  ImportDefaultSpecifier: 'a default import: import by name',
  ImportNamespaceSpecifier: 'importing all of a file: import by name',
  ImportExpression: 'an import in the middle of the code: import at the top',
};

const OPERATORS = new Set(
  `+ - * / % < > <= >= === !== & | ^ ~ ! << >> >>> && || ++ -- instanceof
  = += -= *= /= %= &= |= ^= <<= >>= >>>=`.split(/\s+/),
);

/** Without a type of its own, AssemblyScript takes 0 to be whole and 0.0 to be real. */
function withoutType(node: SyntaxNode): string | undefined {
  const id = nodeIn(node, 'id');
  if (id === undefined || nodeIn(id, 'typeAnnotation') !== undefined) return undefined;
  return `'${nameIn(node, 'id')}' without its type: write it out, such as '${nameIn(node, 'id')}: f64'; the two compilers guess differently`;
}

function wrongImport(node: SyntaxNode): string | undefined {
  const worded = [node, ...nodesIn(node, 'specifiers')].some((part) => part.importKind === 'type');
  return worded
    ? "the word 'type' in an import, which AssemblyScript does not know: leave it out"
    : undefined;
}

function wrongFunction(node: SyntaxNode, depth: number): string | undefined {
  if (node.async === true) return 'an async function: a kernel answers at once';
  if (node.generator === true) return 'a generator: keep what it knows in a class';
  if (depth > 0) return 'a function within a function: write it at the top of the file';
  const parameter = nodesIn(node, 'params').find(
    (each) => each.type === 'Identifier' && each.optional === true,
  );
  if (parameter !== undefined)
    return `the optional parameter '${parameter.name}': state it at each call`;
  return undefined;
}

function wrongMember(node: SyntaxNode): string | undefined {
  if (node.static === true)
    return "'static': write a function or a constant at the top of the file";
  if (node.kind === 'get' || node.kind === 'set') return 'an accessor: write a method';
  if (node.optional === true)
    return 'an optional field: give it a value that says that there is nothing';
  if (node.type === 'PropertyDefinition' && nodeIn(node, 'typeAnnotation') === undefined) {
    return `the field '${nameIn(node, 'key')}' without its type: write it out; the two compilers guess differently`;
  }
  return undefined;
}

/** What is wrong with a piece of an allowed kind; undefined where nothing is. */
function wrongInside(node: SyntaxNode, depth: number): string | undefined {
  if (typeof node.operator === 'string' && !OPERATORS.has(node.operator)) {
    return `the operator '${node.operator}'`;
  }
  switch (node.type) {
    case 'ImportDeclaration':
      return wrongImport(node);
    case 'FunctionDeclaration':
      return wrongFunction(node, depth);
    case 'FunctionExpression':
      return wrongFunction(node, depth);
    case 'MethodDefinition':
    case 'PropertyDefinition':
      return wrongMember(node);
    case 'ClassDeclaration':
      return nodeIn(node, 'superClass') === undefined
        ? undefined
        : 'a class that extends another: keep the other one in a field';
    case 'VariableDeclaration':
      return node.kind === 'var' ? "'var': use const or let" : undefined;
    case 'VariableDeclarator':
      return withoutType(node);
    case 'Literal':
      return ['number', 'boolean', 'string'].includes(typeof node.value)
        ? undefined
        : `the value ${node.raw}`;
    default:
      return undefined;
  }
}

/** A piece that portable code must not have, and why. */
export interface Fault {
  readonly node: SyntaxNode;
  readonly what: string;
}

const FUNCTIONS = ['FunctionDeclaration', 'FunctionExpression'];

/** What in a piece of a source is not portable. What a refused piece is made of is not looked at. */
export function faultsOf(node: SyntaxNode, depth = 0): Fault[] {
  if (!ALLOWED.has(node.type)) return [{ node, what: REFUSED[node.type] ?? node.type }];
  const what = wrongInside(node, depth);
  if (what !== undefined) return [{ node, what }];
  const deeper = depth + (FUNCTIONS.includes(node.type) ? 1 : 0);
  return [...childrenOf(node)].flatMap(({ child }) => faultsOf(child, deeper));
}
