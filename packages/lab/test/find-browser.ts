/**
 * A real browser for the tests: the one that `DRIFTLINE_BROWSER` names, one that is installed, or one
 * that can be installed here. Where none of that goes, the error says what to do.
 */
import { type ExecFileSyncOptions, execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];

/** Where browsers are that stand in no search path. */
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

const WHAT_TO_DO =
  'the tests of the lab need Chromium or Chrome, and none was found: install one (on Debian and Ubuntu: apt-get install chromium), or name it in the environment variable DRIFTLINE_BROWSER';

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function inSearchPath(name: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

function installed(): string | undefined {
  return NAMES.map(inSearchPath).find((path) => path !== undefined) ?? PLACES.find(existsSync);
}

/** Whether this is a Debian on which packages may be installed without asking anyone. */
function mayInstall(): boolean {
  return process.getuid?.() === 0 && inSearchPath('apt-get') !== undefined;
}

function install(): void {
  const options: ExecFileSyncOptions = {
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: 600_000,
  };
  execFileSync('apt-get', ['update', '-q'], options);
  const packages = ['install', '-y', '-q', '--no-install-recommends', 'chromium'];
  execFileSync('apt-get', packages, {
    ...options,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}

/** The path of a browser; installs one first where that is needed and allowed. */
export function findBrowser(): string {
  const named = process.env.DRIFTLINE_BROWSER;
  if (named !== undefined && named !== '') {
    if (isExecutable(named)) return named;
    throw new Error(`DRIFTLINE_BROWSER must be the path of a browser; there is none at ${named}`);
  }
  const found = installed();
  if (found !== undefined) return found;
  if (!mayInstall()) throw new Error(WHAT_TO_DO);
  try {
    install();
  } catch (error) {
    throw new Error(`${WHAT_TO_DO}; installing it failed`, { cause: error });
  }
  const now = installed();
  if (now === undefined) throw new Error(WHAT_TO_DO);
  return now;
}

/**
 * Parts of the browser that are switched off. The first two make it draw the list below its address bar in a process
 * of its own for each new window, seen or not, which takes as long as most of our pages. The others are those that
 * Playwright switches off and that a test could notice: of several lists the browser takes the last.
 */
const WITHOUT = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

/** A sandbox can't be had as root, nor graphics without a screen; the rest keeps it off the network. */
export const BROWSER_FLAGS = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${WITHOUT.join(',')}`,
];
