/** How reports look: on a screen, on a phone, on paper. */

/** A font as a part of the report, so that it opens anywhere without a network. */
export interface EmbeddedFont {
  /** As `unicode-range` has it. */
  readonly unicodeRange: string;
  readonly woff2Base64: string;
}

function fontFace({ unicodeRange, woff2Base64 }: EmbeddedFont): string {
  return `@font-face{font-family:"Source Sans 3";font-style:normal;font-weight:200 900;font-display:swap;src:url(data:font/woff2;base64,${woff2Base64}) format("woff2");unicode-range:${unicodeRange}}`;
}

const RULES = `
:root {
  color-scheme: light;
  --page: #f6f6f3; --panel: #ffffff; --ink: #1b1f24; --second: #4a525c; --third: #626a74;
  --grid: #ecedea; --line: #e3e4e0;
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0; background: var(--page); color: var(--ink);
  font: 400 15px/1.5 "Source Sans 3", "Source Sans Pro", system-ui, sans-serif;
  font-variant-numeric: tabular-nums; overflow-wrap: break-word;
}
main { max-width: 824px; margin: 0 auto; padding: 32px 24px 64px; }
header { margin: 0 0 24px; }
h1, h2, h3, h4 { line-height: 1.25; font-weight: 600; margin: 0; text-wrap: balance; break-after: avoid; }
h1 { font-size: 30px; letter-spacing: -0.01em; }
h2 { font-size: 22px; margin: 0 0 8px; }
h3 { font-size: 17px; margin: 28px 0 4px; }
h4 { font-size: 15px; margin: 20px 0 4px; }
h4 .verdict { white-space: normal; }
sup, sub { font-size: 0.75em; line-height: 0; }
.group th { font-weight: 600; padding-top: 14px; border-bottom-color: transparent; padding-bottom: 0; }
tbody + tbody .group th { border-top: 1px solid var(--grid); }
p { margin: 0 0 12px; max-width: 74ch; text-wrap: pretty; }
.kicker { color: var(--third); margin: 0 0 4px; max-width: none; }
.answer { font-size: 18px; line-height: 1.45; max-width: 62ch; margin: 8px 0 16px; }
section {
  background: var(--panel); border: 1px solid var(--line); border-radius: 10px;
  padding: 24px; margin: 0 0 16px;
}
section > :last-child { margin-bottom: 0; }
nav ul { list-style: none; display: flex; flex-wrap: wrap; gap: 4px 20px; padding: 0; margin: 0; }
a { color: inherit; text-underline-offset: 3px; text-decoration-color: #8b9199; }
a:focus-visible, summary:focus-visible, .scroll:focus-visible { outline: 2px solid #1f56c4; outline-offset: 2px; }
.scroll {
  overflow-x: auto; margin: 0 0 16px;
  /* A shadow at the side where there is more to see: the covers move with the table, the shadows stay. */
  background:
    linear-gradient(to right, var(--panel) 40%, #ffffff00) left / 32px 100% local no-repeat,
    linear-gradient(to left, var(--panel) 40%, #ffffff00) right / 32px 100% local no-repeat,
    linear-gradient(to right, #1b1f2426, #1b1f2400) left / 12px 100% scroll no-repeat,
    linear-gradient(to left, #1b1f2426, #1b1f2400) right / 12px 100% scroll no-repeat;
}
table { border-collapse: collapse; width: 100%; font-size: 14px; line-height: 1.4; }
caption { text-align: left; color: var(--second); padding: 0 0 6px; }
th, td { padding: 6px 12px 6px 0; text-align: left; vertical-align: baseline; border-bottom: 1px solid var(--grid); }
th:last-child, td:last-child { padding-right: 0; }
thead th { font-weight: 400; color: var(--third); border-bottom-color: var(--line); vertical-align: bottom; }
tbody th { font-weight: 400; }
tbody tr:last-child > * { border-bottom-color: transparent; }
.number { text-align: right; white-space: nowrap; }
/* If the table would be wider than its box, intervals go below their numbers. */
.number:has(.pale) { white-space: normal; }
.number .pale { white-space: nowrap; }
.name { white-space: nowrap; }
.name.long { white-space: normal; overflow-wrap: anywhere; min-width: 22ch; }
.pale { color: var(--third); }
.strong { font-weight: 600; }
td .title { display: none; }
.head { min-width: 6.6em; }
.place { min-width: 10em; }
.bulk { margin: 0 0 4px; }
tr.aside th, tr.aside td { color: var(--second); }
.verdict { font-weight: 600; }
.mark { width: 11px; height: 11px; margin-right: 6px; vertical-align: -0.5px; flex: none; }
.glyphs { position: absolute; width: 0; height: 0; }
figure { margin: 16px 0 20px; break-inside: avoid; }
figure svg { display: block; width: 100%; height: auto; max-width: 726px; }
figure .narrow svg { max-width: 360px; }
figure .narrow { display: none; }
figcaption, .caption { color: var(--second); font-size: 14px; max-width: 78ch; margin-top: 6px; }
blockquote { margin: 8px 0 12px; padding: 0 0 0 14px; border-left: 2px solid var(--line); color: var(--second); max-width: 72ch; }
blockquote p { margin: 0; }
aside { border-left: 2px solid var(--line); padding-left: 14px; color: var(--second); margin: 16px 0; }
aside h3 { margin: 0 0 4px; font-size: 15px; color: var(--ink); }
aside p:last-child, aside ul:last-child { margin-bottom: 0; }
.note { background: #fff4e0; color: #8a4b00; border-radius: 6px; padding: 8px 12px; max-width: none; }
ul, ol { padding-left: 20px; margin: 0 0 12px; max-width: 74ch; }
li { margin: 0 0 4px; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 20px; margin: 0 0 16px; }
dt { color: var(--third); }
dd { margin: 0; min-width: 0; }
pre, code { font-family: ui-monospace, "SFMono-Regular", Menlo, Consolas, monospace; font-size: 13px; }
pre.command span { display: inline-block; max-width: 100%; }
pre { background: var(--page); border-radius: 6px; padding: 12px; white-space: pre-wrap; overflow-wrap: anywhere; margin: 0 0 12px; }
details { margin: 0 0 12px; }
summary { cursor: pointer; color: var(--second); margin: 0 0 8px; }
.claim + .claim { border-top: 1px solid var(--line); margin-top: 28px; padding-top: 4px; }
.claim > :last-child { margin-bottom: 0; }
footer { color: var(--third); font-size: 14px; }
@media (max-width: 620px) {
  body { font-size: 16px; }
  main { padding: 20px 0 40px; }
  header, footer { padding: 0 16px; }
  h1 { font-size: 25px; }
  h2 { font-size: 21px; }
  section { border-width: 1px 0; border-radius: 0; padding: 20px 16px; }
  table { font-size: 15px; }
  th, td { padding: 8px 14px 8px 0; }
  nav ul { gap: 0 20px; }
  nav a { display: inline-block; padding: 8px 0; }
  summary { padding: 8px 0; }
  .stacked thead { display: none; }
  .stacked tr { display: block; padding: 10px 0; border-bottom: 1px solid var(--grid); }
  .stacked tbody tr:last-child { border-bottom: 0; }
  .stacked th, .stacked td { display: block; padding: 0; border: 0; text-align: left; }
  .stacked .number, .stacked .name { white-space: normal; }
  .stacked tbody th { font-weight: 400; }
  .stacked tbody .head { font-weight: 600; }
  .stacked .title { display: inline; font-weight: 400; color: var(--third); }
  .stacked .reading::before { content: "our reading: "; }
  .stacked .group { border: 0; padding: 18px 0 0; }
  .stacked .group th { font-weight: 600; font-size: 16px; border: 0; padding: 0; }
  tbody + tbody .group th { border: 0; }
  .both .wide { display: none; }
  .both .narrow { display: block; }
  dl { grid-template-columns: 1fr; gap: 0; }
  dd { margin-bottom: 8px; }
}
@media print {
  @page { margin: 16mm 15mm; }
  body { background: #fff; font-size: 10pt; }
  main { max-width: none; padding: 0; }
  section { border: 0; border-radius: 0; padding: 0; margin: 0 0 10mm; }
  section + section { border-top: 1px solid var(--line); padding-top: 6mm; }
  nav { display: none; }
  table { font-size: 9pt; }
  tr, blockquote, aside, pre { break-inside: avoid; }
  table.whole { break-inside: avoid; }
  thead { display: table-header-group; }
  .scroll { overflow: visible; background: none; }
  summary { list-style: none; }
  details:not(.bulk)::details-content { content-visibility: visible; block-size: auto; display: block; }
  .bulk:not([open]) summary::after { content: " (folded: open it before printing)"; color: var(--third); }
  h4 + p, .answer, .lead, caption, summary { break-after: avoid; }
  figure svg { max-width: 155mm; }
  footer { display: none; }
  .note { border: 1px solid #8a4b00; }
}
`;

/** The whole style sheet. */
export function styleSheet(fonts: readonly EmbeddedFont[]): string {
  return `${fonts.map(fontFace).join('\n')}${RULES}`;
}
