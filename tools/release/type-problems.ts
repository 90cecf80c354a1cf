/**
 * Prints what Are The Types Wrong finds in tarballs, as one JSON object by path: `node type-problems.ts TARBALL…`.
 * A program, because inside Vitest the package would resolve to its TypeScript sources.
 */
import { readFileSync } from 'node:fs';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';

/** Ways of resolving modules that our packages do not support: all of them are ESM only. */
const NOT_ESM: readonly string[] = ['node10', 'node16-cjs'];

/** Entry points that are not modules. */
const NOT_MODULES = ['kernels.wasm', 'contextual-kernels.wasm'];

async function problemsOf(tarball: string) {
  const found = createPackageFromTarballData(new Uint8Array(readFileSync(tarball)));
  const checked = await checkPackage(found, { excludeEntrypoints: NOT_MODULES });
  if (checked.types === false) return [];
  return checked.problems.filter(
    (problem) => !('resolutionKind' in problem && NOT_ESM.includes(problem.resolutionKind)),
  );
}

const problems: Record<string, unknown> = {};
for (const tarball of process.argv.slice(2)) problems[tarball] = await problemsOf(tarball);
console.log(JSON.stringify(problems));
