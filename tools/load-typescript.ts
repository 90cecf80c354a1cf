/**
 * Has Node load TypeScript as the compiler would have it: portable files import types without saying so, which
 * Node, taking out types alone, does not sort out.
 *
 * Tests are loaded by it rather than by Vite, in whose modules every use of something imported is a call of a
 * getter: computations take two to three times as long.
 */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'rolldown/utils';

/** What Node runs for a file, with the map by which errors name the file's own lines. */
function compiled(file: string): string {
  const options = { lang: 'ts', target: 'es2022', sourcemap: true } as const;
  const { code, map, errors } = transformSync(file, readFileSync(file, 'utf8'), options);
  if (errors.length > 0) {
    throw new SyntaxError(`${file}: ${errors.map(({ message }) => message).join('; ')}`);
  }
  const mapped = Buffer.from(JSON.stringify(map)).toString('base64');
  return `${code}\n//# sourceMappingURL=data:application/json;base64,${mapped}\n`;
}

registerHooks({
  load(address, context, next) {
    // Behind a question mark is what makes an address another one.
    const [module] = address.split('?');
    if (!/^file:.*\.ts$/.test(module)) return next(address, context);
    return { format: 'module', source: compiled(fileURLToPath(module)), shortCircuit: true };
  },
});
