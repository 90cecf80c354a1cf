import { Catalogue } from '../definitions/catalogue.ts';
import type { FleetDefinition } from '../definitions/fleet.ts';
import * as list from './list.ts';

/** Every fleet of ours. */
export const fleetCatalogue: Catalogue<FleetDefinition> = Catalogue.of<FleetDefinition>(
  'fleet',
  list,
);
