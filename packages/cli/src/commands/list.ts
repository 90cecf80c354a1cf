import type { Command } from 'commander';

/** Gives a command its flags and what it does. */
type ConfigureCommand = (command: Command) => void;

type CommandGroup =
  | 'Experiments:'
  | 'Policies and environments:'
  | 'Decision service:'
  | 'Your own log:'
  | 'Experiments on several machines:';

/** A command as the overview shows it; the rest is loaded when it is called. */
interface CommandEntry {
  /** The heading above it. */
  readonly group: CommandGroup;
  readonly name: string;
  readonly summary: string;
  load(): Promise<ConfigureCommand>;
}

/** Every command, in the order of the overview. A new one is its file and its entry here. */
export const commandList: readonly CommandEntry[] = [
  {
    group: 'Experiments:',
    name: 'compare',
    summary: 'Compare the regret of policies on one environment',
    load: async () => (await import('./compare/command.ts')).configureCompare,
  },
  {
    group: 'Experiments:',
    name: 'run',
    summary: 'Run an experiment file: sweeps, several environments',
    load: async () => (await import('./run/command.ts')).configureRun,
  },
  {
    group: 'Experiments:',
    name: 'report',
    summary: 'Redraw the report and figures of a result folder',
    load: async () => (await import('./report/command.ts')).configureReport,
  },
  {
    group: 'Experiments:',
    name: 'lab',
    summary: 'Start the lab: draw drift, watch policies in your browser',
    load: async () => (await import('./lab/command.ts')).configureLab,
  },
  {
    group: 'Experiments:',
    name: 'worst-case',
    summary: 'Search for the largest regret within a variation budget',
    load: async () => (await import('./worst-case/command.ts')).configureWorstCase,
  },
  {
    group: 'Experiments:',
    name: 'reproduce',
    summary: "Repeat the paper's experiments and check its claims",
    load: async () => (await import('./reproduce/command.ts')).configureReproduce,
  },
  {
    group: 'Policies and environments:',
    name: 'policies',
    summary: 'List all policies, or show everything about one',
    load: async () => (await import('./policies/command.ts')).configurePolicies,
  },
  {
    group: 'Policies and environments:',
    name: 'environments',
    summary: 'List environments and reward laws, or show one',
    load: async () => (await import('./environments/command.ts')).configureEnvironments,
  },
  {
    group: 'Policies and environments:',
    name: 'bounds',
    summary: 'Print tunings and regret bounds from theory',
    load: async () => (await import('./bounds/command.ts')).configureBounds,
  },
  {
    group: 'Policies and environments:',
    name: 'trace',
    summary: 'Print the arms that policies pick on a reward table',
    load: async () => (await import('./trace/command.ts')).configureTrace,
  },
  {
    group: 'Policies and environments:',
    name: 'check',
    summary: 'Test a custom plugin against the contract',
    load: async () => (await import('./check/command.ts')).configureCheck,
  },
  {
    group: 'Policies and environments:',
    name: 'bench',
    summary: 'Measure the time per slot of each policy on this machine',
    load: async () => (await import('./bench/command.ts')).configureBench,
  },
  {
    group: 'Decision service:',
    name: 'serve',
    summary: 'Run the decision service over HTTP',
    load: async () => (await import('./serve/command.ts')).configureServe,
  },
  {
    group: 'Decision service:',
    name: 'keys',
    summary: 'Add, list and revoke keys of a decision service',
    load: async () => (await import('./keys/command.ts')).configureKeys,
  },
  {
    group: 'Decision service:',
    name: 'store',
    summary: 'Back up, check, migrate or copy the store of a service',
    load: async () => (await import('./store/command.ts')).configureStore,
  },
  {
    group: 'Your own log:',
    name: 'advise',
    summary: 'Analyze a log for drift and recommend a policy',
    load: async () => (await import('./advise/command.ts')).configureAdvise,
  },
  {
    group: 'Experiments on several machines:',
    name: 'merge',
    summary: 'Merge shards of a run from several machines',
    load: async () => (await import('./merge/command.ts')).configureMerge,
  },
  {
    group: 'Experiments on several machines:',
    name: 'worker',
    summary: 'Play experiments that others submit to a queue',
    load: async () => (await import('./worker/command.ts')).configureWorker,
  },
  {
    group: 'Experiments on several machines:',
    name: 'jobs',
    summary: 'Set up a queue; list, show or cancel its experiments',
    load: async () => (await import('./jobs/command.ts')).configureJobs,
  },
];
