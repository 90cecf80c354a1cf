/** Each finds rows that do not fit to others, as sentences, in the SQL that all engines speak. */
export const UNFIT: readonly string[] = [
  `SELECT 'experiment ' || experiment || ': decision ' || number || ' has an outcome, but is not there'
   FROM outcome WHERE NOT EXISTS (
     SELECT 1 FROM decision WHERE decision.experiment = outcome.experiment AND decision.number = outcome.number)`,
  `SELECT 'experiment ' || decision.experiment || ': decision ' || number || ' is beyond the experiment''s end'
   FROM decision JOIN position ON position.experiment = decision.experiment WHERE number >= next OR seq > head`,
  `SELECT 'experiment ' || id || ' has no position' FROM experiment
   WHERE NOT EXISTS (SELECT 1 FROM position WHERE experiment = id)`,
];
