import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // No test is judged by the clock, however slow and busy the machine: the limit is for what hangs.
    testTimeout: 3_600_000,
    hookTimeout: 3_600_000,
    // Of itself a poll would give up after a second.
    expect: { poll: { timeout: 1_200_000 } },
    // Of itself it would leave a core idle, which is half of a small machine. More than this gains nothing.
    maxWorkers: '100%',
    // Files share what they import: each would load it for half a second.
    isolate: false,
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
          exclude: ['packages/{lab,console}/test/**'],
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['packages/{lab,console}/test/**/*.test.ts'],
        },
      },
    ],
  },
});
