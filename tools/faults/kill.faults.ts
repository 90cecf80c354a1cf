/** kill −9 under load, 200 times on one store. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { killCycles } from '../../packages/service/test/process/kill-cycles.ts';
import type { ServiceProcess } from '../../packages/service/test/process/service-process.ts';
import { grouped } from '../records.ts';
import { mutant, place } from './place.ts';
import { note, nothingLost } from './record.ts';

const CYCLES = 200;
const REWARDS = 1_000_000;
const LONGEST_START_SECONDS = 5;

test('kill −9', async () => {
  const { program } = mutant('acknowledge before commit');
  const short = { rewards: 100, batch: 50, clients: 1, seed: 1 };
  const found = await killCycles({
    ...short,
    ...{ program, cycles: 20, untilLost: true, data: join(place('mutant'), 'mutant.db') },
  });
  expect(found.lost).toBeGreaterThan(0);

  const starts: number[] = [];
  const starting = async (start: () => Promise<ServiceProcess>) => {
    const began = performance.now();
    const service = await start();
    starts.push((performance.now() - began) / 1000);
    if (starts.length % 20 === 0)
      console.log(`${starts.length} starts, the last in ${starts.at(-1)?.toFixed(2)} s`);
    return service;
  };
  const figures = await killCycles({
    ...{
      data: join(place('kill'), 'killed.db'),
      cycles: CYCLES,
      rewards: 1.03 * (REWARDS / CYCLES),
    },
    ...{ batch: 250, clients: 6, seed: 2, starting },
  });
  expect(figures).toMatchObject({ cycles: CYCLES, lost: 0, wrong: 0 });
  expect(figures.rewards).toBeGreaterThanOrEqual(REWARDS);
  expect(figures.counted).toBe(figures.rewards);
  expect(figures.decisions).toBe(figures.rewards);
  const slow = starts.filter((seconds) => seconds >= LONGEST_START_SECONDS).length;
  const mean = starts.reduce((sum, seconds) => sum + seconds, 0) / starts.length;
  note('kill −9 under load', {
    result: nothingLost(figures.rewards, `${CYCLES} kills`),
    details: `${CYCLES} cycles, ${grouped(figures.rewards)} acknowledged rewards and as many decisions, 0 lost, 0 wrong. The policy counted ${grouped(figures.counted)}. ${grouped(figures.unknown)} operations were open at a kill, were sent again and counted once. From start to ready: ${mean.toFixed(2)} s on average, ${Math.max(...starts).toFixed(2)} s at most, and ${slow} of ${starts.length} starts took ${LONGEST_START_SECONDS} s or more`,
    rewards: figures.rewards,
    mutants: [`acknowledge before commit: ${grouped(found.lost)} lost after ${found.cycles} kills`],
  });
});
