import { Catalogue } from '../definitions/catalogue.ts';
import type { RewardLawDefinition } from '../definitions/law.ts';
import * as list from './list.ts';

/** Every reward law of ours. */
export const lawCatalogue: Catalogue<RewardLawDefinition> = Catalogue.of<RewardLawDefinition>(
  'reward law',
  list,
);
