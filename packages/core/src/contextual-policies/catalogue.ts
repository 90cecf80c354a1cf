import { Catalogue } from '../definitions/catalogue.ts';
import type { ContextualPolicyDefinition } from '../definitions/contextual.ts';
import * as list from './list.ts';

/** Every contextual policy of ours. */
export const contextualPolicyCatalogue: Catalogue<ContextualPolicyDefinition> =
  Catalogue.of<ContextualPolicyDefinition>('contextual policy', list);
