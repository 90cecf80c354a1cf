import { changeKinds } from './names.ts';

/** Kinds of changes each of which is a revision of the experiment. */
const REVISING = (['config', 'arm', 'status'] as const).map((kind) => changeKinds.code(kind));

function held(table: string): string {
  return `(SELECT count(*) FROM ${table} WHERE ${table}.experiment = position.experiment)`;
}

/**
 * Each finds rows that do not fit to others, as sentences, in the SQL that all engines speak. Retention deletes
 * decisions from the first on, with their outcomes, and sweeps. It deletes no other change.
 */
export const UNFIT: readonly string[] = [
  `SELECT 'experiment ' || experiment || ': decision ' || number || ' has an outcome, but is not there'
   FROM outcome WHERE NOT EXISTS (
     SELECT 1 FROM decision WHERE decision.experiment = outcome.experiment AND decision.number = outcome.number)`,
  `SELECT 'experiment ' || decision.experiment || ': decision ' || number || ' is beyond the experiment''s end'
   FROM decision JOIN position ON position.experiment = decision.experiment WHERE number >= next OR seq > head`,
  `SELECT 'experiment ' || id || ' has no position' FROM experiment
   WHERE NOT EXISTS (SELECT 1 FROM position WHERE experiment = id)`,
  `SELECT 'experiment ' || id || ': its first change is not there' FROM experiment
   WHERE NOT EXISTS (SELECT 1 FROM change WHERE change.experiment = experiment.id AND change.seq = 1)`,
  `SELECT 'experiment ' || id || ' has revision ' || revision || ', and its log ' || revising || ' changes that made one'
   FROM (SELECT id, revision, (
       SELECT count(*) FROM change WHERE change.experiment = experiment.id AND kind IN (${REVISING.join(', ')})
     ) AS revising FROM experiment) AS counted
   WHERE revision <> revising + 1`,
  `SELECT 'experiment ' || experiment || ' ends with event ' || head || ', and its log holds ' || events || ' events'
   FROM (SELECT experiment, head, next, ${held('decision')} + ${held('outcome')} + ${held('change')} AS events,
       (SELECT min(number) FROM decision WHERE decision.experiment = position.experiment) AS kept
     FROM position) AS counted
   WHERE events <> head AND (next = 0 OR kept = 0)`,
];
