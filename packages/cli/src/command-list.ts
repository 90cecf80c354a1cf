import type { Command } from 'commander';

/** Gives a command its flags and what it does. */
export type ConfigureCommand = (command: Command) => void;

/** A command as the overview shows it; the rest is loaded when it is called. */
export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  load(): Promise<ConfigureCommand>;
}

/** Every command, in the order of the overview. A new one is its file and its entry here. */
export const commandList: readonly CommandEntry[] = [
  {
    name: 'trace',
    summary: 'The arms that policies pick on a table of rewards',
    load: async () => (await import('./commands/trace.ts')).configureTrace,
  },
  {
    name: 'policies',
    summary: 'All policies, or everything about one',
    load: async () => (await import('./commands/policies.ts')).configurePolicies,
  },
  {
    name: 'environments',
    summary: 'All environments and reward laws, or one and its means',
    load: async () => (await import('./commands/environments.ts')).configureEnvironments,
  },
  {
    name: 'bounds',
    summary: "The theory's numbers: tunings and regret bounds",
    load: async () => (await import('./commands/bounds.ts')).configureBounds,
  },
];
