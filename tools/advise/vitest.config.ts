/**
 * `npm run test:advise`: what advice says of many logs whose answers are known, one file after the other. Words after
 * `--` choose among the files, such as `npm run test:advise -- values`. Figures go to docs/records/advise.json.
 */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['packages/advice/test/*.test.ts', 'packages/advice/test/long/*.long.ts'],
    globalSetup: 'tools/advise/record.ts',
    fileParallelism: false,
    testTimeout: 7_200_000,
    hookTimeout: 7_200_000,
  },
});
