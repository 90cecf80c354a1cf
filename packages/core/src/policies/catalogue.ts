import { Catalogue } from '../definitions/catalogue.ts';
import type { PolicyDefinition } from '../definitions/policy.ts';
import * as list from './list.ts';

/** Every policy of ours. */
export const policyCatalogue: Catalogue<PolicyDefinition> = Catalogue.of<PolicyDefinition>(
  'policy',
  list,
);
