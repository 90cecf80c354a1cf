import { Catalogue } from '../definitions/catalogue.ts';
import type { ContextualEnvironmentDefinition } from '../definitions/contextual-environment.ts';
import * as list from './list.ts';

/** Every contextual environment of ours. */
export const contextualEnvironmentCatalogue: Catalogue<ContextualEnvironmentDefinition> =
  Catalogue.of<ContextualEnvironmentDefinition>('environment', list);
