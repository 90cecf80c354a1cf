/**
 * Every code that an error of core, engine or the command line can carry, and what it means. Messages
 * may be put better at any time; a code stays, so that a program can act on it. `docs/errors.md` shows
 * this list, and a test holds the two together: a new code is a line here and a line there.
 */
export const errorCodes = {
  // What a caller gave.
  'parameter-out-of-range': 'A value is of the wrong kind, or outside what is accepted.',
  'parameter-missing': 'Something that is needed was not given.',
  'parameters-conflict': 'Values were given that exclude each other or do not fit together.',
  'unknown-parameter': 'There is no parameter or option of this name.',
  'unknown-policy': 'There is no policy of this name.',
  'unknown-detector': 'There is no detector of this name.',
  'unknown-environment': 'There is no environment of this name.',
  'unknown-reward-law': 'There is no reward law of this name.',
  'spec-malformed': 'A text such as name:parameter=value is not written so.',
  'table-malformed': 'A table of means or rewards is not one.',
  'means-out-of-range': 'Means lie where the reward law has none.',
  'too-large': 'It would take more memory or time than is allowed.',
  'reward-not-finite': 'A reward is not a finite number.',
  'reward-out-of-range': 'A reward is outside what can be learned from.',
  'arm-out-of-range': 'There is no arm of this number.',
  'arms-not-accepted': 'The arms to choose among are not a list of different arms.',
  // Calls that have no meaning.
  'not-a-selection': 'What came back is not what `select` or `decide` returned.',
  'not-the-next-slot': 'A proposal was begun that is not for the next slot.',
  'already-settled': 'The decision was settled before.',
  'slot-not-taken': 'No decision was begun in this slot.',
  'foreign-decision': 'The decision was made by another policy.',
  'wrong-arm': 'The slot went to another arm.',
  'wrong-ticket': 'The ticket is not one that `select` returned.',
  'no-slots-left': 'A policy has taken as many slots as it can count.',
  'arm-cannot-join': 'The policy can take no arm while it runs.',
  'arm-cannot-leave': 'The policy can give up no arm, or not its last one.',
  'contract-broken': 'Calls came in an order that has no meaning.',
  'contract-violated': 'A definition does not keep the contract of its kind.',
  // Snapshots.
  'snapshot-damaged': 'The snapshot was altered or damaged, or is none.',
  'snapshot-version': 'The snapshot has a format or version that is not read here.',
  'snapshot-of-another': 'The snapshot is of another policy or detector, or of other parameters.',
  // Plugins.
  'plugin-not-loaded': 'The file of a plugin is not there, or fails as it is loaded.',
  'plugin-not-accepted': 'A plugin exports something that is not a definition.',
  'plugin-failed': 'Code of a plugin failed while it was used.',
  // Runs and their folders.
  'experiment-not-accepted': 'An experiment file has mistakes; the message names each.',
  'folder-not-accepted': 'A folder cannot be used for this.',
  'folder-holds-result': 'The folder holds a result already.',
  'folder-holds-other-files': 'The folder holds files that are not part of a result.',
  'folder-locked': 'Another run is at work in the folder, or may be.',
  'folder-lost':
    'The folder was removed, moved, replaced or taken over while a run was at work in it.',
  'run-unfinished': 'The folder holds a run that was not finished.',
  'another-plan': 'The folder, or a part of a run, is of another experiment or version.',
  'result-unreadable': 'A file of a result is missing, damaged or of another version.',
  'result-changed': 'A result is not as it was written.',
  'worker-lost': 'A worker stopped by itself.',
  'run-stopped': 'The run was stopped on request.',
  // The queue.
  'queue-not-reachable': 'The database of a queue does not answer, or does not let us in.',
  'queue-not-ready': 'The database holds no queue of this version; its owner makes one.',
  'queue-data-not-accepted': 'What came through a queue is not what is expected there.',
  'program-changed': 'Driftline was changed on disk while a worker was at work; start it again.',
  'experiment-cancelled': 'Somebody cancelled or removed the experiment while it was played.',
  'unknown-experiment': 'The queue holds no experiment of this name.',
  // The store of the decision service.
  'store-in-use': 'Another process is at work on the store.',
  'store-not-accepted':
    'The file or the database is no store, or none that this version can work with.',
  'store-not-reachable': 'The database of a store does not answer, or does not let us in.',
  'store-not-ready':
    'There is no finished store of this version: its owner migrates it, or copies again.',
  'store-damaged': 'What the store holds is not what was written.',
  'store-broken': 'The store cannot write reliably any more; the process has to end.',
  'store-replaced':
    'The files of the store were moved, replaced, removed or cut while the service was at work.',
  'store-left-behind':
    'A service lost this store, and the copy that it made lies next to it; use the copy or move it away.',
  'key-missing': 'The service has no API key, and was not started with --dev.',
  // The client of the decision service.
  'storage-in-use': 'Another process has the file in which rewards wait.',
  // Logs that advice is asked for.
  'log-malformed': 'A log is not written as its format says.',
  'log-column-missing': 'A log has no column for something that is needed.',
  'log-column-unclear': 'More than one column of a log may be meant.',
  'log-value-not-accepted': 'A cell of a log holds what its column cannot.',
  'log-not-accepted': 'A log as a whole cannot be used as it is.',
  // The command line.
  'cannot-start': 'Node is too old, or driftline is not built or not whole.',
  'wrong-usage': 'The command is not well formed.',
  'input-not-accepted': 'What the command was given cannot be used.',
  'file-not-found': 'There is no such file or folder.',
  'file-exists': 'The file exists already.',
  'file-not-accessible': 'The file or folder cannot be read or written.',
  'disk-full': 'No space is left on the device.',
  'address-not-available': 'The address or port cannot be listened on.',
  'checks-failed': 'Checks of a plugin failed.',
  'internal-error': 'Driftline itself failed.',
} as const;

/** A code of the closed list `errorCodes`. */
export type ErrorCode = keyof typeof errorCodes;
