/** Pages in a real browser that have the web SDK and our provider, bundled as an application's would be. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { OpenFeature } from '@openfeature/web-sdk';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { rolldown } from 'rolldown';
import { BROWSER_FLAGS, findBrowser } from '../../lab/test/find-browser.ts';
import type { DriftlineWebProvider } from '../src/web/provider.ts';

/** What a page of these tests has. */
export interface FlagPage {
  readonly OpenFeature: typeof OpenFeature;
  readonly DriftlineWebProvider: typeof DriftlineWebProvider;
}

/** Only what hangs is to be ended. */
const PATIENCE = 1_200_000;

export async function bundled(input: string): Promise<string> {
  const build = await rolldown({ input, platform: 'browser' });
  const { output } = await build.generate({ format: 'esm' });
  await build.close();
  if (output.length !== 1) throw new Error('the page would load more than one script');
  return output[0].code;
}

function startPages(script: string): Promise<Server> {
  const html = `<!doctype html><meta charset="utf-8"><title>shop</title><body><script type="module" src="/page.js"></script>`;
  const server = createServer((request, response) => {
    const isScript = request.url === '/page.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? script : html);
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

export class FlagPages {
  readonly #browser: Browser;
  readonly #server: Server;
  readonly origin: string;

  private constructor(browser: Browser, server: Server) {
    this.#browser = browser;
    this.#server = server;
    this.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  /** @param script - what each page runs */
  static async start(script: string): Promise<FlagPages> {
    const timeout = PATIENCE;
    const executablePath = findBrowser();
    const browser = await chromium.launch({ executablePath, args: BROWSER_FLAGS, timeout });
    return new FlagPages(browser, await startPages(script));
  }

  async stop(): Promise<void> {
    await this.#browser.close();
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async visitor(): Promise<BrowserContext> {
    const context = await this.#browser.newContext();
    context.setDefaultTimeout(PATIENCE);
    return context;
  }

  async open(visitor: BrowserContext, path = '/'): Promise<Page> {
    const page = await visitor.newPage();
    await page.goto(this.origin + path);
    return page;
  }
}
