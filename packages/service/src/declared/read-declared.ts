/** Experiments as a file has them: as strict as requests are. */
import type { NewExperiment } from '@driftline/client/wire';
import type { App } from '../http/parts.ts';
import { newExperiment } from '../http/schemas/experiments.ts';
import { KEY_PATTERN } from '../http/schemas/values.ts';
import { validationProblem } from '../http/validation-problem.ts';
import { ProblemError } from '../model/problems.ts';

/** The server's own validator, so that a file and a request are judged alike. */
function isNewExperiment(app: App): (value: unknown) => value is NewExperiment {
  const compile = app.validatorCompiler;
  if (compile === undefined) throw new TypeError('the server is not ready');
  const validate = compile({ schema: newExperiment, method: 'PUT', url: '', httpPart: 'body' });
  return (value): value is NewExperiment => {
    if (validate(value)) return true;
    throw validationProblem(validate.errors ?? [], 'body');
  };
}

/**
 * Reads declared experiments.
 *
 * @throws ProblemError that names the experiment
 */
export function readDeclared(app: App, declared: unknown): ReadonlyMap<string, NewExperiment> {
  if (typeof declared !== 'object' || declared === null || Array.isArray(declared)) {
    throw new ProblemError('invalid', 'experiments must be a map from keys to configurations');
  }
  const isOne = isNewExperiment(app);
  const read = new Map<string, NewExperiment>();
  for (const [key, value] of Object.entries(declared)) {
    if (!new RegExp(KEY_PATTERN).test(key)) {
      throw new ProblemError('invalid', `experiments: ${JSON.stringify(key)} is not a valid key`);
    }
    try {
      if (isOne(value)) read.set(key, value);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      throw new ProblemError('invalid', `experiments.${key}: ${error.message}`, { cause: error });
    }
  }
  return read;
}
