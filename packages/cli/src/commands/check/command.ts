/** `driftline check`: the contract suite on a plugin. */
import type { Command } from 'commander';
import { numberFlag } from '../../shared/flags.ts';
import { UserError } from '../../terminal/errors.ts';
import { printJson, printLines } from '../../terminal/output.ts';
import { WIDTH, wrap } from '../../terminal/text.ts';
import type { CheckOutcome } from './plan.ts';
import { checkOutcomes } from './run.ts';

/** A text in lines of at most `width`; plain data has no blanks, and is broken anywhere. */
function broken(text: string, width: number): string[] {
  return wrap(text, width).flatMap((line) => line.match(new RegExp(`.{1,${width}}`, 'gu')) ?? ['']);
}

/** What was found by one check, and which others failed for the same reason. */
function failureLines({ check, message }: CheckOutcome, alike: readonly CheckOutcome[]): string[] {
  const texts = [
    message ?? '',
    ...(alike.length === 0
      ? []
      : [
          `and ${alike.length} more for the same reason: ${alike.map((other) => other.check).join(', ')}`,
        ]),
  ];
  return [`  failed  ${check}`, ...texts.flatMap(indented)];
}

/** A text below the name of its check. */
function indented(text: string): string[] {
  return broken(text, WIDTH - 10).map((line) => `${' '.repeat(10)}${line}`);
}

/** The checks of one definition: a line for each, those that failed for one reason together. */
function definitionLines(outcomes: readonly CheckOutcome[]): string[] {
  const failed = outcomes.filter(({ ok }) => ok === false);
  const lines = outcomes.flatMap((outcome) => {
    if (outcome.ok === null) return [];
    if (outcome.note !== undefined)
      return [`  note    ${outcome.check}`, ...indented(outcome.note)];
    if (outcome.ok) return [`  ok      ${outcome.check}`];
    const [first, ...others] = failed.filter(({ message }) => message === outcome.message);
    return first === outcome ? failureLines(outcome, others) : [];
  });
  const notRun = outcomes.filter(({ ok }) => ok === null).length;
  return notRun === 0 ? lines : [...lines, `  The other ${notRun} checks were not run.`];
}

/** Every definition with its checks. */
export function checkListing(outcomes: readonly CheckOutcome[]): string[] {
  const headingOf = ({ kind, id }: CheckOutcome) => `${kind} ${id}`;
  return [...new Set(outcomes.map(headingOf))].flatMap((heading, place) => [
    ...(place === 0 ? [] : ['']),
    heading,
    ...definitionLines(outcomes.filter((outcome) => headingOf(outcome) === heading)),
  ]);
}

/** Each check takes a second at most; what takes this long hangs. */
const LIMIT_SECONDS = 30;

interface CheckFlags {
  readonly json?: true;
  readonly limit?: number;
}

async function runCheck(file: string, flags: CheckFlags): Promise<void> {
  const outcomes = await checkOutcomes(file, flags.limit ?? LIMIT_SECONDS);
  if (flags.json) await printJson({ file, checks: outcomes });
  else await printLines(checkListing(outcomes));
  const failed = outcomes.filter(({ ok }) => ok === false).length;
  const notRun = outcomes.filter(({ ok }) => ok === null).length;
  if (failed === 0) return;
  const rest = notRun === 0 ? '' : `, ${notRun} were not run`;
  throw new UserError(
    `${file}: ${failed} of ${outcomes.length} checks failed${rest}`,
    'checks-failed',
  );
}

const help = `
A plugin is a TypeScript or JavaScript module that exports policies,
contextualPolicies, environments or rewardLaws, each an array of definitions.
Use a plugin that passes with --plugin FILE. examples/ in the repository has
one of each. Commands that simulate do not play contextualPolicies.

Examples:
  driftline check examples/plugin-policy.ts
  driftline check examples/plugin-rewards.ts --json
  driftline environments rush-hour --plugin examples/plugin-environment.ts`;

/** The flags of `driftline check`. */
export function configureCheck(command: Command): void {
  command
    .argument('<FILE>', 'module to check')
    .option(
      '--limit <SECONDS>',
      `fail a check that takes longer than this, in seconds (default: ${LIMIT_SECONDS})`,
      numberFlag('--limit', { kind: 'number', above: 0, most: 100_000 }),
    )
    .option('--json', 'print the checks as one JSON document')
    .addHelpText('after', help)
    .action(runCheck);
}
