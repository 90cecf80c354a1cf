import { describe, expect, it } from 'vitest';
import { outcomeOf, readingOutcomeOf, verdictOf, verdictText } from './verdict.ts';

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
  const other = (outcome: 'holds' | 'contradicted' | 'undecided', parameter = 'ζ') => ({
    parameter,
    outcome,
  });

  it('holds where no other reading contradicts', () => {
    expect(verdictOf('holds', [])).toEqual({ kind: 'holds', dependsOn: [] });
    expect(verdictOf('holds', [other('holds'), other('undecided')]).kind).toBe('holds');
  });

  it('depends on what contradicts a claim that holds as published', () => {
    const verdict = verdictOf('holds', [other('contradicted', 'γ'), other('holds', 'ζ')]);
    expect(verdict).toEqual({ kind: 'depends', dependsOn: ['γ'] });
  });

  it('is not reproduced where no other reading makes it hold', () => {
    expect(verdictOf('contradicted', [other('contradicted'), other('undecided')]).kind).toBe(
      'not reproduced',
    );
    expect(verdictOf('undecided', [other('contradicted')]).kind).toBe('not reproduced');
  });

  it('depends on what makes a claim hold that does not as published', () => {
    const alternatives = [other('holds', 'γ'), other('holds', 'γ'), other('holds', 'η')];
    expect(verdictOf('contradicted', alternatives)).toEqual({
      kind: 'depends',
      dependsOn: ['γ', 'η'],
    });
    expect(verdictOf('undecided', [other('holds')]).kind).toBe('depends');
  });
});

describe('verdictText', () => {
  it('names what a claim depends on', () => {
    expect(verdictText({ kind: 'holds', dependsOn: [] })).toBe('holds');
    expect(verdictText({ kind: 'depends', dependsOn: ['γ'] })).toBe('depends on γ');
    expect(verdictText({ kind: 'depends', dependsOn: ['γ', 'ζ', 'η'] })).toBe(
      'depends on γ, ζ and η',
    );
    expect(verdictText({ kind: 'not reproduced', dependsOn: [] })).toContain('this reading');
  });
});
