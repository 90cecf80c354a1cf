/** The single values that requests and answers are made of. */
import type { Json } from '@driftline/client/wire';
import Type from 'typebox';

/** Of experiments and arms. `.`, `..` and `__proto__` are not among them, nor is anything that looks like another. */
export const KEY_PATTERN = '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$';

export const key = Type.String({
  pattern: KEY_PATTERN,
  description:
    'At most 64 characters of A–Z, a–z, 0–9, ., _ and -, beginning with a letter or digit.',
});

export const unit = Type.String({
  minLength: 1,
  maxLength: 128,
  format: 'unit',
  description:
    'Name of a visitor, device or job: 1 to 128 visible characters in Unicode form NFC, with single spaces (U+0020) between them.',
});

/** A unit that is looked up: the log may hold units that are not accepted for new decisions. */
export const storedUnit = Type.String({
  minLength: 1,
  maxLength: 128,
  format: 'stored-unit',
  description: 'A unit, or a text that an earlier version accepted as one.',
});

export const duration = Type.String({
  maxLength: 24,
  description: 'A duration, such as 500ms, 30s, 10m, 6h or 90d.',
});

export const moment = Type.String({
  description: 'A time: ISO 8601 with milliseconds, in UTC.',
});

export const json = Type.Unsafe<Json>({ description: 'Any JSON value.' });

export const decisionId = Type.String({
  minLength: 3,
  maxLength: 64,
  description: 'From POST …/decisions.',
});

export const idempotencyKey = Type.String({
  pattern: '^[!-~]{1,128}$',
  description:
    'At most 128 visible ASCII characters. The same key returns the same response, or 422 if the request differs.',
});

export const rewardValue = Type.Number({
  description: 'The reward. It must be in the range of the experiment.',
});

export const count = Type.Integer({ minimum: 0 });
