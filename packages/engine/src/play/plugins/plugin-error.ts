/** Failures of a user's own code, reported as theirs: whose, where, when, what came and what is accepted. */
import { ParameterError } from '@driftline/core/play';

/** The three kinds of definitions, in words. */
export type PluginKind = 'policy' | 'environment' | 'reward law';

/** Where a plugin comes from. Only a loader knows files and lines; a module in memory has a name alone. */
export interface PluginOrigin {
  /** The file as the user named it. */
  readonly file: string;
  /** Where an error was thrown, in a file of the plugin's. */
  placeOfError?(error: unknown): PluginPlace | undefined;
  /** Where a function was written. */
  placeOfFunction?(written: unknown): PluginPlace | undefined;
  /** Called before its code is called, and when it has returned: code may loop forever. */
  readonly entering?: (doing: string) => void;
  readonly left?: () => void;
}

/** A line of a file that belongs to a plugin: its own, or one that it imports. */
export interface PluginPlace {
  readonly file: string;
  readonly line: number;
}

/** A failure as plain data, which crosses threads whole. */
export interface PluginFault {
  readonly file: string;
  readonly place?: PluginPlace | undefined;
  readonly kind: PluginKind;
  readonly id: string;
  /** The function that was called. */
  readonly method: string;
  /** What it did, and what is accepted: words that follow the function's name. */
  readonly problem: string;
  /** Counted from 0. */
  readonly slot?: number | undefined;
  readonly replication?: number | undefined;
}

function whenText({ slot, replication }: PluginFault): string {
  const parts = [
    ...(slot === undefined ? [] : [`slot ${slot + 1}`]),
    ...(replication === undefined ? [] : [`replication ${replication}`]),
  ];
  if (parts.length === 0) return '';
  const counted = [
    ...(slot === undefined ? [] : ['slots from 1']),
    ...(replication === undefined ? [] : ['replications from 0']),
  ];
  return ` in ${parts.join(' of ')} (${counted.join(', ')})`;
}

function messageOf(fault: PluginFault): string {
  const { file, place, kind, id, method, problem } = fault;
  const own = place !== undefined && place.file === file ? `:${place.line}` : '';
  const other =
    place !== undefined && place.file !== file ? `; see ${place.file}:${place.line}` : '';
  return `plugin ${file}${own}: ${kind} '${id}'${whenText(fault)}: ${method} ${problem}${other}`;
}

/** A plugin did what no plugin may, or its code threw. */
export class PluginError extends ParameterError {
  readonly fault: PluginFault;

  constructor(fault: PluginFault) {
    super(messageOf(fault), 'plugin-failed');
    this.fault = fault;
  }

  /** The same, with what only the caller knows; what is known already stays. */
  within(when: Pick<PluginFault, 'slot' | 'replication'>): PluginError {
    const { slot = when.slot, replication = when.replication } = this.fault;
    return new PluginError({ ...this.fault, slot, replication });
  }
}

/** A value in a message. */
export function shownValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'string') return `the text '${value}'`;
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'bigint') return `${value}n`;
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

function thrownText(error: unknown): string {
  if (error instanceof ParameterError) return `an error: ${error.message}`;
  if (error instanceof Error) return `${error.name}: ${error.message}`;
  return `${shownValue(error)}, which is not an error`;
}

/** Calls the code of one definition, and reports what goes wrong there as that definition's. */
export class Guard {
  readonly #origin: PluginOrigin;
  readonly #kind: PluginKind;
  readonly #id: string;

  constructor(origin: PluginOrigin, kind: PluginKind, id: string) {
    this.#origin = origin;
    this.#kind = kind;
    this.#id = id;
  }

  /**
   * What a function of the plugin's returns.
   *
   * @param written - the function that is called in `act`
   * @throws PluginError where it throws
   */
  call<T>(method: string, written: unknown, act: () => T): T {
    try {
      return this.during(method, act);
    } catch (error) {
      throw this.threw(method, error, written);
    }
  }

  /** Does something in which its code is called, so that it can be seen from elsewhere. */
  during<T>(doing: string, act: () => T): T {
    const { file, entering, left } = this.#origin;
    entering?.(`${this.#kind} '${this.#id}' of plugin ${file} in ${doing}`);
    try {
      return act();
    } finally {
      left?.();
    }
  }

  /** Its code threw. What is not an error does not say where. */
  threw(method: string, error: unknown, written: unknown, slot?: number): PluginError {
    if (error instanceof PluginError) return error;
    return new PluginError({
      ...this.#whose(method, slot),
      place: this.#origin.placeOfError?.(error) ?? this.#origin.placeOfFunction?.(written),
      problem: `threw ${thrownText(error)}`,
    });
  }

  /**
   * It returned what is not accepted.
   *
   * @param wanted - what is accepted, as words that follow "accepted is"
   * @param written - the function that returned it
   */
  returned(
    method: string,
    value: unknown,
    wanted: string,
    written: unknown,
    slot?: number,
  ): PluginError {
    return new PluginError({
      ...this.#whose(method, slot),
      place: this.#origin.placeOfFunction?.(written),
      problem: `returned ${shownValue(value)}; accepted is ${wanted}`,
    });
  }

  /** It did what no plugin may; the words follow the method's name. */
  failed(method: string, problem: string, written?: unknown): PluginError {
    const place = this.#origin.placeOfFunction?.(written);
    return new PluginError({ ...this.#whose(method, undefined), place, problem });
  }

  #whose(method: string, slot: number | undefined) {
    return { file: this.#origin.file, kind: this.#kind, id: this.#id, method, slot };
  }
}
