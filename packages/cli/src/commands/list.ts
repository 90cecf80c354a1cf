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
    summary: "Repeat the paper's experiments and judge its claims, in one report",
    load: async () => (await import('./reproduce/command.ts')).configureReproduce,
  },
  {
    name: 'compare',
    summary: 'Compare policies on one environment: how much each loses',
    load: async () => (await import('./compare/command.ts')).configureCompare,
  },
  {
    name: 'run',
    summary: 'Run an experiment from a file: sweeps, several environments',
    load: async () => (await import('./run/command.ts')).configureRun,
  },
  {
    name: 'merge',
    summary: 'Put together parts of a run that were played on several machines',
    load: async () => (await import('./merge/command.ts')).configureMerge,
  },
  {
    name: 'worker',
    summary: 'Play what others submit to a queue (--queue), on any machine',
    load: async () => (await import('./worker/command.ts')).configureWorker,
  },
  {
    name: 'jobs',
    summary: 'Set up a queue, or see and cancel what is played through it',
    load: async () => (await import('./jobs/command.ts')).configureJobs,
  },
  {
    name: 'worst-case',
    summary: 'Search for the largest regret within a variation budget',
    load: async () => (await import('./worst-case/command.ts')).configureWorstCase,
  },
  {
    name: 'advise',
    summary: 'Read a log of decisions: is it drifting, what to use, what it would earn',
    load: async () => (await import('./advise/command.ts')).configureAdvise,
  },
  {
    name: 'report',
    summary: 'Redraw figures and report from a result folder',
    load: async () => (await import('./report/command.ts')).configureReport,
  },
  {
    name: 'trace',
    summary: 'Show which arms policies pick on a table of rewards',
    load: async () => (await import('./trace/command.ts')).configureTrace,
  },
  {
    name: 'policies',
    summary: 'List all policies, or show everything about one',
    load: async () => (await import('./policies/command.ts')).configurePolicies,
  },
  {
    name: 'environments',
    summary: 'List all environments and reward laws, or show one and its means',
    load: async () => (await import('./environments/command.ts')).configureEnvironments,
  },
  {
    name: 'check',
    summary: 'Run the contract suite on a plugin of your own',
    load: async () => (await import('./check/command.ts')).configureCheck,
  },
  {
    name: 'bounds',
    summary: "Show the theory's numbers: tunings and regret bounds",
    load: async () => (await import('./bounds/command.ts')).configureBounds,
  },
  {
    name: 'lab',
    summary: 'Serve the page that runs policies in a browser: draw, watch, look inside',
    load: async () => (await import('./lab/command.ts')).configureLab,
  },
  {
    name: 'serve',
    summary: 'Run the decision service over HTTP',
    load: async () => (await import('./serve/command.ts')).configureServe,
  },
  {
    name: 'keys',
    summary: 'Add, list and revoke keys of a decision service',
    load: async () => (await import('./keys/command.ts')).configureKeys,
  },
  {
    name: 'store',
    summary: 'Back up, check, migrate or copy the store of a service',
    load: async () => (await import('./store/command.ts')).configureStore,
  },
  {
    name: 'bench',
    summary: 'Measure the cost per slot of each policy on this machine',
    load: async () => (await import('./bench/command.ts')).configureBench,
  },
];
