/** What a command that lists definitions can name: ours, and those of plugins. */
import {
  type Catalogue,
  type EnvironmentDefinition,
  environmentCatalogue,
  lawCatalogue,
  type PolicyDefinition,
  policyCatalogue,
  type RewardLawDefinition,
} from '@driftline/core';

/** Everything that a spec can name. */
export interface Definitions {
  readonly policies: Catalogue<PolicyDefinition>;
  readonly environments: Catalogue<EnvironmentDefinition>;
  readonly rewardLaws: Catalogue<RewardLawDefinition>;
  /** What to throw where an environment could not be made; without plugins that is the error itself. */
  environmentError?(id: string, error: unknown): unknown;
}

/** Without plugins. */
export const OURS: Definitions = {
  policies: policyCatalogue,
  environments: environmentCatalogue,
  rewardLaws: lawCatalogue,
};

/** Ours and those of some modules. The engine is loaded only where there are any. */
export async function pluginsOf(files: readonly string[] = []): Promise<Definitions> {
  if (files.length === 0) return OURS;
  const { loadWatched } = await import('../terminal/patience.ts');
  return loadWatched(files);
}
