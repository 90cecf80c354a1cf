import { expect, test } from 'vitest';
import { measureInTurns, median, type Subject } from './rounds.ts';

/** Subjects that note when they work, on a clock that only they move. */
function recordedSubjects(milliseconds: readonly number[]) {
  let time = 0;
  const log: string[] = [];
  const subjects: Subject[] = milliseconds.map((duration, i) => {
    let round = 0;
    return {
      warmUp: () => log.push(`${i} warm-up`),
      round: () => {
        time += duration;
        log.push(`${i}`);
        return 10 * i + round++;
      },
    };
  });
  return { subjects, log, now: () => time };
}

test('subjects are warmed up first, then take turns', () => {
  const { subjects, log, now } = recordedSubjects([1, 1]);
  const turns: string[] = [];
  const measured = measureInTurns(
    subjects,
    {
      rounds: 2,
      leastMilliseconds: 1,
      onTurn: (subject, round) => turns.push(`${subject}:${round}`),
    },
    now,
  );
  expect(log).toEqual(['0 warm-up', '1 warm-up', '0', '1', '0', '1']);
  expect(turns).toEqual(['0:0', '1:0', '0:1', '1:1', '0:2', '1:2']);
  expect(measured).toEqual([
    [0, 1],
    [10, 11],
  ]);
});

test('a subject whose round takes long has three of them', () => {
  const { subjects, now } = recordedSubjects([1, 5000]);
  const measured = measureInTurns(subjects, { rounds: 7, leastMilliseconds: 1 }, now);
  expect(measured.map((rounds) => rounds.length)).toEqual([7, 3]);
});

test('the median is the value in the middle, whatever the order', () => {
  expect(median([100, 2, 1])).toBe(2);
  expect(median([4, 1, 3, 2])).toBe(2.5);
});
