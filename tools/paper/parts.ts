/** The three parts of the map: ids by the part of the paper that names them. */
import { environmentCatalogue, lawCatalogue, policyCatalogue } from '@driftline/core';
import {
  contextualEnvironmentCatalogue,
  contextualPolicyCatalogue,
  fleetCatalogue,
} from '@driftline/core/play';
import { COMMENTED, type Entry, type Ids, PRINTED } from './citations.ts';
import { COMMENTED_SENTENCES, OPEN, OWN } from './own-text.ts';

/** Kinds of ids, each with its catalogue. */
export const CATALOGUES = {
  policies: policyCatalogue,
  contextualPolicies: contextualPolicyCatalogue,
  environments: environmentCatalogue,
  contextualEnvironments: contextualEnvironmentCatalogue,
  laws: lawCatalogue,
  fleets: fleetCatalogue,
} as const;

export type Kind = keyof typeof CATALOGUES;

export const KINDS = Object.keys(CATALOGUES) as Kind[];

/** Entries that name ids, by part. */
export const ENTRIES: Readonly<Record<'printed' | 'commented', readonly Entry[]>> = {
  printed: [...OWN, ...PRINTED.flatMap(({ citations }) => citations)],
  commented: [...COMMENTED, ...COMMENTED_SENTENCES],
};

/** Ids of one kind that some entries name, each once. */
export function named(kind: Kind, entries: readonly Ids[]): string[] {
  return [...new Set(entries.flatMap((entry) => entry[kind] ?? []))];
}

/** Ids of one kind that neither printed text nor commented-out lines name, in the order of the catalogue. */
export function additions(kind: Kind): string[] {
  const taken = new Set(Object.values(ENTRIES).flatMap((entries) => named(kind, entries)));
  return CATALOGUES[kind].list.map(({ id }) => id).filter((id) => !taken.has(id));
}

/** Numbers of the open questions that an id answers. */
export function answeredBy(kind: Kind, id: string): number[] {
  return OPEN.filter((question) => question[kind]?.includes(id)).map(({ number }) => number);
}
