import type { Command } from 'commander';

/** Gives a command its flags and what it does. */
type ConfigureCommand = (command: Command) => void;

/** A command as the overview shows it; the rest is loaded when it is called. */
interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  load(): Promise<ConfigureCommand>;
}

/** Every command, in the order of the overview. A new one is its file and its entry here. */
export const commandList: readonly CommandEntry[] = [
  {
    name: 'reproduce',
    summary: "The paper's experiments again, its claims judged, one report",
    load: async () => (await import('./reproduce/command.ts')).configureReproduce,
  },
  {
    name: 'compare',
    summary: 'Policies on one environment, many times: who loses how much',
    load: async () => (await import('./compare/command.ts')).configureCompare,
  },
  {
    name: 'run',
    summary: 'An experiment described in a file: sweeps, several environments',
    load: async () => (await import('./run/command.ts')).configureRun,
  },
  {
    name: 'worst-case',
    summary: 'The largest regret that a search finds within a variation budget',
    load: async () => (await import('./worst-case/command.ts')).configureWorstCase,
  },
  {
    name: 'report',
    summary: 'Figures and report drawn anew from a result folder',
    load: async () => (await import('./report/command.ts')).configureReport,
  },
  {
    name: 'trace',
    summary: 'The arms that policies pick on a table of rewards',
    load: async () => (await import('./trace/command.ts')).configureTrace,
  },
  {
    name: 'policies',
    summary: 'All policies, or everything about one',
    load: async () => (await import('./policies/command.ts')).configurePolicies,
  },
  {
    name: 'environments',
    summary: 'All environments and reward laws, or one and its means',
    load: async () => (await import('./environments/command.ts')).configureEnvironments,
  },
  {
    name: 'check',
    summary: 'The contract suite on a plugin of your own',
    load: async () => (await import('./check/command.ts')).configureCheck,
  },
  {
    name: 'bounds',
    summary: "The theory's numbers: tunings and regret bounds",
    load: async () => (await import('./bounds/command.ts')).configureBounds,
  },
  {
    name: 'lab',
    summary: 'The page that runs policies in a browser: draw, watch, look inside',
    load: async () => (await import('./lab/command.ts')).configureLab,
  },
  {
    name: 'bench',
    summary: 'What a slot of each policy costs on this machine',
    load: async () => (await import('./bench/command.ts')).configureBench,
  },
];
