/**
 * Plain data as YAML in blocks. A parser is needed to read YAML, but not to write it: pages that only
 * write do without one.
 */

/** Texts that are themselves without quotes: no sign that YAML gives a meaning, no word that it reads. */
const PLAIN = /^[A-Za-z](?:[\w ./|;=+-]|:(?=\S))*$/;
const WORD = /^(?:null|true|false|yes|no|on|off|y|n)$/i;

/** A text, a number, a truth value or nothing, quoted where it has to be. */
export function scalarText(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  if (PLAIN.test(value) && !WORD.test(value) && value === value.trim()) return value;
  // What JSON leaves as it is and YAML does not print.
  return JSON.stringify(value).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function isBranch(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** The lines of a map or a list; what is undefined is left out of a map. */
function linesOf(value: object): string[] {
  if (Array.isArray(value)) {
    return value.flatMap((item) => {
      const [first, ...rest] = isBranch(item) ? linesOf(item) : [scalarText(item)];
      return [`- ${first}`, ...rest.map((line) => `  ${line}`)];
    });
  }
  return Object.entries(value).flatMap(([key, item]) => {
    if (item === undefined) return [];
    if (!isBranch(item)) return [`${scalarText(key)}: ${scalarText(item)}`];
    return [`${scalarText(key)}:`, ...linesOf(item).map((line) => `  ${line}`)];
  });
}

/** A map, with lists and maps in it that are not empty. */
export function yamlText(data: object): string {
  return `${linesOf(data).join('\n')}\n`;
}
