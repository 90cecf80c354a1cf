import { Catalogue } from '../definitions/catalogue.ts';
import type { EnvironmentDefinition } from '../definitions/environment.ts';
import * as list from './list.ts';

/** Every environment of ours. */
export const environmentCatalogue: Catalogue<EnvironmentDefinition> =
  Catalogue.of<EnvironmentDefinition>('environment', list);
