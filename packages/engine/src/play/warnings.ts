/**
 * Every text that the engine warns with, beside those of policies, which are the core's. What to do about
 * it depends on who shows the warning: the command line and the page add their own advice, by the code.
 */
import type { Warning } from '@driftline/core';

/** The budget that policies play with on an environment that states one. */
interface StatedBudget {
  readonly environment: string;
  /** As the environment has it. */
  readonly stated: number;
  /** In place of it, where the comparison has one. */
  readonly given: number | undefined;
  readonly truth: number;
  /** Whether each replication has means of its own. */
  readonly fresh: boolean;
}

export function statedBudgetWarning(budget: StatedBudget): Warning {
  const { environment, stated, given, truth, fresh } = budget;
  const truly = `${Number(truth.toPrecision(4))}${fresh ? ' in the first replication' : ''}`;
  const text =
    given === undefined
      ? `${environment} gives policies the variation budget ${stated} of its source`
      : `policies are given the variation budget ${given}`;
  return {
    code: 'variation-above-budget',
    message: `${text}, but the true variation is ${truly}`,
  };
}

/** @param called - the name of the column, which may be empty */
export function slotColumnText(table: string, called: string): string {
  const name = called === '' ? 'has no name' : `is called '${called}'`;
  return `${table}: the first column ${name}, and every column counts as an arm; remove it if it counts slots`;
}
