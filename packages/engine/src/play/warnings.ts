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
  const told =
    given === undefined
      ? `${environment} tells policies a variation of ${stated}, as its source does`
      : `policies are told a variation of ${given}`;
  return { code: 'variation-above-budget', message: `${told}; the true one is ${truly}` };
}

/** @param called - the name of the column, which may be empty */
export function slotColumnText(table: string, called: string): string {
  const name = called === '' ? 'has no name' : `is called '${called}'`;
  return `${table}: the first column ${name}; every column counts as an arm, so leave out one that counts slots`;
}
