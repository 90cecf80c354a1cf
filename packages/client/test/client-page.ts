/** A page in a real browser that has the built client, as an application's page would. */
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { BROWSER_FLAGS, findBrowser } from '../../lab/test/find-browser.ts';
import type { Driftline } from '../src/driftline.ts';

const built = fileURLToPath(new URL('../dist', import.meta.url));

/** Only what hangs is to be ended. */
const PATIENCE = 1_200_000;

/** What a page of these tests has. */
export interface ClientPage {
  readonly Driftline: typeof Driftline;
  client: Driftline;
}

const HTML = `<!doctype html><meta charset="utf-8"><title>shop</title>
<script type="module">
  import { Driftline } from '/client/index.js';
  window.Driftline = Driftline;
</script>`;

function startPages(): Promise<Server> {
  const server = createServer((request, response) => {
    const [, file] = /^\/client\/([\w-]+\.js)$/.exec(request.url ?? '') ?? [];
    if (file === undefined) response.setHeader('content-type', 'text/html').end(HTML);
    else
      response.setHeader('content-type', 'text/javascript').end(readFileSync(`${built}/${file}`));
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

export class ClientPages {
  readonly #browser: Browser;
  readonly #server: Server;
  readonly origin: string;

  private constructor(browser: Browser, server: Server) {
    this.#browser = browser;
    this.#server = server;
    this.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  static async start(): Promise<ClientPages> {
    const timeout = PATIENCE;
    const executablePath = findBrowser();
    const browser = await chromium.launch({ executablePath, args: BROWSER_FLAGS, timeout });
    return new ClientPages(browser, await startPages());
  }

  async stop(): Promise<void> {
    await this.#browser.close();
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** A visitor of their own, with a storage that all their pages share. */
  async visitor(): Promise<BrowserContext> {
    const context = await this.#browser.newContext();
    context.setDefaultTimeout(PATIENCE);
    return context;
  }

  async open(visitor: BrowserContext): Promise<Page> {
    const page = await visitor.newPage();
    await page.goto(this.origin);
    await ready(page);
    return page;
  }
}

/** Waits until the page has loaded the client. */
export async function ready(page: Page): Promise<void> {
  await page.waitForFunction(() => 'Driftline' in globalThis);
}
