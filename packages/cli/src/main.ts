/** The `driftline` command: finds the command, runs it, and turns errors into messages and exit codes. */
import { readFileSync } from 'node:fs';
import type { ErrorCode } from '@driftline/core';
import { Command, CommanderError } from 'commander';
import { commandList } from './commands/list.ts';
import {
  Interrupted,
  NotThereYet,
  STORE_LOST_EXIT,
  StoreLost,
  UsageError,
  UserError,
} from './terminal/errors.ts';
import { endWhenOutputEnds } from './terminal/output.ts';
import { visibleText } from './terminal/visible-text.ts';

const EXIT_OK = 0;
const EXIT_FAILED = 1;
const EXIT_USAGE = 2;
const EXIT_NOT_YET = 3;
/** What a shell reports of a program that SIGINT ended. */
const EXIT_INTERRUPTED = 130;

function ownVersion(): string {
  const manifest: unknown = JSON.parse(
    readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
  );
  if (typeof manifest === 'object' && manifest !== null && 'version' in manifest) {
    return String(manifest.version);
  }
  throw new Error('package.json has no version');
}

const examples = `
Examples:
  driftline compare --policies sw-moss,r-moss,ucb1 --environment paper-2
  driftline policies sw-moss
  driftline environments paper-2
  driftline environments paper-2 --out results/means.csv
  driftline trace --rewards results/means.csv --policies sw-moss --variation 3
  driftline bounds --arms 3 --horizon 5000 --variation 3
  driftline reproduce

In a clone of the repository, type 'npx driftline' instead of 'driftline'.

Exit codes:
  0    success
  1    failure; the error message states the reason
  2    wrong usage: an unknown command or flag, or a value that is not accepted
  3    unfinished: other shards must play first (--shard), or the log cannot
       answer a required question (advise --require)
  74   the decision service can no longer write its store
  130  stopped by Ctrl-C`;

function helpHint(name: string): string {
  return `See '${name} --help'.`;
}

/** What stands where no argument is expected, where it may be meant for a flag. */
function misplacedText(command: Command): string | undefined {
  const { args, registeredArguments } = command;
  const has = (flag: string) => command.options.some(({ long }) => long === flag);
  if (args.length <= registeredArguments.length || !has('--policies')) return undefined;
  const environment = has('--environment') ? ' and an environment after --environment' : '';
  return `unexpected argument '${args[registeredArguments.length]}'; put policies after --policies${environment}`;
}

/**
 * Reports missing flags last. Commander reports them before an unknown flag, which is most often the
 * missing one, misspelt.
 */
function checkLast(command: Command): void {
  const required = command.options.filter(({ mandatory }) => mandatory);
  for (const option of required) option.makeOptionMandatory(false);
  // Then an argument too many is ours to report.
  const misplacing = command.options.some(({ long }) => long === '--policies');
  command.allowExcessArguments(misplacing).hook('preAction', () => {
    const misplaced = misplacedText(command);
    if (misplaced !== undefined) command.error(`error: ${misplaced}`);
    const missing = required.find(
      (option) => command.getOptionValue(option.attributeName()) === undefined,
    );
    if (missing !== undefined) {
      command.error(`error: required option '${missing.flags}' not specified`);
    }
  });
}

/** `help COMMAND` with a command that there is not is as wrong as that command itself. */
function withoutHelpOfNothing(args: readonly string[]): readonly string[] {
  const [first, asked] = args;
  if (first !== 'help' || asked === undefined || asked === 'help') return args;
  return commandList.some(({ name }) => name === asked) ? args : [asked];
}

/** All commands by name, and of those that the arguments mention also the flags. */
async function buildProgram(args: readonly string[]): Promise<Command> {
  const program = new Command('driftline')
    .description(
      'Compare and run policies for nonstationary bandits: choose among arms whose rewards change over time.',
    )
    .version(ownVersion(), '--version', 'show the version')
    .helpOption('--help', 'show this help')
    .commandsGroup('Help:')
    .helpCommand('help [command]', 'show the help of a command')
    .addHelpText('after', examples)
    .showHelpAfterError(helpHint('driftline'))
    .configureOutput({
      outputError: (text, write) => write(visibleText(withCode(text, 'wrong-usage'))),
    })
    .exitOverride();
  for (const { group, name, summary, load } of commandList) {
    const command = program.command(name).helpGroup(group).summary(summary);
    command.description(`${summary}.`);
    command.showHelpAfterError(helpHint(`driftline ${name}`));
    if (args.includes(name)) {
      (await load())(command);
      checkLast(command);
    }
  }
  return program;
}

function isKnown(error: unknown): error is Error & { readonly code: ErrorCode } {
  if (!(error instanceof Error)) return false;
  // By name: the core is loaded only by commands that need it.
  return error instanceof UserError || error.name === 'ParameterError';
}

/** The text of an error with its code in brackets, behind the sentence that says what is wrong. */
function withCode(text: string, code: ErrorCode): string {
  const [sentence, ...rest] = text.split('\n');
  const mistakes = rest.map((line) => (line.startsWith('error: ') ? `${line} [${code}]` : line));
  return [`${sentence} [${code}]`, ...mistakes].join('\n');
}

/** Whether an array or a text was asked for that the machine, or JavaScript, can't hold. */
export function isTooLarge(error: unknown): boolean {
  return (
    error instanceof RangeError &&
    /allocation failed|array length|string length/i.test(error.message)
  );
}

/** Writes to stderr. */
function writeError(text: string): void {
  process.stderr.write(visibleText(text));
}

/** Says what went wrong and returns the exit code. */
function report(error: unknown, args: readonly string[]): number {
  if (error instanceof CommanderError) {
    // Its message is out already.
    return error.exitCode === 0 ? EXIT_OK : EXIT_USAGE;
  }
  if (error instanceof UsageError) {
    // The first that is a command: a file or a folder may have such a name, too.
    const called = args.find((arg) => commandList.some(({ name }) => name === arg));
    const hint = helpHint(called === undefined ? 'driftline' : `driftline ${called}`);
    writeError(`${withCode(`error: ${error.message}`, error.code)}\n${hint}\n`);
    return EXIT_USAGE;
  }
  if (error instanceof StoreLost) {
    writeError(`${withCode(`error: ${error.message}`, error.code)}\n`);
    return STORE_LOST_EXIT;
  }
  if (error instanceof Interrupted) {
    writeError(`${error.message}\n`);
    return EXIT_INTERRUPTED;
  }
  if (error instanceof NotThereYet) {
    writeError(`${error.message}\n`);
    return EXIT_NOT_YET;
  }
  if (isKnown(error)) {
    writeError(`${withCode(`error: ${error.message}`, error.code)}\n`);
  } else if (isTooLarge(error)) {
    writeError(
      'error: not enough memory for this; use fewer slots, fewer arms or a shorter window [too-large]\n',
    );
  } else {
    const details = error instanceof Error ? error.stack : String(error);
    writeError(
      `error: this is a bug in driftline; please report it with the lines below [internal-error]\n${details}\n`,
    );
  }
  return EXIT_FAILED;
}

/**
 * Runs driftline.
 *
 * @param args - what follows the program's name
 * @returns the exit code
 */
export async function main(args: readonly string[]): Promise<number> {
  endWhenOutputEnds();
  try {
    const program = await buildProgram(args);
    await program.parseAsync([...withoutHelpOfNothing(args)], { from: 'user' });
    return EXIT_OK;
  } catch (error) {
    return report(error, args);
  }
}
