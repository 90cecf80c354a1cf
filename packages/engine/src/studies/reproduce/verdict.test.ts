import { describe, expect, it } from 'vitest';
import {
  outcomeOf,
  type ReadingOutcome,
  readingOutcomeOf,
  type Verdict,
  verdictOf,
  verdictText,
} from './verdict.ts';

describe('outcomeOf', () => {
  it('takes the sign of a difference that counts', () => {
    expect(outcomeOf(-3, 0.01)).toBe('as claimed');
    expect(outcomeOf(3, 0.01)).toBe('opposite');
  });

  it('decides nothing where the p-value is not below the level', () => {
    expect(outcomeOf(-3, 0.05)).toBe('undecided');
    expect(outcomeOf(3, 1)).toBe('undecided');
    expect(outcomeOf(0, 0)).toBe('undecided');
    expect(outcomeOf(-3, Number.NaN)).toBe('undecided');
  });
});

describe('readingOutcomeOf', () => {
  it('holds only if every ordering does', () => {
    expect(readingOutcomeOf(['as claimed', 'as claimed'])).toBe('holds');
    expect(readingOutcomeOf(['as claimed', 'undecided'])).toBe('undecided');
  });

  it('is contradicted by one ordering the other way round', () => {
    expect(readingOutcomeOf(['as claimed', 'opposite', 'undecided'])).toBe('contradicted');
  });
});

describe('verdictOf', () => {
  const other = (outcome: ReadingOutcome, parameter = 'γ', stated = false) => ({
    parameter,
    outcome,
    stated,
  });

  it('holds where no other reading contradicts', () => {
    expect(verdictOf('holds', [])).toEqual({ kind: 'holds', dependsOn: [], turnsWith: [] });
    expect(verdictOf('holds', [other('holds'), other('undecided')]).kind).toBe('holds');
  });

  it('depends on what contradicts a claim that holds in our reading', () => {
    const verdict = verdictOf('holds', [other('contradicted', 'γ'), other('holds', 'η')]);
    expect(verdict).toEqual({ kind: 'depends', dependsOn: ['γ'], turnsWith: [] });
  });

  it('is not reproduced where no other reading makes it hold', () => {
    const alternatives = [other('contradicted'), other('undecided')];
    expect(verdictOf('contradicted', alternatives).kind).toBe('not reproduced');
  });

  it('is undecided where the data decide nothing, whatever else fails', () => {
    const alternatives = [other('contradicted'), other('undecided')];
    expect(verdictOf('undecided', alternatives).kind).toBe('undecided');
  });

  it('depends on what makes a claim hold that does not in our reading', () => {
    const alternatives = [other('holds', 'γ'), other('holds', 'γ'), other('holds', 'η')];
    expect(verdictOf('contradicted', alternatives)).toEqual({
      kind: 'depends',
      dependsOn: ['γ', 'η'],
      turnsWith: [],
    });
    expect(verdictOf('undecided', [other('holds')]).kind).toBe('depends');
  });

  it('lets no departure from a stated value decide, but reports it', () => {
    const rescued = verdictOf('contradicted', [other('holds', 'ζ', true)]);
    expect(rescued).toEqual({ kind: 'not reproduced', dependsOn: [], turnsWith: ['ζ'] });
    const spoilt = verdictOf('holds', [other('contradicted', 'V', true)]);
    expect(spoilt).toEqual({ kind: 'holds', dependsOn: [], turnsWith: ['V'] });
    const both = verdictOf('contradicted', [other('holds', 'ζ', true), other('holds', 'γ')]);
    expect(both).toEqual({ kind: 'depends', dependsOn: ['γ'], turnsWith: ['ζ'] });
  });
});

describe('verdictText', () => {
  const text = (kind: Verdict['kind'], dependsOn: string[] = [], turnsWith: string[] = []) =>
    verdictText({ kind, dependsOn, turnsWith });

  it('names what a claim depends on', () => {
    expect(text('depends', ['γ'])).toBe('depends on γ');
    expect(text('depends', ['γ', 'η'], ['ζ'])).toBe('depends on γ, η and ζ');
  });

  it('says what turns an outcome', () => {
    expect(text('holds')).toBe('holds');
    expect(text('holds', [], ['V'])).toBe('holds, but not with another value of V');
    expect(text('undecided')).toBe('undecided');
    expect(text('not reproduced')).toBe('not reproduced under this reading');
    expect(text('not reproduced', [], ['ζ'])).toBe(
      'not reproduced under this reading; holds with another value of ζ',
    );
  });
});
