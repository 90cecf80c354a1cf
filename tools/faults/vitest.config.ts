/** `npm run test:faults`: the long form of the service's faults, one after the other. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tools/faults/*.faults.ts'],
    fileParallelism: false,
    testTimeout: 7_200_000,
    hookTimeout: 7_200_000,
  },
});
