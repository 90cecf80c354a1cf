import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** What is tested as it comes out of Vite: the pages, with their styles, addresses and workers. */
const PAGES = 'packages/{page-kit,lab,console}';

export default defineConfig({
  test: {
    // No test is judged by the clock. These limits end tests that hang, long before CI would be ended.
    testTimeout: 1_200_000,
    hookTimeout: 1_200_000,
    // The default is one second.
    expect: { poll: { timeout: 600_000 } },
    // Of itself it would leave a core idle, which is half of a small machine. More than this gains nothing.
    maxWorkers: '100%',
    // Files share what they import: each would load it for half a second.
    isolate: false,
    // Hundreds of processes load the same files: what Node compiled once it finds here.
    env: {
      NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/node', import.meta.url)),
    },
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: [
            'packages/*/src/**/*.test.ts',
            'packages/*/test/**/*.test.ts',
            'bench/**/*.test.ts',
          ],
          exclude: [`${PAGES}/**`],
          // Node's own modules, which are faster: the file tells why and how.
          experimental: { viteModuleRunner: false, nodeLoader: false },
          setupFiles: ['tools/native-tests.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'pages',
          include: [`${PAGES}/{src,test}/**/*.test.ts`],
        },
      },
    ],
  },
});
