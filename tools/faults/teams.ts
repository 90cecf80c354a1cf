/** Teams of services under faults: what each of these tests begins and ends with. */
import { expect, onTestFinished } from 'vitest';
import { migratePostgres } from '../../packages/service/src/store/postgres/migrate.ts';
import {
  type TeamCycles,
  type TeamFigures,
  teamCycles,
} from '../../packages/service/test/process/team-cycles.ts';
import { type Postgres, type PostgresOptions, startPostgres } from '../postgres.ts';
import { grouped } from '../records.ts';
import { nothingLost } from './record.ts';

/** A PostgreSQL whose commits wait for the disk, with an empty store; it ends with the test. */
export async function startedPostgres(options: PostgresOptions = {}): Promise<Postgres> {
  const postgres = await startPostgres({ durable: true, ...options });
  onTestFinished(() => postgres.stop());
  await migratePostgres(postgres.url);
  return postgres;
}

/** Plays faults, and measures how long clients wait. */
export function playedCycles(options: TeamCycles): Promise<TeamFigures> {
  return teamCycles({ ...options, clock: () => performance.now() });
}

/** Acknowledged is stored and counted, once, in one order, and all have the same state. */
export function expectAllThere(figures: TeamFigures, cycles: number): void {
  expect(figures).toMatchObject({ cycles, lost: 0, wrong: 0, strange: [], differing: [] });
  expect(figures.counted).toBe(figures.rewards);
  expect(figures.decisions).toBe(figures.rewards);
}

/** What a mutant is found by; fails where nothing is wrong with it. */
export function foundBy({ lost, wrong, strange, differing }: TeamFigures): string {
  const found = [
    ...(lost > 0 ? [`${grouped(lost)} lost`] : []),
    ...(wrong > 0 ? [`${grouped(wrong)} wrong`] : []),
    ...(differing.length > 0 ? ['states differ'] : []),
    ...(strange.length > 0 ? [`"${strange[0].slice(0, 120)}"`] : []),
  ];
  expect(found).not.toEqual([]);
  return found.join(', ');
}

/** The result of a team for the summary; `over` names the faults. */
export function foundIn({ rewards }: TeamFigures, over: string) {
  return { result: nothingLost(rewards, over), rewards };
}

export function sentenceOf(figures: TeamFigures): string {
  const { rewards, requests, refusals, longest, tries } = figures;
  const again = Object.entries(refusals)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([why, number]) => `${why} ${grouped(number)}`);
  return `${grouped(rewards)} acknowledged rewards and as many decisions, 0 lost, 0 wrong, no gaps in the numbers. Both services and a new replay of the log have the same hash. ${grouped(requests)} requests, of which sent again: ${again.join(', ') || 'none'}. At most ${tries} tries and ${longest.toFixed(1)} s until an acknowledgement`;
}
