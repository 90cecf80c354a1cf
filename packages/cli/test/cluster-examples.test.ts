/** The scripts of examples/cluster, as far as they run without a scheduler; `npm run test:fleet` has the rest. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readPart } from '../src/shared/shard-flags.ts';
import { directoryWith, driftline, shell } from './driftline.ts';
import { differingFiles } from './run-folder.ts';

const cluster = fileURLToPath(new URL('../../../examples/cluster/', import.meta.url));
const experiment =
  'environments: [paper-2]\npolicies: [ucb1]\nreplications: 60\noutputs: {figures: false}\n';

test('each task of an array plays its part by Slurm’s variables, which mean nothing else', () => {
  const cwd = directoryWith({ 'experiment.yaml': experiment });
  for (const id of [4, 6]) {
    const slurm = `export SLURM_ARRAY_TASK_ID=${id} SLURM_ARRAY_TASK_MIN=4 SLURM_ARRAY_TASK_STEP=2 SLURM_ARRAY_TASK_COUNT=2`;
    const { code, stdout } = shell(`${slurm}; "${cluster}slurm.sh" experiment.yaml out`, cwd);
    expect({ code, part: stdout.slice(0, 12) }).toEqual({
      code: 0,
      part: `Shard ${id / 2 - 1} of 2`,
    });
    // Without --shard they are ignored.
    if (id === 6) {
      const whole = shell(`${slurm}; driftline run experiment.yaml --out alone`, cwd);
      expect(whole.code).toBe(0);
    }
  }
  expect(driftline(['run', 'experiment.yaml', '--out', 'out', '--resume'], { cwd }).code).toBe(0);
  expect(differingFiles(join(cwd, 'out'), join(cwd, 'alone'))).toEqual([]);
});

test('what is submitted waits for what comes before it', () => {
  const cwd = directoryWith();
  // Notes how it is called, and numbers its jobs.
  const sbatch = `sbatch() { echo "$@" >> calls; wc -l < calls; }; set -- my.yaml out --array=1-5;`;
  const script = readFileSync(join(cluster, 'slurm-submit.sh'), 'utf8');
  writeFileSync(join(cwd, 'submit.sh'), script.replace('set -e', `set -e\n${sbatch}`));
  expect(shell('sh submit.sh', cwd)).toMatchObject({ code: 0, stdout: '3\n' });
  const [first, second, finish] = readFileSync(join(cwd, 'calls'), 'utf8').split('\n');
  expect(first).toBe('--parsable --array=1-5 ./slurm.sh my.yaml out');
  expect(second).toBe('--parsable --dependency=afterany:1 --array=1-5 ./slurm.sh my.yaml out');
  expect(finish).toContain('--dependency=afterany:2 ');
  expect(finish).toContain("driftline run 'my.yaml' --out 'out' --resume");
});

describe('the manifests of Kubernetes', () => {
  const jobOf = (file: string) => parse(readFileSync(join(cluster, file), 'utf8'));
  const containerOf = (file: string) => jobOf(file).spec.template.spec.containers[0];

  test('ask for as many parts as there are pods, and finish the folder that these play into', () => {
    const { completions, completionMode } = jobOf('kubernetes.yaml').spec;
    expect(completionMode).toBe('Indexed');
    const { command }: { command: string[] } = containerOf('kubernetes.yaml');
    const shard = command[command.indexOf('--shard') + 1];
    const last = readPart(shard, { JOB_COMPLETION_INDEX: String(completions - 1) });
    expect(last).toEqual({ number: completions, of: completions });
    const finish = containerOf('kubernetes-finish.yaml');
    expect(finish.command).toEqual([...command.slice(0, command.indexOf('--shard')), '--resume']);
    expect(finish.volumeMounts).toEqual(containerOf('kubernetes.yaml').volumeMounts);
  });

  test('a pod’s command plays its part', () => {
    const cwd = directoryWith({ 'experiment.yaml': experiment });
    const { command }: { command: string[] } = containerOf('kubernetes.yaml');
    const local = command.join(' ').replace('/experiment/', '').replace('/results/', '');
    const { code, stdout } = shell(`export JOB_COMPLETION_INDEX=1; ${local}`, cwd);
    expect({ code, part: stdout.slice(0, 12) }).toEqual({ code: 0, part: 'Shard 2 of 8' });
  });
});
