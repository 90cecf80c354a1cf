/** A service of a few lines that answers as the real one does, and can be made to fail. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import type {
  ArmChange,
  ArmState,
  ChangedExperiment,
  Experiment,
  ExperimentPatch,
  NewExperiment,
  Problem,
  ServiceWarning,
} from '@driftline/client/wire';
import { pageBody, readPageFiles } from '@driftline/engine/page-files';
import { type FakeExperiment, tell } from './fake-data.ts';
import { sampleOffers } from './samples.ts';
import { tellAll } from './stories.ts';

class Refusal extends Error {
  readonly status: number;
  constructor(status: number, detail: string) {
    super(detail);
    this.status = status;
  }
}

interface Asked {
  readonly method: string;
  /** What is between the slashes after `/v1/`. */
  readonly path: readonly string[];
  readonly body: unknown;
  readonly ifMatch: string | undefined;
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text === '' ? undefined : JSON.parse(text);
}

export class FakeService {
  experiments = new Map<string, FakeExperiment>();
  warnings: readonly ServiceWarning[] = [];
  /** The key that it wants; empty for none. */
  key = '';
  /** Whether that key may change anything. */
  mayConfigure = true;
  /** What it answers to everything, instead of what it should. */
  failure: Problem | undefined;
  /** What was to be changed. */
  readonly log: string[] = [];
  /** Experiments whose state was asked for. */
  readonly statesRead = new Set<string>();
  /** How often something was read. */
  reads = 0;
  readonly #files = readPageFiles(fileURLToPath(new URL('../dist', import.meta.url)));
  #server: Server | undefined;

  begin(stories: readonly FakeExperiment[] = tellAll()): void {
    this.experiments = new Map(stories.map((each) => [each.experiment.key, each]));
    [this.key, this.mayConfigure, this.failure, this.warnings] = ['', true, undefined, []];
    this.log.length = 0;
    this.statesRead.clear();
  }

  async listen(): Promise<string> {
    const server = createServer((request, response) => void this.#answer(request, response));
    this.#server = server;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    return `http://127.0.0.1:${port}/`;
  }

  close(): void {
    this.#server?.close();
    this.#server?.closeAllConnections();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://x');
    const file = this.#files.get(url.pathname);
    if (file !== undefined) {
      const { body, headers } = pageBody(file, String(request.headers['accept-encoding'] ?? ''));
      response.writeHead(200, headers).end(body);
      return;
    }
    const [status, body] = await this.#result(request, url);
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  }

  async #result(request: IncomingMessage, url: URL): Promise<[number, unknown]> {
    try {
      if (this.failure !== undefined) return [this.failure.status, this.failure];
      const { method = 'GET', headers } = request;
      if (this.key !== '' && headers.authorization !== `Bearer ${this.key}`) {
        throw new Refusal(401, 'the key is unknown or revoked');
      }
      if (method !== 'GET' && !this.mayConfigure) {
        throw new Refusal(403, 'this request needs the scope configure; the key has read');
      }
      const body = await readBody(request);
      const path = url.pathname.split('/').slice(2).map(decodeURIComponent);
      if (method === 'GET') this.reads++;
      else this.log.push(`${method} ${path.join('/')} ${JSON.stringify(body) ?? ''}`);
      return [200, this.#route({ method, path, body, ifMatch: headers['if-match'] })];
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, message } = error;
      return [status, { type: '/problems/x', title: 'Refused', status, detail: message }];
    }
  }

  #route(asked: Asked): unknown {
    const [first, key, part, arm] = asked.path;
    if (first === 'policies') return { policies: sampleOffers };
    if (key === undefined) {
      return {
        experiments: [...this.experiments.values()].map(({ experiment }) => experiment),
        warnings: this.warnings,
      };
    }
    if (asked.method === 'PUT' && part === undefined)
      return this.#create(key, asked.body as NewExperiment);
    const found = this.experiments.get(key);
    if (found === undefined) throw new Refusal(404, `there is no experiment ${key}`);
    if (arm !== undefined) return this.#changeArm(found, arm, asked);
    return asked.method === 'GET' ? this.#read(found, part) : this.#change(found, part, asked);
  }

  #read(found: FakeExperiment, part: string | undefined): unknown {
    if (part === undefined) return found.experiment;
    if (part === 'state') {
      this.statesRead.add(found.experiment.key);
      return found.state;
    }
    return part === 'history' ? found.history : found.report;
  }

  #create(key: string, body: NewExperiment): Experiment {
    if (this.experiments.has(key)) throw new Refusal(409, `${key} is there already, and differs`);
    const arms = body.arms.map((arm) => ({ ...arm, state: 'active' as const }));
    const { arms: _, ...change } = body;
    const made = tell({ key, arms, decisions: 0, mean: () => 0, change });
    this.experiments.set(key, made);
    return made.experiment;
  }

  /** Takes an experiment as changed, and says so. */
  #changed(
    found: FakeExperiment,
    change: Partial<Experiment>,
    effects: string[],
  ): ChangedExperiment {
    const revision = found.experiment.revision + 1;
    found.experiment = { ...found.experiment, ...change, revision };
    found.state = { ...found.state, status: found.experiment.status, revision };
    return { ...found.experiment, effects };
  }

  #change(
    found: FakeExperiment,
    part: string | undefined,
    { body, ifMatch }: Asked,
  ): ChangedExperiment {
    if (part === 'pause')
      return this.#changed(found, { status: 'paused' }, [
        'the experiment makes no decisions and answers with its default arm; rewards still count',
      ]);
    if (part === 'resume')
      return this.#changed(found, { status: 'running' }, ['the experiment makes decisions']);
    if (part === 'archive')
      return this.#changed(found, { status: 'archived' }, [
        'the experiment is archived permanently and refuses decisions and rewards',
      ]);
    const { revision } = found.experiment;
    if (ifMatch !== String(revision)) {
      throw new Refusal(412, `the experiment has revision ${revision}; got ${ifMatch}`);
    }
    const { reward, policy, memory, explore, defaultArm, sticky, retain } = body as ExperimentPatch;
    const effects =
      policy === undefined && memory === undefined
        ? []
        : ['the policy replayed the last 2000 decisions, from decision 46210'];
    const change: Partial<Experiment> = {
      ...(policy === undefined ? {} : { policy: policy ?? { type: 'auto' } }),
      ...(memory === undefined ? {} : { memory }),
      ...(explore === undefined ? {} : { explore: explore ?? 0.02 }),
      ...(reward === undefined ? {} : { reward: { ...found.experiment.reward, ...reward } }),
      ...(defaultArm === undefined || defaultArm === null ? {} : { defaultArm }),
      ...(sticky === undefined ? {} : { sticky }),
      ...(retain === undefined ? {} : { retain: retain ?? '90d' }),
    };
    return this.#changed(found, change, effects);
  }

  #changeArm(found: FakeExperiment, key: string, { method, body }: Asked): ChangedExperiment {
    const { arms } = found.experiment;
    const change = body as ArmChange | undefined;
    if (method === 'PUT') {
      if (arms.some((arm) => arm.key === key)) throw new Refusal(409, `${key} is there already`);
      const arm = { key, state: 'active' as const, ...change };
      const knowledge = { observed: 0, pending: 0, mean: null, width: null, index: null, share: 0 };
      found.state = {
        ...found.state,
        arms: [...found.state.arms, { key, state: 'active', ...knowledge }],
      };
      return this.#changed(found, { arms: [...arms, arm] }, [`${key} joins`]);
    }
    const state: ArmState = method === 'DELETE' ? 'retired' : (change?.state ?? 'active');
    const set = <T extends { key: string }>(list: readonly T[]) =>
      list.map((each) => (each.key === key ? { ...each, state } : each));
    found.state = { ...found.state, arms: set(found.state.arms) };
    return this.#changed(found, { arms: set(arms) }, [`${key} is ${state}`]);
  }
}
