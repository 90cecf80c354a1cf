/** Writes what `driftline advise` prints today into the guide docs/advise.md, with the figure that it shows. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const workspace = fileURLToPath(new URL('../..', import.meta.url));
const launcher = join(workspace, 'packages/cli/bin/driftline.js');
const path = join(workspace, 'docs/advise.md');

/** A command of the guide and the block behind it that shows what it prints. */
const SHOWN = /(```sh\nnpx driftline (advise .*) --out (\w+)\n```\n\n```\n)[\s\S]*?(?=```)/g;

const scratch = mkdtempSync(join(tmpdir(), 'driftline-guide-'));
try {
  const page = readFileSync(path, 'utf8').replaceAll(SHOWN, (_, before, words, out) => {
    const folder = join(scratch, out);
    const args = [launcher, ...words.split(' '), '--out', folder];
    const printed = execFileSync(process.execPath, args, { cwd: workspace, encoding: 'utf8' });
    // The same width, as if it had been written beside the log.
    const [said] = printed.split('\nWritten to ');
    const written = /\nWritten to [\s\S]*/.exec(printed)?.[0] ?? '';
    const names = written.replaceAll(/\s+/g, ' ').replace(folder, out).trim();
    return `${before}${said}\n${names.replace(/(.{1,80})(?: |$)/g, '$1\n')}`;
  });
  writeFileSync(path, page);
  copyFileSync(
    join(scratch, 'checkout/figures/means.svg'),
    join(workspace, 'docs/advise-means.svg'),
  );
} finally {
  rmSync(scratch, { recursive: true });
}
