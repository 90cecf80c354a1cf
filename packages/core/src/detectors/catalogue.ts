import { Catalogue } from '../definitions/catalogue.ts';
import type { DetectorDefinition } from '../definitions/detector.ts';
import * as list from './list.ts';

/** Every detector of ours. */
export const detectorCatalogue: Catalogue<DetectorDefinition> = Catalogue.of<DetectorDefinition>(
  'detector',
  list,
);
