/** `driftline check`: the contract suite on a plugin. */
import {
  type ContractCheck,
  environmentContract,
  policyContract,
  rewardLawContract,
} from '@driftline/core/contract';
import { type PluginModule, Plugins } from '@driftline/engine';
import { loadPlugin } from '@driftline/engine/node';
import type { Command } from 'commander';
import { UserError } from '../errors.ts';
import { printJson, printLines } from '../output.ts';
import { WIDTH, wrap } from '../text.ts';

/** One check and how it ended. */
export interface CheckOutcome {
  readonly kind: 'policy' | 'environment' | 'reward law';
  readonly id: string;
  readonly check: string;
  /** Null where it was not run, because one that the others rely on failed. */
  readonly ok: boolean | null;
  /** What was found, and what should have been; nothing where all is well, or was not run. */
  readonly message: string | null;
}

function outcomeOf(kind: CheckOutcome['kind'], id: string, check: ContractCheck): CheckOutcome {
  try {
    check.run();
    return { kind, id, check: check.name, ok: true, message: null };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { kind, id, check: check.name, ok: false, message };
  }
}

/** Every check of one definition; where a first one fails, those after it are not run. */
function outcomesOf(
  kind: CheckOutcome['kind'],
  id: string,
  checks: readonly ContractCheck[],
): CheckOutcome[] {
  let baseless = false;
  return checks.map((check) => {
    if (baseless) return { kind, id, check: check.name, ok: null, message: null };
    const outcome = outcomeOf(kind, id, check);
    baseless = check.first === true && outcome.ok === false;
    return outcome;
  });
}

/** Everything that a plugin registers, checked one by one. */
function checkPlugin(module: PluginModule): CheckOutcome[] {
  const { policies = [], environments = [], rewardLaws = [] } = module;
  // Ids that are taken are refused here, as they would be in any other command.
  const { rewardLaws: known } = new Plugins([module]);
  return [
    ...policies.flatMap((definition) =>
      outcomesOf('policy', definition.id, policyContract(definition)),
    ),
    ...environments.flatMap((definition) =>
      outcomesOf('environment', definition.id, environmentContract(definition, known)),
    ),
    ...rewardLaws.flatMap((definition) =>
      outcomesOf('reward law', definition.id, rewardLawContract(definition)),
    ),
  ];
}

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
  const found = texts.flatMap((text) => broken(text, WIDTH - 10));
  return [`  failed  ${check}`, ...found.map((line) => `${' '.repeat(10)}${line}`)];
}

/** The checks of one definition: a line for each, those that failed for one reason together. */
function definitionLines(outcomes: readonly CheckOutcome[]): string[] {
  const failed = outcomes.filter(({ ok }) => ok === false);
  const lines = outcomes.flatMap((outcome) => {
    if (outcome.ok === null) return [];
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

async function runCheck(file: string, flags: { json?: true }): Promise<void> {
  const outcomes = checkPlugin(await loadPlugin(file));
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
A plugin is a module, TypeScript or JavaScript, that exports policies,
environments or rewardLaws, each an array of definitions. What passes can be
used with --plugin FILE. The folder examples/ of the repository has one of each.

Examples:
  driftline check examples/plugin-policy.ts
  driftline check examples/plugin-rewards.ts --json
  driftline environments rush-hour --plugin examples/plugin-environment.ts`;

/** The flags of `driftline check`. */
export function configureCheck(command: Command): void {
  command
    .argument('<FILE>', 'the module')
    .option('--json', 'print one JSON document')
    .addHelpText('after', help)
    .action(runCheck);
}
