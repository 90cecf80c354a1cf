/** The claims in the report: all at a glance, then one by one. */

import { type Content, Html, html, NOTHING, withSubscripts } from '../../drawing/report/html.ts';
import {
  type Column,
  howToRead,
  intervalPart,
  type Row,
  regretText,
  signedText,
  tablePart,
} from '../../drawing/report/parts.ts';
import { SIGNIFICANCE_LEVEL } from '../../play/statistics.ts';
import { formatFixed } from '../../words/numbers.ts';
import { type Claim, decidingOrdering, type JudgedOrdering, type JudgedReading } from './judge.ts';
import { NAMES, PUBLISHED_ZETA } from './plan.ts';
import type { PhaseTable, ReproductionRecord } from './record.ts';
import { type Verdict, verdictText } from './verdict.ts';
import {
  capitalised,
  claimGroups,
  OUTCOME_WORDS,
  orderingLabel,
  READING_WORDS,
  readingSentences,
  sideLabel,
  tallySentence,
} from './words.ts';

/** A disc that is full, half full, empty or dashed. */
function markPart(kind: Verdict['kind']): Html {
  const inner = {
    holds: '<circle cx="6" cy="6" r="5.25" fill="currentColor"/>',
    depends:
      '<circle cx="6" cy="6" r="5" fill="none" stroke="currentColor" stroke-width="1.25"/><path d="M6 1a5 5 0 0 0 0 10z" fill="currentColor"/>',
    'not reproduced':
      '<circle cx="6" cy="6" r="5" fill="none" stroke="currentColor" stroke-width="1.25"/>',
    undecided:
      '<circle cx="6" cy="6" r="5" fill="none" stroke="currentColor" stroke-width="1.25" stroke-dasharray="2 1.5"/>',
  }[kind];
  return new Html(
    `<svg class="mark" viewBox="0 0 12 12" aria-hidden="true" focusable="false">${inner}</svg>`,
  );
}

function verdictPart(verdict: Verdict): Html {
  return html`<span class="verdict">${markPart(verdict.kind)}${verdictText(verdict)}</span>`;
}

function differencePart({ mean, low, high }: JudgedOrdering): Html {
  return html`${signedText(mean)} ${intervalPart(low, high)}`;
}

function overviewRow(claim: Claim): Html {
  const deciding = decidingOrdering(claim.published);
  return html`<tr><th scope="row" class="name"><a href="#claim-${claim.id}">${capitalised(claim.place)}</a></th>
<td>${verdictPart(claim.verdict)}</td>
<td class="name pale reading">${READING_WORDS[claim.published.outcome]}</td>
<td class="number"><span class="pale">${orderingLabel(deciding.ordering)}</span> ${differencePart(deciding)}</td></tr>
`;
}

/** Every claim in a row, below what is claimed. */
export function overviewTable(claims: readonly Claim[]): Html {
  const groups = claimGroups(claims).map(
    (group) =>
      html`<tbody><tr class="group"><th scope="rowgroup" colspan="4">${group[0].title}</th></tr>
${group.map(overviewRow)}</tbody>
`,
  );
  return html`<div class="scroll" role="region" aria-label="Claims and verdicts" tabindex="0"><table class="stacked">
<thead><tr><th scope="col">Where</th><th scope="col">Verdict</th><th scope="col" class="name">Our reading</th><th scope="col" class="number">Deciding difference <span class="pale">[95%]</span></th></tr></thead>
${groups}</table></div>`;
}

/** What the overview's words mean. */
export function readingOfOverview(): Html {
  return howToRead([
    `A claim holds if every difference that it states has the paper’s sign and is significant: its p-value, corrected for the number of differences tested together (Holm), is below ${SIGNIFICANCE_LEVEL}. Differences are taken replication by replication, with a sign such that a negative difference agrees with the paper. The deciding difference is the one that agrees least with the claim, in standard errors.`,
    html`“Depends on” means that the outcome changes with another value of something that the paper leaves open. “Not reproduced under this reading” means that a claim does not hold with the paper’s own settings, whatever value we tried for what it leaves open. “Holds with another value of” ζ or of the budget names a value that departs from the paper, which states both (ζ = ${PUBLISHED_ZETA}), so such a claim stays not reproduced. “Undecided” means that some difference is too small for this many replications. “Our reading” is the outcome with the settings that the paper names, and with <a href="#settled">our choices</a> for the others.`,
    html`Verdicts on environment 1 are for the one path that this seed draws. Another seed draws another path, which can change the verdicts. <a href="#study-path">The study of the path</a> has a new path for each replication.`,
  ]);
}

const PAIR_COLUMNS: readonly Column[] = [
  { title: 'Policies', kind: 'name' },
  { title: 'First', kind: 'number' },
  { title: 'Second', kind: 'number' },
  { title: html`Difference <span class="pale">[95%]</span>`, kind: 'number' },
  { title: 'Outcome', kind: 'words' },
];

function pairTable(claim: Claim): Html {
  const rows = claim.published.orderings.map((judged) => ({
    cells: [
      orderingLabel(judged.ordering),
      regretText(judged.values.less),
      regretText(judged.values.more),
      differencePart(judged),
      OUTCOME_WORDS[judged.outcome],
    ],
  }));
  return tablePart(PAIR_COLUMNS, rows, { label: `Differences: ${claim.title}, ${claim.place}` });
}

const READING_COLUMNS: readonly Column[] = [
  { title: 'Reading' },
  { title: 'Outcome', kind: 'words' },
  { title: 'Deciding difference', kind: 'name' },
  { title: html`<span class="pale">[95%]</span>`, kind: 'number' },
  { title: 'Replications', kind: 'number' },
];

function readingRow(reading: JudgedReading): Row {
  const deciding = decidingOrdering(reading);
  return {
    cells: [
      `${reading.parameter}: ${reading.value}`,
      READING_WORDS[reading.outcome],
      orderingLabel(deciding.ordering),
      differencePart(deciding),
      formatFixed(deciding.replications, 0),
    ],
  };
}

function readingsPart(claim: Claim): Html {
  if (claim.alternatives.length === 0) return NOTHING;
  const sentences = readingSentences(claim).map((sentence) => html`<li>${sentence}</li>\n`);
  const table = tablePart(READING_COLUMNS, claim.alternatives.map(readingRow), {
    label: `Other readings: ${claim.title}, ${claim.place}`,
  });
  return html`<p class="lead">Under other readings:</p><ul>${sentences}</ul>
<details><summary>Their numbers</summary>${table}</details>`;
}

function judgementPart(claim: Claim): Html {
  return html`<h4 id="claim-${claim.id}">${capitalised(claim.place)}: ${verdictPart(claim.verdict)}</h4>
<p>${tallySentence(claim.published)}</p>
${pairTable(claim)}
${readingsPart(claim)}
`;
}

function groupPart(group: readonly Claim[]): Html {
  const [{ title, quote, measured }] = group;
  return html`<article class="claim">
<h3>${title}</h3>
<blockquote><p>“${quote}”</p></blockquote>
<p>Measured: ${withSubscripts(measured)}.</p>
${group.map(judgementPart)}
</article>
`;
}

const PHASE_COLUMNS: readonly Column[] = [
  { title: 'Policy', kind: 'name' },
  { title: html`After a switch <span class="pale">[95%]</span>`, kind: 'number' },
  { title: html`Between switches <span class="pale">[95%]</span>`, kind: 'number' },
];

function phasePart(table: PhaseTable, words: string): Html {
  const cell = ({ mean, low, high }: { mean: number; low: number; high: number }): Content =>
    html`${regretText(mean)} ${intervalPart(low, high)}`;
  const rows = table.rows.map(({ spec, regret }) => ({
    cells: [sideLabel({ spec }), cell(regret['after a switch']), cell(regret['between switches'])],
  }));
  const slots = table.slots;
  return tablePart(PHASE_COLUMNS, rows, {
    label: `Regret by phase, ${words}`,
    caption: `Regret in ${words}: ${formatFixed(slots['after a switch'], 0)} slots count as after a switch, ${formatFixed(slots['between switches'], 0)} as between switches.`,
  });
}

/** Every claim in full, and the split of regret that some of them rest on. */
export function claimsSection({ claims, phases }: ReproductionRecord): Html {
  const split = (name: string, words: string) =>
    phases.filter(({ comparison }) => comparison === name).map((table) => phasePart(table, words));
  return html`<section id="claims">
<h2>Claims one by one</h2>
${claimGroups(claims).map(groupPart)}
<h3>Regret split at the switches</h3>
<p>Two claims compare regret after a switch of the best arm with regret while it stays. Curves are stored every 50 slots. A stretch of 50 slots counts as after a switch if it overlaps the 200 slots that follow one.</p>
${split(NAMES.environment1, 'environment 1')}
${split(NAMES.environment2, 'environment 2')}
</section>`;
}
