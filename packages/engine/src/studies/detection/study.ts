/**
 * What detectors' alarms are worth, measured on Bernoulli rewards: how often they come where nothing
 * changes, against the level that was asked for, and how long after a change of a given size.
 */
import {
  createDetector,
  type Detector,
  type DetectorDefinition,
  detectorCatalogue,
  ParameterError,
  type Random,
  randomStream,
} from '@driftline/core';
import { type Estimate, Moments } from '../../play/statistics.ts';

/** What to measure; every part has a default. */
interface DetectorStudyOptions {
  readonly detectors?: readonly DetectorDefinition[];
  /** Rewards in a stream without a change, and after one. */
  readonly horizon?: number;
  /** Streams for each rate and each delay. */
  readonly streams?: number;
  /** Nominal levels for which false alarms are counted, each above 0 and at most 1. */
  readonly levels?: readonly number[];
  /** The nominal level at which delays are measured. */
  readonly delayLevel?: number;
  /** Rewards before the change. */
  readonly before?: number;
  /** Sizes of the change: the mean rises from 1/2 − size/2 to 1/2 + size/2. */
  readonly sizes?: readonly number[];
  readonly seed?: number;
}

/** A share of streams, with its 95% interval (Wilson's). */
interface Rate {
  readonly count: number;
  readonly of: number;
  readonly rate: number;
  readonly low: number;
  readonly high: number;
}

/** Streams with an alarm among `horizon` rewards of mean 1/2. */
interface FalseAlarms extends Rate {
  readonly level: number;
}

/** Rewards from a change to the alarm. */
interface Delay extends Estimate {
  readonly size: number;
  /** Streams without an alarm after the change: they count with all the rewards that came. */
  readonly missed: Rate;
  /** Streams with an alarm before the change, which are left out. */
  readonly early: Rate;
}

/** What was found of one detector. */
export interface DetectorFindings {
  readonly id: string;
  readonly name: string;
  /** What its level means. */
  readonly level: string;
  /** Whether that is proved. */
  readonly proved: boolean;
  readonly falseAlarms: readonly FalseAlarms[];
  readonly delays: readonly Delay[];
}

/** A whole study as plain data. */
export interface DetectorStudy {
  readonly horizon: number;
  readonly before: number;
  readonly streams: number;
  readonly delayLevel: number;
  readonly seed: number;
  readonly detectors: readonly DetectorFindings[];
}

/** The normal quantile of 0.975. */
const WIDTH = 1.959963984540054;

/** A share with Wilson's 95% interval, which stays within [0, 1] and is not empty at either end. */
export function rateOf(count: number, of: number): Rate {
  if (of === 0) return { count, of, rate: Number.NaN, low: 0, high: 1 };
  const rate = count / of;
  const square = WIDTH * WIDTH;
  const centre = (count + square / 2) / (of + square);
  const half = (WIDTH * Math.sqrt(of * rate * (1 - rate) + square / 4)) / (of + square);
  const low = count === 0 ? 0 : centre - half;
  return { count, of, rate, low, high: count === of ? 1 : centre + half };
}

/** The number of rewards until an alarm, this one included; undefined where none comes. */
function firstAlarm(
  detector: Detector,
  random: Random,
  mean: number,
  most: number,
): number | undefined {
  for (let n = 1; n <= most; n++) {
    if (detector.update(random.uniform() < mean ? 1 : 0)) return n;
  }
  return undefined;
}

type Settings = Required<DetectorStudyOptions>;

function countFalseAlarms(
  definition: DetectorDefinition,
  level: number,
  { horizon, streams, seed }: Settings,
): FalseAlarms {
  const detector = createDetector(definition, definition.forLevel(level, horizon));
  let alarmed = 0;
  for (let stream = 0; stream < streams; stream++) {
    detector.reset();
    if (firstAlarm(detector, randomStream(seed, stream), 0.5, horizon) !== undefined) alarmed += 1;
  }
  return { level, ...rateOf(alarmed, streams) };
}

function measureDelay(
  definition: DetectorDefinition,
  size: number,
  { horizon, before, streams, delayLevel, seed }: Settings,
): Delay {
  const detector = createDetector(definition, definition.forLevel(delayLevel, before + horizon));
  const delays = new Moments();
  let missed = 0;
  for (let stream = 0; stream < streams; stream++) {
    const random = randomStream(seed, stream);
    detector.reset();
    if (firstAlarm(detector, random, 0.5 - size / 2, before) !== undefined) continue;
    const delay = firstAlarm(detector, random, 0.5 + size / 2, horizon);
    if (delay === undefined) missed += 1;
    delays.add(delay ?? horizon);
  }
  return {
    size,
    ...delays.estimate(),
    missed: rateOf(missed, delays.count),
    early: rateOf(streams - delays.count, streams),
  };
}

function checkedShares(name: string, values: readonly number[]): readonly number[] {
  const wrong = values.find((value) => !(value > 0 && value <= 1));
  if (wrong === undefined && values.length > 0) return values;
  throw new ParameterError(`${name} must be numbers > 0 and <= 1; got ${wrong ?? 'none'}`);
}

function checkedCount(name: string, value: number): number {
  if (Number.isInteger(value) && value >= 1 && value < 2 ** 31) return value;
  throw new ParameterError(`${name} must be an integer from 1 to ${2 ** 31 - 1}; got ${value}`);
}

function settingsOf(options: DetectorStudyOptions): Settings {
  const { levels = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5], sizes = [0.1, 0.2, 0.3, 0.5, 0.8] } = options;
  const { delayLevel = 0.05, detectors = detectorCatalogue.list, seed = 1 } = options;
  return {
    detectors,
    horizon: checkedCount('horizon', options.horizon ?? 1000),
    streams: checkedCount('streams', options.streams ?? 1000),
    levels: checkedShares('levels', levels),
    delayLevel: checkedShares('delayLevel', [delayLevel])[0],
    before: checkedCount('before', options.before ?? 500),
    sizes: checkedShares('sizes', sizes),
    seed,
  };
}

/**
 * Measures false alarms by level and delays by size of change. All detectors see the same streams.
 *
 * @throws ParameterError for options outside their domain
 */
export function detectorStudy(options: DetectorStudyOptions = {}): DetectorStudy {
  const settings = settingsOf(options);
  const { horizon, before, streams, delayLevel, seed, levels, sizes } = settings;
  const detectors = settings.detectors.map((definition) => ({
    id: definition.id,
    name: definition.name,
    level: definition.level,
    proved: definition.proved,
    falseAlarms: levels.map((level) => countFalseAlarms(definition, level, settings)),
    delays: sizes.map((size) => measureDelay(definition, size, settings)),
  }));
  return { horizon, before, streams, delayLevel, seed, detectors };
}
