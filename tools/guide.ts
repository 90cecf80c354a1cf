/**
 * Runs a guide: every `sh` block of a page in one shell, in order, and every `ts` block. Only ports differ, and `npx`
 * finds the programs of this workspace. A service runs in the background from its line on.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const workspace = fileURLToPath(new URL('..', import.meta.url));

/** A block of a page that is run. */
export interface Block {
  readonly language: string;
  readonly code: string;
}

export interface Guide {
  /** The page. */
  readonly page: string;
  readonly blocks: readonly Block[];
}

/** Reads pages by their paths in the workspace, as one guide: later pages go on with the state of earlier ones. */
export function readGuide(...paths: readonly string[]): Guide {
  const page = paths.map((path) => readFileSync(join(workspace, path), 'utf8')).join('\n');
  const blocks = Array.from(page.matchAll(/^```(\w+)\n([\s\S]*?)^```/gm), ([, language, code]) => ({
    language,
    code,
  })).filter(({ language }) => language === 'sh' || language === 'ts');
  return { page, blocks };
}

/** What stands around every guide. */
const PRELUDE = readFileSync(new URL('guide-prelude.sh', import.meta.url), 'utf8');

export interface GuideRun {
  /** Around the code of a block, such as what the guide only says in words. */
  readonly edit?: (code: string) => string;
  readonly env?: Readonly<Record<string, string>>;
  /** Files that are there at the beginning, by their names. */
  readonly prepare?: (folder: string) => void | Promise<void>;
}

function shellOf(code: string): string {
  return code
    .replaceAll(/http:\/\/127\.0\.0\.1:(\d+)/g, '$URL_$1')
    .replaceAll("'$URL_8080", "$URL_8080'")
    .replaceAll(/^(.*npx driftline serve .*--port (\d+).*) & (\w+)=\$!$/gm, '$1\n$3=$SERVICE_$2');
}

/** However busy the machine is, the answers are waited for. */
function moduleOf(code: string): string {
  return code
    .replaceAll("'http://127.0.0.1:8080'", 'process.argv[2], ...{ timeout: 3_600_000 }')
    .replace('timeout: 250,', '');
}

/** What each block printed. */
export class Printed {
  readonly #guide: Guide;
  readonly all: readonly string[];

  constructor(guide: Guide, all: readonly string[]) {
    this.#guide = guide;
    this.all = all;
  }

  /** What was printed by the blocks that have this in them. */
  by(part: string): string {
    const places = this.#guide.blocks.flatMap(({ code }, place) =>
      code.includes(part) ? [place] : [],
    );
    return places.map((place) => this.all[place]).join('\n');
  }
}

/** Runs a guide in a folder of its own. Rejects where a command fails. */
export async function runGuide(
  guide: Guide,
  { edit = (code) => code, env = {}, prepare }: GuideRun = {},
): Promise<Printed> {
  const scratch = mkdtempSync(join(tmpdir(), 'driftline-guide-'));
  // Where imports find the packages of the workspace, and git does not look.
  const modules = mkdtempSync(join(workspace, 'node_modules/.driftline-guide-'));
  try {
    await prepare?.(scratch);
    const parts = guide.blocks.map(({ language, code }, place) => {
      const marked = `echo; echo '=== ${place}'\n`;
      if (language === 'sh') return `${marked}${shellOf(edit(code))}`;
      writeFileSync(join(modules, `block-${place}.mjs`), moduleOf(code));
      return `${marked}"$NODE" "$MODULES/block-${place}.mjs" "$URL_8080"\n`;
    });
    const shell = spawn('bash', ['-c', `${PRELUDE}${parts.join('')}`], {
      cwd: scratch,
      env: {
        ...{ ...process.env, NODE: process.execPath, WORKSPACE: workspace, MODULES: modules },
        ...env,
      },
    });
    const [printed, complaints, code] = await Promise.all([
      text(shell.stdout),
      text(shell.stderr),
      new Promise((resolve) => shell.on('close', resolve)),
    ]);
    if (code !== 0) throw new Error(`the guide ended with ${code}:\n${printed}\n${complaints}`);
    return new Printed(guide, printed.split(/\n=== \d+\n/).slice(1));
  } finally {
    rmSync(scratch, { recursive: true });
    rmSync(modules, { recursive: true });
  }
}
