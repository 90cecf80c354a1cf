/** README says what the programs print, and counts what the catalogues hold. Its code runs in packages/core/test. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { environmentCatalogue, lawCatalogue } from '@driftline/core';
import { whichPolicy } from '@driftline/engine/display';
import { expect, test } from 'vitest';
import { policyCounts } from '../../../tools/catalogue/pages.ts';
import { driftline } from './driftline.ts';
import { workspace } from './markdown.ts';

const readme = readFileSync(join(workspace, 'README.md'), 'utf8');

test('has at most 150 lines', () => {
  expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(150);
});

test('counts policies, environments and reward laws as the catalogues do', () => {
  const { candidates, oracles } = policyCounts();
  expect(readme).toContain(
    `${candidates} policies (plus uniform random choice and ${oracles} oracles), ${environmentCatalogue.list.length} environments and ${lawCatalogue.list.length} reward laws`,
  );
});

test('shows the tree "Which policy?" as it is printed (else run npm run docs:landscape)', () => {
  const { stdout } = driftline(['policies', '--which']);
  expect(readme).toContain(`\`\`\`text\n${stdout}\`\`\``);
});

test('has the numbers of the tree next to the praise of auto', () => {
  const { questions, reading, caveat } = whichPolicy;
  const takes = questions.flatMap(({ answers }) => answers.flatMap(({ take }) => take ?? []));
  const auto = takes.find(({ policy }) => policy === 'auto')?.relativeRegret ?? Number.NaN;
  const [, suite] = /over (\d+ comparisons in \d+ situations)/.exec(reading) ?? [];
  const [, heldOut, rival] = /averages ([\d.]+%).*benchmark, ([\d.]+%)/.exec(caveat) ?? [];
  const [, tuned] = /d-rmoss, averages ([\d.]+%)/.exec(caveat) ?? [];
  expect(readme).toContain(`our benchmark (${suite})`);
  expect(readme).toContain(`averages ${(100 * auto).toFixed(1)}% over`);
  expect(readme).toContain(`best of them ${tuned}`);
  expect(readme).toContain(`\`auto\` averages ${heldOut}`);
  expect(readme).toContain(`\`adr\` ${rival}`);
});

test('shows the table that its comparison prints', () => {
  const [, command = '', table = ''] =
    /```sh\nnpx driftline (compare .*)\n```\n\n```text\n([\s\S]*?)```/.exec(readme) ?? [];
  const { code, stdout } = driftline(command.split(' '));
  expect(code).toBe(0);
  expect(table).not.toBe('');
  expect(stdout).toContain(table);
});

test('quotes the answer about a log that the guide shows', () => {
  const guide = readFileSync(join(workspace, 'docs/advise.md'), 'utf8');
  const [, answer = ''] = /"Is it drifting\?" begins: `(.*?)`/.exec(readme) ?? [];
  expect(answer).not.toBe('');
  expect(guide).toContain(`1. Is it drifting?\n   ${answer}\n`);
});

test('has the two commands that .ci/run runs', () => {
  const commands = readFileSync(join(workspace, '.ci/run'), 'utf8').match(/^npm ci && .*$/gm) ?? [];
  expect(commands).toHaveLength(2);
  for (const command of commands) expect(readme).toContain(command);
});
