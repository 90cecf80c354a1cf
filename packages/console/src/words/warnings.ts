import type { Experiment, ExperimentState, ServiceWarning } from '@driftline/client/wire';

/** What is warned of, each once: some warnings stand with the experiment, some with its state, some with both. */
export function allWarnings(
  { warnings }: Pick<Experiment, 'warnings'>,
  state: Pick<ExperimentState, 'warnings'> | undefined,
): ServiceWarning[] {
  const byCode = new Map<string, ServiceWarning>();
  for (const warning of [...warnings, ...(state?.warnings ?? [])]) {
    if (!byCode.has(warning.code)) byCode.set(warning.code, warning);
  }
  return [...byCode.values()];
}
