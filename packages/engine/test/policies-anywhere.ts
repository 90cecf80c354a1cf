import { policyCatalogue } from '@driftline/core';

/** The policies that any environment suits; the others need the chains of channels. */
export const definitionsAnywhere = policyCatalogue.list.filter(({ needs }) => needs !== 'chains');

/** Their ids. */
export const policiesAnywhere: readonly string[] = definitionsAnywhere.map(({ id }) => id);
