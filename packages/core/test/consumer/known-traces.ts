/** Plays traces, given as JSON, with the installed package and prints the arms of each as JSON. */
import { createPolicy, type PolicyOptions, trace } from '@driftline/core';

interface KnownTrace {
  readonly id: string;
  readonly options: PolicyOptions;
  readonly rewards: number[][];
}

const traces: KnownTrace[] = JSON.parse(process.argv[2]);
const arms = traces.map(({ id, options, rewards }) => trace(createPolicy(id, options), rewards));
console.log(JSON.stringify(arms));
