/** From a configuration to what travels. */
import type {
  Arm,
  Experiment,
  Memory,
  RewardSettings,
  ServiceWarning,
} from '@driftline/client/wire';
import {
  type ExperimentConfig,
  type MemoryConfig,
  type RewardConfig,
  servedDefault,
} from './configuration.ts';
import { writeDuration } from './durations.ts';
import type { ExperimentRow, Millis } from './rows.ts';

export function momentOf(at: Millis): string {
  return new Date(at).toISOString();
}

function memoryOf(memory: MemoryConfig | null): Memory | null {
  if (memory === null) return null;
  const { decisions, maxAge } = memory;
  return { decisions, ...(maxAge === null ? {} : { maxAge: writeDuration(maxAge) }) };
}

function rewardOf({ values, timeout, missing, early }: RewardConfig): RewardSettings {
  return {
    ...('learned' in values ? {} : values),
    timeout: writeDuration(timeout),
    ...(missing === null ? {} : { missing, early }),
  };
}

function armsOf({ arms }: ExperimentConfig): Arm[] {
  return arms.map(({ key, payload, state }) => ({ key, payload, state }));
}

/** An experiment as it is shown. */
export function experimentOf(
  { key, status, revision }: Pick<ExperimentRow, 'key' | 'status' | 'revision'>,
  config: ExperimentConfig,
  warnings: readonly ServiceWarning[],
): Experiment {
  return {
    key,
    status,
    revision,
    created: momentOf(config.created),
    arms: armsOf(config),
    policy: { type: config.policy.type, params: { ...config.policy.params } },
    memory: memoryOf(config.memory),
    reward: rewardOf(config.reward),
    explore: config.explore,
    defaultArm: servedDefault(config)?.key ?? null,
    sticky: config.sticky === null ? null : writeDuration(config.sticky),
    retain: writeDuration(config.retain),
    warnings,
  };
}
