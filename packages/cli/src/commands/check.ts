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
  readonly ok: boolean;
  /** What was found, and what should have been; nothing where all is well. */
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

/** Everything that a plugin registers, checked one by one. */
export function checkPlugin(module: PluginModule): CheckOutcome[] {
  const { policies = [], environments = [], rewardLaws = [] } = module;
  // Ids that are taken are refused here, as they would be in any other command.
  const { rewardLaws: known } = new Plugins([module]);
  return [
    ...policies.flatMap((definition) =>
      policyContract(definition).map((check) => outcomeOf('policy', definition.id, check)),
    ),
    ...environments.flatMap((definition) =>
      environmentContract(definition, known).map((check) =>
        outcomeOf('environment', definition.id, check),
      ),
    ),
    ...rewardLaws.flatMap((definition) =>
      rewardLawContract(definition).map((check) => outcomeOf('reward law', definition.id, check)),
    ),
  ];
}

/** A text in lines of at most `width`; plain data has no blanks, and is broken anywhere. */
function broken(text: string, width: number): string[] {
  return wrap(text, width).flatMap((line) => line.match(new RegExp(`.{1,${width}}`, 'gu')) ?? ['']);
}

/** A line for each check, with what was found below those that failed. */
export function checkListing(outcomes: readonly CheckOutcome[]): string[] {
  const lines: string[] = [];
  let heading = '';
  for (const { kind, id, check, ok, message } of outcomes) {
    if (heading !== `${kind} ${id}`) {
      heading = `${kind} ${id}`;
      lines.push(...(lines.length === 0 ? [] : ['']), heading);
    }
    lines.push(`  ${ok ? 'ok    ' : 'failed'}  ${check}`);
    if (message !== null) {
      lines.push(...broken(message, WIDTH - 10).map((line) => `${' '.repeat(10)}${line}`));
    }
  }
  return lines;
}

async function runCheck(file: string, flags: { json?: true }): Promise<void> {
  const outcomes = checkPlugin(await loadPlugin(file));
  if (flags.json) await printJson({ file, checks: outcomes });
  else await printLines(checkListing(outcomes));
  const failed = outcomes.filter(({ ok }) => !ok).length;
  if (failed > 0) throw new UserError(`${file}: ${failed} of ${outcomes.length} checks failed`);
}

const help = `
A plugin is a module, TypeScript or JavaScript, that exports policies,
environments or rewardLaws, each an array of definitions. What passes can be
used with --plugin FILE. The folder examples/ of the repository has one of each.

Examples:
  driftline check plugin.ts
  driftline check plugin.ts --json
  driftline environments --plugin plugin.ts`;

/** The flags of `driftline check`. */
export function configureCheck(command: Command): void {
  command
    .argument('<FILE>', 'the module')
    .option('--json', 'print one JSON document')
    .addHelpText('after', help)
    .action(runCheck);
}
