/**
 * The ids of all rules for several players. Places that play policies alone refuse them by name, without loading the
 * rules. A test compares them with the catalogue.
 */
export const fleetIds: readonly string[] = [
  'coop-ucb',
  'mctopm',
  'randtopm',
  'rhorand',
  'rr-sw-ucb-sharp',
  'selfish',
  'sw-dlp',
];
