/** Situations that show what a context is worth. */
import type { ContextualEnvironmentDefinition } from '../definitions/contextual-environment.ts';
import { contexts } from './contexts.ts';
import { contextualPreset } from './preset.ts';

/** The places of the words that the presets use. */
const [JUMPS, LOCAL] = [1, 2];

/** Contexts that matter, and arms that change together. */
export const contextsJumps: ContextualEnvironmentDefinition = contextualPreset(contexts, {
  id: 'contexts-jumps',
  order: 60,
  name: 'Contexts, common jumps',
  summary: 'The context matters, and all arms change at the same four times.',
  defaults: { path: JUMPS },
});

/** Contexts that matter, and arms that change one by one. */
export const contextsLocal: ContextualEnvironmentDefinition = contextualPreset(contexts, {
  id: 'contexts-local',
  order: 70,
  name: 'Contexts, jumps arm by arm',
  summary: 'The context matters, and each arm changes at five other times.',
  defaults: { path: LOCAL, changes: 3 },
});

/** Contexts that do not matter. */
export const contextsUseless: ContextualEnvironmentDefinition = contextualPreset(contexts, {
  id: 'contexts-useless',
  order: 80,
  name: 'Useless contexts',
  summary: 'The context does not matter, and all arms change at the same four times.',
  defaults: { path: JUMPS, effect: 0 },
});
