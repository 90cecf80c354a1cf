/** The page docs/paper-map.md, made from the map of the paper and from the catalogues. */
import { policyCatalogue } from '@driftline/core';
import { contextualPolicyCatalogue, fleetCatalogue } from '@driftline/core/play';
import { adaIltcbThresholds } from '@driftline/core/theory';
import { anchorOf, cell, table } from '../catalogue/markdown.ts';
import { ENVIRONMENT_SOURCES } from './additions.ts';
import { type Citation, COMMENTED, type Entry, type Ids, PRINTED } from './citations.ts';
import { COMMENTED_SENTENCES, OPEN, OWN } from './own-text.ts';
import { additions, answeredBy, CATALOGUES, KINDS, type Kind } from './parts.ts';
import { firstUsefulHorizon, restlessStates } from './thresholds.ts';

/** Pages with a section for each id. */
const PAGES: Readonly<Record<Kind, string>> = {
  policies: 'policies.md',
  contextualPolicies: 'policies.md',
  fleets: 'policies.md',
  environments: 'environments.md',
  contextualEnvironments: 'environments.md',
  laws: 'environments.md',
};

/** An id with a link to its section. */
function link(kind: Kind, id: string): string {
  return `[\`${id}\`](${PAGES[kind]}#${anchorOf(CATALOGUES[kind].find(id))})`;
}

function idLinks(ids: Ids): string {
  return KINDS.flatMap((kind) => (ids[kind] ?? []).map((id) => link(kind, id))).join(', ');
}

/** Ids first, then the note. */
function answer(entry: Entry): string {
  return [idLinks(entry), entry.note ?? '']
    .filter((text) => text !== '')
    .join('. ')
    .replaceAll('|', '\\|');
}

function citationTable(citations: readonly Citation[]): string[] {
  return table(
    ['Reference', 'Key', 'In Driftline'],
    citations.map((each) => [each.reference, `\`${each.key}\``, answer(each)]),
  );
}

function numbers(kind: Kind, id: string): string {
  return answeredBy(kind, id).join(', ') || '–';
}

/** A large number with two digits: 4.0·10⁹. */
function rounded(value: number): string {
  const [digits, power] = value.toExponential(1).split('e+');
  const raised = Array.from(power!, (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)]).join('');
  return `${digits}·10${raised}`;
}

const EXAMPLE = { armCount: 2, horizon: 100_000, classSize: 100, delta: 0.05 } as const;

/** Both readings of 𝒦, as functions of the horizon. */
const SIZES = [
  { name: '𝒦 = K', at: () => EXAMPLE.armCount },
  { name: '𝒦 = K log₂ T', at: (horizon: number) => EXAMPLE.armCount * Math.log2(horizon) },
] as const;

function thresholdTable(): string[] {
  const columns = SIZES.map(({ at }) => ({
    ...adaIltcbThresholds(EXAMPLE, at(EXAMPLE.horizon)),
    horizon: firstUsefulHorizon(EXAMPLE, at),
  }));
  const row = (
    event: string,
    condition: string,
    value: (of: (typeof columns)[number]) => string,
  ) => [event, condition, ...columns.map(value)];
  return table(
    ['Slots', 'Condition', ...SIZES.map(({ name }) => name)],
    [
      row('shortest block', '⌈4 𝒦 C₀⌉', (of) => of.shortestBlock.toLocaleString('en-US')),
      row('block in which a variance can fail a test', 'D₂ 𝒦 ≤ 1/ν, so n ≥ D₂² 𝒦 C₀', (of) =>
        rounded(of.varianceTest),
      ),
      row('block in which a regret can fail a test', 'D₁ 𝒦 ν ≤ 1, so n ≥ D₁² 𝒦 C₀', (of) =>
        rounded(of.regretTest),
      ),
      row('block in which regret limits the mixture', '2 C 𝒦 ν ≤ 1, so n ≥ 4 C² 𝒦 C₀', (of) =>
        rounded(of.regretLimit),
      ),
      row('smallest horizon with a test that can fail', 'T ≥ D₂² 𝒦 C₀, with C₀ of this T', (of) =>
        rounded(of.horizon),
      ),
    ],
  );
}

function reasons(): string[] {
  const { armCount, horizon, classSize, delta } = EXAMPLE;
  const { logarithm } = adaIltcbThresholds(EXAMPLE, armCount);
  return [
    '',
    '### Ada-ILTCB⁺',
    '',
    `The policy of Chen, Lee, Luo and Wei chooses among a class Π of rules that map contexts to arms. It plays blocks, replays earlier blocks at random, and restarts if a test fails. With C₀ = ln(8T³|Π|²/δ), a block of n slots has the rate ν = √(C₀/(𝒦n)). The tests compare regrets with D₁ 𝒦 ν, and variances with D₂ 𝒦. Their constants are D₁ = 6,400, D₂ = 800 and C = 1.2·10⁷. A regret is at most 1, and a variance at most 1/ν.`,
    '',
    `The table has K = ${armCount}, T = ${horizon.toLocaleString('en-US')}, |Π| = ${classSize} and δ = ${delta}, so that C₀ = ${logarithm.toFixed(1)}. The text that we read does not show whether 𝒦 is K or K log₂ T.`,
    ...thresholdTable(),
    '',
    'At shorter horizons no test can fail, so the policy never restarts. It plays a mixture that keeps variances small, almost as if it chose arms uniformly. No public program of it is known to us. `adaIltcbThresholds` of `@driftline/core/theory` computes these numbers for your K, T, |Π| and δ.',
    '',
    '### UCRL for restless arms',
    '',
    `The policy of Ortner, Ryabko, Auer and Munos plans over the last observed state of each arm and the slots since then, up to the mixing time. Two arms with two states each and a mixing time of 50 slots make (2·50)² = ${restlessStates(2, 2, 50).toLocaleString('en-US')} states. Five such arms make ${restlessStates(5, 2, 50).toLocaleString('en-US')}. In each episode, the policy solves a planning problem over all of them. We read only the abstract, so its constants are not confirmed either.`,
  ];
}

function printedPart(): string[] {
  return [
    '',
    '## Printed text',
    '',
    '### Policies and environments of the paper',
    ...table(
      ['In the paper', 'In Driftline'],
      OWN.map((each) => [each.name, answer(each)]),
    ),
    ...PRINTED.flatMap(({ title, citations }) => [
      '',
      `### Citations: ${title.toLowerCase()}`,
      ...citationTable(citations),
    ]),
    '',
    '### Future work',
    '',
    'The paper leaves these questions open. It names no policy for them. Ids in this table therefore have their row in one of the other tables.',
    ...table(
      ['Number', 'Question', 'In Driftline'],
      OPEN.map((each) => [String(each.number), each.question, answer(each)]),
    ),
  ];
}

function commentedPart(): string[] {
  return [
    '',
    '## Commented-out lines',
    '',
    'The source of the paper has lines that the authors removed from the printed text. This part has citations that occur only there, and sentences that announce a result.',
    ...citationTable(COMMENTED),
    ...table(
      ['Sentence', 'In Driftline'],
      COMMENTED_SENTENCES.map((each) => [each.sentence, answer(each)]),
    ),
    ...reasons(),
  ];
}

/** Rows of the environments of one kind that the paper does not name. */
function environmentRows(kind: 'environments' | 'contextualEnvironments'): string[][] {
  return additions(kind).map((id) => [
    link(kind, id),
    ENVIRONMENT_SOURCES[id] ?? 'not stated',
    numbers(kind, id),
  ]);
}

function additionsPart(): string[] {
  return [
    '',
    '## Additions',
    '',
    'The paper does not name these. "Answers" has the number of a question of [Future work](#future-work).',
    ...table(
      ['Policy', 'Source', 'Answers'],
      additions('policies').map((id) => [
        link('policies', id),
        cell(policyCatalogue.find(id).reference),
        numbers('policies', id),
      ]),
    ),
    ...table(
      ['Contextual policy', 'Source', 'Answers'],
      additions('contextualPolicies').map((id) => [
        link('contextualPolicies', id),
        cell(contextualPolicyCatalogue.find(id).reference),
        numbers('contextualPolicies', id),
      ]),
    ),
    ...table(
      ['Environment', 'Source', 'Answers'],
      [...environmentRows('environments'), ...environmentRows('contextualEnvironments')],
    ),
    ...table(
      ['Fleet', 'Source', 'Answers'],
      additions('fleets').map((id) => [
        link('fleets', id),
        cell(fleetCatalogue.find(id).reference),
        numbers('fleets', id),
      ]),
    ),
    '',
    `Reward laws: ${additions('laws')
      .map((id) => link('laws', id))
      .join(', ')}. These are common distributions.`,
  ];
}

/** The page, as it should be. */
export function paperPage(): string {
  const cited = PRINTED.reduce((sum, { citations }) => sum + citations.length, 0);
  const lines = [
    '# The paper, citation by citation',
    '',
    '<!-- Generated by `npm run docs:catalogue` from tools/paper and the catalogues: do not edit. -->',
    '',
    `The paper is Wei and Srivastava, *Nonstationary Stochastic Multiarmed Bandits: UCB Policies and Minimax Regret* ([arXiv 2101.08980](https://arxiv.org/abs/2101.08980)). This page shows what Driftline has for each of its ${cited + COMMENTED.length} references and for each question that it leaves open, or why Driftline has nothing.`,
    '',
    `It has three parts: the [printed text](#printed-text) with ${cited} references, [commented-out lines](#commented-out-lines) of its source with ${COMMENTED.length} further ones, and [additions](#additions) that the paper does not name. Each policy, environment and fleet ([several players](players.md) with one rule) belongs to exactly one part. The source names references by keys and has no bibliography. We identified them by their keys and by the sentences that cite them.`,
    '',
    'A policy may be marked *unconfirmed*, *historical* or *theoretical*. [Policies](policies.md) explains the marks. If the paper is ambiguous, [decision 7](decisions/0007-readings-of-the-paper.md) has our reading.',
    ...printedPart(),
    ...commentedPart(),
    ...additionsPart(),
  ];
  return `${lines.join('\n')}\n`;
}
