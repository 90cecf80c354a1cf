/** The rules for texts that users read. `docs/style.md` explains them to people. */

/** A word or phrase that readers stumble over, and its replacement. */
interface ForbiddenPhrase {
  readonly pattern: RegExp;
  readonly use: string;
}

/** Ends a phrase that stands last in its clause. */
const CLAUSE_END = '(?=[.,;:!?)]|$)';

export const FORBIDDEN_PHRASES: readonly ForbiddenPhrase[] = [
  { pattern: /\btold\b/gi, use: 'reported, printed, estimated, given' },
  { pattern: /\b(?:is|are|was|were|be|being) said\b/gi, use: 'states or reports, with a subject' },
  { pattern: /\bsays? so\b/gi, use: 'reports this, prints a warning' },
  { pattern: /\b(?:anew|afresh)\b/gi, use: 'again, new, rebuild, redraw' },
  { pattern: /\bbeside\b/gi, use: 'next to, in addition to, compared with' },
  { pattern: /\bheld against\b/gi, use: 'compared with' },
  { pattern: /\balso (?:while|by|with)\b/gi, use: 'even while, including' },
  { pattern: new RegExp(`, too${CLAUSE_END}`, 'gm'), use: 'also, before the verb' },
  { pattern: /\bfor ever\b/gi, use: 'permanently' },
  { pattern: new RegExp(`\\b(?:any|no) more${CLAUSE_END}`, 'gim'), use: 'no longer' },
  {
    pattern:
      /(?<!\b[Tt]here )\b(?:is|are|was|were) no (?!longer|more|less|fewer|other|one|such)\w+/g,
    use: 'is not a …',
  },
  { pattern: /\bof (?:its|their|your|our) own\b/gi, use: 'own, separate, custom' },
  { pattern: /\bin (?:the )?place of\b/gi, use: 'instead of' },
  { pattern: new RegExp(`\\bas (?:it is|they are)${CLAUSE_END}`, 'gim'), use: 'unchanged' },
  { pattern: /\bby (?:itself|themselves)\b/gi, use: 'automatically, on its own' },
  { pattern: /\bbe had\b/gi, use: '(not) available' },
  { pattern: /\b(?:mend(?:s|ed|ing)?|put right)\b/gi, use: 'repair, correct' },
  { pattern: /\bso many\b/gi, use: 'the number, by its name' },
  { pattern: /\bst(?:and|ands|anding|ood) still\b/gi, use: 'stationary, is not moving' },
  { pattern: /\b(?:whoever|somebody|nobody)\b/gi, use: 'you, the service, the process' },
  { pattern: /(?<![-‑])\bblind(?:ly)?\b/gi, use: 'random choice' },
  { pattern: /\bworlds?\b/gi, use: 'simulation, environment' },
  { pattern: /\bdoors?\b/gi, use: 'entry point' },
  { pattern: /\brooms?\b/gi, use: 'space (disk), headroom (gain), module (code)' },
  { pattern: /\bby lot\b/gi, use: 'at random' },
  { pattern: /\bper cent\b|\d[ \u00a0\u202f]%/g, use: '95%' },
  { pattern: /(?<![\w.,])\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?!\d)/g, use: '10,000' },
  { pattern: /(?<![\w.\d])\.\d/g, use: '0.95, with its zero' },
  {
    pattern:
      /\b(?:(?:un|dis)?(?:colou|favou|behaviou|neighbou)r\w*|licence\w*|centre\w*|grey\w*)\b/gi,
    use: 'American spelling',
  },
];

/** A sentence may begin with these only if it is a question. */
export const QUESTION_WORDS = /^(?:Where|What|Whose|Who|Whoever|Of) /;

export const MAX_SENTENCE_WORDS = 35;

/** A word whose rate is limited: occurrences per 1,000 words of README and guides. */
interface RateLimit {
  readonly name: string;
  readonly pattern: RegExp;
  readonly limit: number;
}

export const RATE_LIMITS: readonly RateLimit[] = [
  { name: 'where', pattern: /\b[Ww]here\b/g, limit: 1.5 },
  { name: 'what', pattern: /\b[Ww]hat\b/g, limit: 3 },
  { name: 'semicolon', pattern: /;/g, limit: 3 },
];
