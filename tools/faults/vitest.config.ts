/**
 * `npm run test:faults`: the long form of the service's faults, one after the other. Words after `--` choose among the
 * files, such as `npm run test:faults -- teams`.
 */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['packages/service/test/faults/*.test.ts', 'tools/faults/*.faults.ts'],
    fileParallelism: false,
    testTimeout: 7_200_000,
    hookTimeout: 7_200_000,
  },
});
