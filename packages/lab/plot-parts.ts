/** Leaves out of the page what its figures never draw. */
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/**
 * Modules of Observable Plot that bring maps and colour schemes along, a fifth of all its code. Every
 * function in them gives undefined, as it does where a plot asks for neither.
 */
const UNUSED = /@observablehq\/plot\/src\/(?:projection|scales\/schemes)\.js$/;

export function withoutUnusedPlotParts(): Plugin {
  return {
    name: 'without-unused-plot-parts',
    enforce: 'pre',
    load(id) {
      if (!UNUSED.test(id)) return null;
      const names = readFileSync(id, 'utf8').matchAll(/^export function (\w+)/gm);
      return Array.from(names, ([, name]) => `export function ${name}() {}`).join('\n');
    },
  };
}
