/** Texts that are no keys: some would be something else to a file system, a database, a reader or a browser. */
export const NO_KEYS = [
  '.',
  '..',
  '../checkout',
  '__proto__',
  '-rf',
  'a b',
  'a/b',
  'a\u0000b',
  'a\nb',
  'blu\u202ee',
  'caf\u00e9',
  'cafe\u0301',
  "x'; DROP TABLE decision; --",
  'x"',
  'x%00',
  'a'.repeat(65),
];

/** Texts that are no units: they can't be seen, or look like another. */
export const NO_UNITS = [
  '',
  'a\u0000b',
  'a\u001fb',
  'a\u007fb',
  'a\u0085b',
  'user\u202e1',
  'user\u2066x\u2069',
  'us\u200ber',
  '\ufeffuser',
  'cafe\u0301',
  '\u212b',
  'a'.repeat(129),
];

/** Texts that an earlier version accepted as units, each with the code point that it is refused for. */
export const LOOK_ALIKES = [
  ['ann\u{e0041}', 'U+E0041'],
  ['ann\ufe0f', 'U+FE0F'],
  ['a\u034fnn', 'U+034F'],
  ['\u3164', 'U+3164'],
  ['ann\u00a0', 'U+00A0'],
  ['ann\u2800', 'U+2800'],
  ['ann ', 'U+0020'],
] as const;
