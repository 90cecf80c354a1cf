/** What was drawn before, to go back to and forth again. */
import type { DrawnEnvironment } from '../setting/setting.ts';

/** A drawn environment with what its arms are called. */
interface Sheet {
  readonly environment: DrawnEnvironment;
  readonly armNames?: readonly string[] | undefined;
}

/** The sheet that is shown between those before it and those that were undone, the next one first. */
export interface History {
  readonly past: readonly Sheet[];
  readonly present: Sheet;
  readonly future: readonly Sheet[];
}

/** Sheets before the present one; nobody goes back further. */
const MOST_SHEETS = 200;

/** Whether two environments are drawn alike. */
function isSameDrawing(a: DrawnEnvironment, b: DrawnEnvironment): boolean {
  return (
    a.horizon === b.horizon &&
    a.rewards === b.rewards &&
    a.knots.length === b.knots.length &&
    a.knots.every((values, arm) => isSameArm(values, b.knots[arm]))
  );
}

function isSameArm(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((value, knot) => value === b[knot]);
}

/** A history with one sheet more; one that shows the same takes the place of the present one. */
export function recorded(history: History | undefined, sheet: Sheet): History {
  if (history === undefined) return { past: [], present: sheet, future: [] };
  if (isSameDrawing(history.present.environment, sheet.environment))
    return { ...history, present: sheet };
  const past = [...history.past, history.present].slice(-MOST_SHEETS);
  return { past, present: sheet, future: [] };
}

/** One sheet back; undefined where there is none. */
export function undone({ past, present, future }: History): History | undefined {
  const before = past.at(-1);
  if (before === undefined) return undefined;
  return { past: past.slice(0, -1), present: before, future: [present, ...future] };
}

/** One sheet forth; undefined where there is none. */
export function redone({ past, present, future }: History): History | undefined {
  const [after, ...rest] = future;
  if (after === undefined) return undefined;
  return { past: [...past, present], present: after, future: rest };
}

/** The first arm in which two environments differ; undefined where none does. */
export function changedArm(before: DrawnEnvironment, after: DrawnEnvironment): number | undefined {
  const arms = Math.max(before.knots.length, after.knots.length);
  for (let arm = 0; arm < arms; arm++) {
    const isSame = isSameArm(before.knots[arm] ?? [], after.knots[arm] ?? []);
    if (!isSame) return arm;
  }
  return undefined;
}
