/** Tests of faults are short among all tests, and long where DRIFTLINE_FAULTS=long asks for it. */
const isLong = process.env.DRIFTLINE_FAULTS === 'long';

export function shortOrLong<T>(short: T, long: T): T {
  return isLong ? long : short;
}
