/** The checks of declared features. They are copied, so that nobody changes them later. */
import { ParameterError } from '../../base/errors.ts';
import { isBounded, LARGEST_MAGNITUDE, SMALLEST_MAGNITUDE } from '../../base/magnitude.ts';
import { suggestion } from '../../base/nearest.ts';
import { ownOptions } from '../../base/shown.ts';
import type { FeatureDefinition, NumberFeature } from '../../definitions/features.ts';
import { ln } from '../../portable/math/log.ts';
import { nameText, valueText } from './refusals.ts';

const MOST_FEATURES = 32;
const MOST_KNOTS = 8;
const MOST_VALUES = 64;
const MOST_BUCKETS = 256;
const NAME = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;

/** The properties of each kind. */
const PROPERTIES: Readonly<Record<FeatureDefinition['kind'], readonly string[]>> = {
  number: ['min', 'max', 'scale', 'knots'],
  flag: [],
  category: ['values'],
  hash: ['buckets'],
  cycle: ['period'],
};

type Given = Readonly<Record<string, unknown>>;

function refuse(what: string, accepted: string, got: unknown): never {
  throw new ParameterError(
    `${what} must be ${accepted}; got ${valueText(got)}`,
    'features-malformed',
  );
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && isBounded(value);
}

function demandWhole(what: string, value: unknown, least: number, most: number): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) {
    return value;
  }
  return refuse(what, `an integer from ${least} to ${most}`, value);
}

/** The ends of a range, or other numbers in it: finite and in order. */
function checkOrder(name: string, places: readonly unknown[], scale: (place: number) => number) {
  const text = `numbers of at most ${LARGEST_MAGNITUDE} in size, each larger than the one before`;
  const numbers = places.filter(isNumber);
  const scaled = numbers.map(scale);
  const isOrdered = scaled.every((place, i) => i === 0 || place - scaled[i - 1] > 0);
  if (numbers.length === places.length && isOrdered) return;
  throw new ParameterError(
    `feature ${name}: min, knots and max must be ${text}; got ${places.map(valueText).join(', ')}`,
    'features-malformed',
  );
}

function checkedNumber(name: string, given: Given): NumberFeature {
  const { min, max, scale = 'linear', knots } = given;
  if (scale !== 'linear' && scale !== 'log') {
    refuse(`feature ${name}: scale`, "'linear' or 'log'", scale);
  }
  if (knots !== undefined && !(Array.isArray(knots) && knots.length >= 1)) {
    refuse(`feature ${name}: knots`, `an array of 1 to ${MOST_KNOTS} numbers`, knots);
  }
  const between = [...(knots ?? [])];
  if (between.length > MOST_KNOTS) {
    refuse(`feature ${name}: knots`, `at most ${MOST_KNOTS} numbers`, between);
  }
  if (scale === 'log' && !(isNumber(min) && min >= SMALLEST_MAGNITUDE)) {
    refuse(`feature ${name}: min`, 'above 0 with scale log', min);
  }
  checkOrder(name, [min, ...between, max], scale === 'log' ? ln : (place) => place);
  return {
    kind: 'number',
    name,
    min: min as number,
    max: max as number,
    ...(scale === 'log' ? { scale } : {}),
    ...(knots === undefined ? {} : { knots: Object.freeze(between) }),
  };
}

function checkedValues(name: string, values: unknown): readonly string[] {
  const isList = Array.isArray(values) && values.length >= 1 && values.length <= MOST_VALUES;
  if (!isList) refuse(`feature ${name}: values`, `an array of 1 to ${MOST_VALUES} texts`, values);
  const wrong = values.findIndex((value) => typeof value !== 'string');
  if (wrong >= 0) refuse(`feature ${name}: values[${wrong}]`, 'a text', values[wrong]);
  const twice = values.findIndex((value, place) => values.indexOf(value) < place);
  if (twice >= 0) refuse(`feature ${name}: values[${twice}]`, 'a unique value', values[twice]);
  return Object.freeze([...values]);
}

function checkedKind(kind: FeatureDefinition['kind'], name: string, given: Given) {
  switch (kind) {
    case 'number':
      return checkedNumber(name, given);
    case 'flag':
      return { kind, name };
    case 'category':
      return { kind, name, values: checkedValues(name, given.values) };
    case 'hash':
      return {
        kind,
        name,
        buckets: demandWhole(`feature ${name}: buckets`, given.buckets, 2, MOST_BUCKETS),
      };
    case 'cycle': {
      const { period } = given;
      if (isNumber(period) && period >= SMALLEST_MAGNITUDE) return { kind, name, period };
      return refuse(`feature ${name}: period`, 'a finite number above 0', period);
    }
  }
}

function isKind(kind: unknown): kind is FeatureDefinition['kind'] {
  return typeof kind === 'string' && Object.hasOwn(PROPERTIES, kind);
}

function checkedFeature(feature: unknown, place: number): FeatureDefinition {
  if (typeof feature !== 'object' || feature === null) {
    refuse(`features[${place}]`, 'an object with kind and name', feature);
  }
  const given = ownOptions<Record<string, unknown>>(feature as Record<string, unknown>);
  const { kind, name } = given;
  if (!isKind(kind)) {
    const kinds = Object.keys(PROPERTIES);
    throw new ParameterError(
      `features[${place}]: there is no kind ${typeof kind === 'string' ? nameText(kind) : valueText(kind)}; ${suggestion(kind, kinds)}`,
      'features-malformed',
    );
  }
  if (typeof name !== 'string' || !NAME.test(name)) {
    refuse(`features[${place}]: name`, 'a letter and up to 63 letters, digits and _', name);
  }
  const known = ['kind', 'name', ...PROPERTIES[kind]];
  const unknown = Object.keys(given).find((each) => !known.includes(each));
  if (unknown === undefined) return Object.freeze(checkedKind(kind, name, given));
  throw new ParameterError(
    `feature ${name} has no property '${unknown}'; ${suggestion(unknown, known)}`,
    'features-malformed',
  );
}

/** A copy of declared features in their shortest form, or an error that names the feature. */
export function checkedFeatures(features: unknown): readonly FeatureDefinition[] {
  if (!Array.isArray(features) || features.length < 1 || features.length > MOST_FEATURES) {
    const accepted = `an array of 1 to ${MOST_FEATURES} declared features, or an object with dimension`;
    refuse('features', accepted, features);
  }
  const checked = Array.from(features, checkedFeature);
  const names = checked.map(({ name }) => name);
  const twice = names.findIndex((name, place) => names.indexOf(name) < place);
  if (twice >= 0) refuse(`features[${twice}]: name`, 'a unique name', names[twice]);
  return Object.freeze(checked);
}
