/** What a browser loads: a bundle with one policy, one with all of core, the compiled kernels. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { policyCatalogue } from '@driftline/core';
import { slidingWindowMoss } from '@driftline/core/policies';
import { rolldown } from 'rolldown';
import { atMost } from '../aims.ts';
import { count } from '../format.ts';
import type { Section } from '../section.ts';

const REPOSITORY = join(import.meta.dirname, '..', '..');
const ONE_POLICY = join(REPOSITORY, 'packages/core/test/consumer/one-policy.ts');
const ALL = join(REPOSITORY, 'bench/all-of-core.ts');

async function bundle(input: string): Promise<string> {
  const build = await rolldown({ input, platform: 'browser', cwd: REPOSITORY });
  const { output } = await build.generate({ format: 'esm', minify: true });
  await build.close();
  return output.map((part) => (part.type === 'chunk' ? part.code : '')).join('');
}

interface Size {
  readonly what: string;
  readonly bytes: number;
  readonly gzipped: number;
}

function sizeOf(what: string, content: string | Uint8Array): Size {
  const bytes = Buffer.from(content);
  return { what, bytes: bytes.length, gzipped: gzipSync(bytes, { level: 9 }).length };
}

/** Sizes of what is loaded. */
export const sizeSection: Section = {
  id: 'size',
  title: 'Size in an application',
  async run({ status }) {
    status('bundling');
    const [one, all] = [await bundle(ONE_POLICY), await bundle(ALL)];
    const kernels = createRequire(import.meta.url).resolve('@driftline/core/kernels.wasm');
    const sizes = [
      sizeOf('an application with sw-moss', one),
      sizeOf('all of @driftline/core', all),
      sizeOf('kernels.wasm', readFileSync(kernels)),
    ];
    const others = policyCatalogue.list.filter(
      ({ id, summary }) => id !== slidingWindowMoss.id && one.includes(summary),
    );
    const aim = atMost('other policies in the application with one', others.length, 0);
    return {
      tables: [
        {
          caption: 'Bytes, minified',
          rows: [
            ['', 'bytes', 'gzipped'],
            ...sizes.map(({ what, bytes, gzipped }) => [what, count(bytes), count(gzipped)]),
          ],
        },
      ],
      notes: [
        `Other policies that the application with sw-moss carries: ${others.length} (aim: ${aim.met ? '0, met' : '0, not met'}). kernels.wasm is for engines that simulate; an application that decides does not load it.`,
      ],
      aims: [aim],
      data: { sizes, otherPolicies: others.map(({ id }) => id) },
    };
  },
};
