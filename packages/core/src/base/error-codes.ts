/** The meaning of an error code, and what to do about it. Both are Markdown. */
interface ErrorCodeText {
  readonly meaning: string;
  readonly remedy: string;
}

/**
 * Every code that an error can carry, with its meaning and remedy. Messages may change in any version. A code stays,
 * so that programs can rely on it. `docs/errors.md` shows this list, and a test compares the two.
 */
export const errorCodes = {
  // Values given by the caller.
  'parameter-out-of-range': {
    meaning: 'A value has the wrong type or lies outside the accepted range.',
    remedy: 'Use a value that the message lists as accepted.',
  },
  'parameter-missing': {
    meaning: 'A required value is missing.',
    remedy: 'Add the value that the message names.',
  },
  'parameters-conflict': {
    meaning: 'Two values exclude each other or do not fit together.',
    remedy: 'Drop or change one of the values in the message.',
  },
  'unknown-parameter': {
    meaning: 'No parameter or option has this name.',
    remedy: 'Correct the name. The message suggests one or lists those that exist.',
  },
  'unknown-policy': {
    meaning: 'No policy has this name.',
    remedy:
      'Correct the name. `driftline policies` lists all policies. Load a custom policy with `--plugin FILE`.',
  },
  'unknown-fleet': {
    meaning: 'No rule for several players has this name.',
    remedy: 'Use a rule that the message lists.',
  },
  'fleet-needs-players': {
    meaning: 'A rule for several players stands in a comparison without players.',
    remedy: 'Add `--players`, for example `--players 6`, or compare policies that play alone.',
  },
  'form-not-played': {
    meaning: 'A contextual policy does not play this form, `arms` or `actions`.',
    remedy: 'Choose a policy that plays it. `linucb` and `d-linucb` play both.',
  },
  'policy-plays-alone': {
    meaning: 'A policy that plays alone stands in a comparison with several players.',
    remedy: 'Name a rule and the policy of its players, for example `mctopm:of=sw-klucb`.',
  },
  'policy-without-index': {
    meaning: 'Players order arms by the indices of their policy, and this policy has none.',
    remedy: 'Use an index policy, for example `mctopm:of=kl-ucb`.',
  },
  'fleet-on-rested-arms': {
    meaning: 'Several players cannot play on rested arms, whose means depend on plays.',
    remedy: 'Use an environment whose means depend on time.',
  },
  'unknown-detector': {
    meaning: 'No detector has this name.',
    remedy: 'Use a detector that the message lists.',
  },
  'unknown-environment': {
    meaning: 'No environment has this name.',
    remedy:
      'Correct the name. `driftline environments` lists all environments. Load a custom one with `--plugin FILE`.',
  },
  'unknown-reward-law': {
    meaning: 'No reward law has this name.',
    remedy:
      'Correct the name. `driftline environments` lists all reward laws. Load a custom one with `--plugin FILE`.',
  },
  'spec-malformed': {
    meaning: 'A text that should look like `name:parameter=value;parameter=value` does not.',
    remedy: 'Rewrite it in this form. In a shell, put it in quotes because of the `;`.',
  },
  'table-malformed': {
    meaning:
      'A table of means, rewards or contexts is empty, has rows of different lengths, or holds a value that is not accepted.',
    remedy:
      'Repair the row, column or slot that the message names. Means and rewards need one number per arm in each row.',
  },
  'means-out-of-range': {
    meaning: "The environment's means lie outside the range of the reward law.",
    remedy: "Choose a reward law that covers these means, or change the environment's parameters.",
  },
  'too-large': {
    meaning: 'The request exceeds the limit for memory or time.',
    remedy: 'Use fewer slots, arms, policies or replications, or a shorter window.',
  },
  'reward-not-finite': {
    meaning: 'A reward is `NaN`, infinite or not a number.',
    remedy: 'Pass a finite number. If a decision gets no reward, call `expire` with it.',
  },
  'reward-out-of-range': {
    meaning:
      'A reward is too large to be summed, or lies outside the range that the detector accepts.',
    remedy: 'Scale your rewards. Some detectors need rewards from 0 to 1, as the message states.',
  },
  'arm-out-of-range': {
    meaning: 'No arm has this number.',
    remedy: 'Use an integer from 0 to the number of arms minus 1. `addArm` adds an arm.',
  },
  'arms-not-accepted': {
    meaning: '`among` is not a list of distinct arms.',
    remedy: 'Pass an array with at least one arm and no arm twice.',
  },
  // Features and contexts.
  'features-malformed': {
    meaning: 'A declared feature is not complete or not consistent, or there are too many.',
    remedy: 'Correct the declaration that the message names.',
  },
  'feature-unknown': {
    meaning: 'A context has a feature that is not declared.',
    remedy: 'Correct the name, which the message suggests, or declare the feature.',
  },
  'feature-not-accepted': {
    meaning: 'A context or one of its features has the wrong type, for example text for a number.',
    remedy: 'Pass a value of the declared kind. Leave the feature out if its value is not known.',
  },
  'feature-out-of-range': {
    meaning: 'A feature lies outside its declared values, and `strict` is set.',
    remedy: 'Declare all values that can occur, or leave `strict` out to use the nearest one.',
  },
  'features-wrong-length': {
    meaning: 'A feature vector does not have the declared number of columns.',
    remedy: 'Pass `dimension` numbers. The intercept is not one of them.',
  },
  'feature-too-large': {
    meaning: 'A number of a feature vector is so large that its square loses all others.',
    remedy: 'Scale the features to a norm of about 1.',
  },
  'actions-not-accepted': {
    meaning: 'A slot offers no actions, too many, or something that is not a list of actions.',
    remedy: 'Pass an array of 1 to 10,000 actions.',
  },
  // Calls in the wrong order or with the wrong object.
  'not-a-selection': {
    meaning: 'The object passed back did not come from `select` or `decide`.',
    remedy: 'Pass the whole decision, not only its arm. Stored as JSON, it stays valid.',
  },
  'not-the-next-slot': {
    meaning: '`begin` got a selection that is not for the next slot.',
    remedy: 'Call `select` again, and begin each selection once.',
  },
  'already-settled': {
    meaning:
      'The slot of this decision has already received its reward, has expired or was skipped.',
    remedy:
      'Ignore this error if rewards can be delivered twice. Otherwise settle each decision once.',
  },
  'slot-not-taken': {
    meaning: 'No decision has been made in this slot.',
    remedy: "Pass a slot below the policy's `slot`, or restore a later snapshot.",
  },
  'foreign-decision': {
    meaning: 'Another policy made this decision.',
    remedy: 'Give the reward to the policy or decider that made the decision.',
  },
  'wrong-arm': {
    meaning: 'The decision of this slot chose another arm.',
    remedy: 'Pass the decision back unchanged.',
  },
  'wrong-ticket': {
    meaning: "The decision's `ticket` was changed or lost.",
    remedy: 'Store and pass back the whole decision, including `ticket`.',
  },
  'wrong-codes': {
    meaning: "The decision's `codes` were changed or lost, or its features are declared otherwise.",
    remedy: 'Store and pass back the whole decision, including `codes`.',
  },
  'no-slots-left': {
    meaning: 'The policy has reached the largest number of slots that it can count.',
    remedy: 'Create a new policy.',
  },
  'arm-cannot-join': {
    meaning: 'This policy cannot add an arm while it runs.',
    remedy: 'Create a new policy with all arms, or do as the message says.',
  },
  'arm-cannot-leave': {
    meaning: 'This policy cannot retire an arm, or the arm is its last one.',
    remedy: 'Leave the arm out with `among`, or create a new policy without it.',
  },
  'contract-broken': {
    meaning: 'The calls came in an order that makes no sense.',
    remedy:
      'Follow the order in the message, for example replay old decisions before the first new one.',
  },
  'contract-violated': {
    meaning: 'A policy, environment or reward law breaks a rule of its kind.',
    remedy:
      'Correct the definition. The message names the rule, and `driftline check FILE` tests all rules.',
  },
  // Snapshots.
  'snapshot-damaged': {
    meaning: 'The snapshot was changed or damaged, or is not a snapshot.',
    remedy: 'Restore an earlier snapshot. If you stored a text, parse it with `JSON.parse` first.',
  },
  'snapshot-version': {
    meaning: "This version of Driftline cannot read the snapshot's format.",
    remedy: 'Restore the snapshot with the version that wrote it, or start a new policy.',
  },
  'snapshot-of-another': {
    meaning: 'The snapshot belongs to another policy or detector, or has other parameters.',
    remedy:
      'Restore it with the policy and parameters that wrote it. The message names the difference.',
  },
  // Plugins.
  'plugin-not-loaded': {
    meaning: 'The plugin file does not exist or fails while it loads.',
    remedy: 'Check the path, and correct the error in the message.',
  },
  'plugin-not-accepted': {
    meaning:
      'A plugin exports something that is not a definition, or a name that is already taken.',
    remedy:
      'Export policies, environments or reward laws as the message describes. `driftline check FILE` tests them.',
  },
  'plugin-failed': {
    meaning: "The plugin's code threw an error while it was used.",
    remedy:
      'Correct the plugin at the place that the message names, then run `driftline check FILE`.',
  },
  // Runs and their folders.
  'experiment-not-accepted': {
    meaning: 'The experiment file has mistakes.',
    remedy: 'Correct each line that the message lists.',
  },
  'folder-not-accepted': {
    meaning: 'The folder cannot be used for this command.',
    remedy: 'Choose another folder, as the message describes.',
  },
  'folder-holds-result': {
    meaning: 'The folder already holds a result.',
    remedy: 'Choose another folder with `--out`, or replace the result with `--force`.',
  },
  'folder-holds-other-files': {
    meaning: 'The folder holds files that are not part of a result.',
    remedy: 'Choose an empty folder, or add the result to this one with `--force`.',
  },
  'folder-locked': {
    meaning: 'Another run is using the folder, or may be.',
    remedy:
      'Wait for that run, stop it, or choose another folder. If no run is using it, remove the lock file in the message.',
  },
  'folder-lost': {
    meaning:
      'The folder was removed, moved, replaced or taken over by another process during the run.',
    remedy: 'Find out which process changed the folder, then start the run again.',
  },
  'run-unfinished': {
    meaning: 'The folder holds an unfinished run.',
    remedy: 'Continue it with `--resume`, or replace it with `--force`.',
  },
  'another-plan': {
    meaning: 'The folder, or a part of the run, belongs to another experiment or version.',
    remedy:
      'Choose another folder, or use the experiment file and the version that started the run.',
  },
  'result-unreadable': {
    meaning: 'A result file is missing, damaged or from another version.',
    remedy: 'Name a folder that a finished run wrote, or run the experiment again.',
  },
  'result-changed': {
    meaning: 'A result file has changed since it was written.',
    remedy:
      'Run the experiment again with `--force`. The changed files are kept under another name.',
  },
  'worker-lost': {
    meaning: 'A worker process or thread ended unexpectedly.',
    remedy:
      'Run the command again, with `--resume` if it has `--out`. If memory was short, use fewer `--workers`.',
  },
  'run-stopped': {
    meaning: 'The run was stopped on request.',
    remedy: 'Continue it with `--resume` if it has `--out`. Otherwise start it again.',
  },
  // The queue.
  'queue-not-reachable': {
    meaning: "The queue's database does not respond or refuses the connection.",
    remedy:
      "Check the address, user, password, TLS settings and role. The message has the database's reason.",
  },
  'queue-not-ready': {
    meaning: 'The database holds no queue, or a queue of another version.',
    remedy:
      "Let the database's owner run `driftline jobs --queue ADDRESS init`, or install the newer version.",
  },
  'queue-data-not-accepted': {
    meaning: 'The queue delivered data that is damaged or does not belong there.',
    remedy: 'Remove the experiment with `driftline jobs`, and run it again with `--resume`.',
  },
  'program-changed': {
    meaning: "Driftline's files changed on disk while a worker was running.",
    remedy: 'Start the worker again.',
  },
  'experiment-cancelled': {
    meaning: 'Someone cancelled or removed the experiment, or another run took it over.',
    remedy: 'Run it again with `--resume`, unless it was cancelled on purpose.',
  },
  'unknown-experiment': {
    meaning: 'The queue or the store holds no experiment with this name.',
    remedy:
      "Correct the name. `driftline jobs` lists a queue's experiments, `driftline store check` those of a store.",
  },
  // The decision service's store.
  'store-in-use': {
    meaning: 'Another process is using the store.',
    remedy: 'Stop that process, or use another store with `--data`.',
  },
  'store-not-accepted': {
    meaning: 'The file or database is not a store, or not one that this version can use.',
    remedy: 'Check the path or address. The message names the requirement that is not met.',
  },
  'store-not-reachable': {
    meaning: "The store's database does not respond or refuses the connection.",
    remedy:
      "Check the address, user, password, TLS settings and role. The message has the database's reason.",
  },
  'store-not-ready': {
    meaning: "The store is missing, is an unfinished copy, or has another version's format.",
    remedy:
      "Run `driftline store migrate` as the database's owner, or repeat `driftline store copy`, as the message says.",
  },
  'store-damaged': {
    meaning: "The store's content differs from the content that was written.",
    remedy:
      "Restore a backup, or run `driftline store rebuild` if only an experiment's state is damaged.",
  },
  'store-broken': {
    meaning: 'The store can no longer write reliably, so the process exits.',
    remedy:
      'Check the disk, then start the service again. Acknowledged data is safe (see [exit code 74](operating.md#exit-code-74)).',
  },
  'store-replaced': {
    meaning:
      "The store's files were moved, replaced, removed or cut while the service was running.",
    remedy: 'Follow the steps in the message (see [exit code 74](operating.md#exit-code-74)).',
  },
  'store-left-behind': {
    meaning: 'A service lost this store and left a rescued copy or an old log next to it.',
    remedy:
      'Use the copy or move it away, as the message says (see [exit code 74](operating.md#exit-code-74)).',
  },
  'key-missing': {
    meaning: 'The service has no API key and was started without `--dev`.',
    remedy:
      'Add a key with `driftline keys add NAME --scopes admin`, or try the service with `--dev`.',
  },
  // The decision service's client.
  'storage-in-use': {
    meaning: 'Another process is using the file that holds waiting rewards.',
    remedy:
      'Give each process its own file. If the other process has ended, remove the lock in the message.',
  },
  // Logs for `advise`.
  'log-malformed': {
    meaning: 'The log does not follow its format.',
    remedy: 'Correct the line in the message, or name the format with `--format`.',
  },
  'log-column-missing': {
    meaning: 'The log lacks a required column.',
    remedy: 'Name the column with the flag in the message, for example `--arm NAME`.',
  },
  'log-column-unclear': {
    meaning: 'Several columns of the log could be the required one.',
    remedy: 'Choose one with the flag in the message, for example `--arm NAME`.',
  },
  'log-value-not-accepted': {
    meaning: 'A cell of the log holds a value that its column does not accept.',
    remedy: 'Correct or remove the row in the message, or name another column.',
  },
  'log-not-accepted': {
    meaning: 'The log is readable but cannot be analyzed, for example because it is empty.',
    remedy: 'Change the log or the flags as the message describes.',
  },
  // The command line.
  'cannot-start': {
    meaning: 'Node is too old, or a part of Driftline is missing or not built.',
    remedy:
      'Install the Node version or package in the message. In a clone, run `npm install`, then `npm run build`.',
  },
  'wrong-usage': {
    meaning: 'The command line has an unknown command, flag or combination of flags.',
    remedy: 'Run the command with `--help`.',
  },
  'input-not-accepted': {
    meaning: 'The command cannot use its input.',
    remedy: 'Change the input as the message describes.',
  },
  'file-not-found': { meaning: 'The file or folder does not exist.', remedy: 'Check the path.' },
  'file-exists': {
    meaning: 'The file already exists.',
    remedy: 'Choose another name, or remove the file.',
  },
  'file-not-accessible': {
    meaning: 'The file or folder cannot be read or written.',
    remedy: 'Check its permissions, and whether the file system is writable.',
  },
  'disk-full': {
    meaning: 'The disk has no space left.',
    remedy: 'Free space, then repeat the command. A running service recovers without a restart.',
  },
  'address-not-available': {
    meaning: 'The address or port is taken or not allowed.',
    remedy: 'Choose another `--port` or `--host`. `--port 0` uses any free port.',
  },
  'checks-failed': {
    meaning: 'At least one check of a plugin failed.',
    remedy: 'Correct the plugin. The lines above the error name each failed check.',
  },
  'internal-error': {
    meaning: 'Driftline failed because of a bug.',
    remedy: 'Report the message and the lines below it.',
  },
} as const satisfies Readonly<Record<string, ErrorCodeText>>;

/** A code of the closed list `errorCodes`. */
export type ErrorCode = keyof typeof errorCodes;
