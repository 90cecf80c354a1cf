/** The forms of a course, each from the numbers that it needs. */
import { Floats } from '../portable/base/language.ts';
import { Course } from '../portable/means/course.ts';
import { Wave } from '../portable/means/wave.ts';

const NONE = new Floats(0);
const NO_WAVE = new Wave(0, 0, 1, NONE);

/** Means from a table of slots × arms. */
export function tabledCourse(armCount: number, means: Floats, best: Floats): Course {
  return new Course(armCount, means, best, NO_WAVE, false, NONE);
}

/** Means computed on demand. */
export function waveCourse(armCount: number, wave: Wave, best: Floats): Course {
  return new Course(armCount, NONE, best, wave, false, NONE);
}

/**
 * Rested arms.
 *
 * @param means - plays × arms: each arm's mean at its first play, then at its second, and so on
 * @param best - the benchmark's mean at each slot
 * @param levels - slots × arms, added to the means; none by default
 */
export function restedCourse(
  armCount: number,
  means: Floats,
  best: Floats,
  levels: Floats = NONE,
): Course {
  return new Course(armCount, means, best, NO_WAVE, true, levels);
}
