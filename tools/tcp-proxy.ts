/** A proxy before a server that cuts, delays, swallows and refuses, as networks do. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Where bytes go. */
export type Direction = 'to server' | 'to client';

/**
 * What happens to bytes on their way: `pass`; `cut` closes the connection instead; `swallow` loses these and all
 * that follow, both ways, and nobody is told, like a cable that is pulled.
 */
export type Fate = 'pass' | 'cut' | 'swallow';

export interface TcpProxy {
  readonly port: number;
  /** How many connections are open. */
  readonly connections: number;
  /** Decides on all that comes from now on; undefined lets everything pass. */
  judge: ((bytes: Buffer, direction: Direction) => Fate) | undefined;
  /** Milliseconds that bytes take each way. */
  delay: number;
  /** Whether new connections are closed at once. */
  isRefusing: boolean;
  /** Closes all connections. */
  cut(): void;
  /** Cuts a connection once so many more bytes went this way through the proxy; part of them arrives. */
  cutAfter(bytes: number, direction: Direction): void;
  close(): Promise<void>;
}

export async function startTcpProxy(serverPort: number, host = '127.0.0.1'): Promise<TcpProxy> {
  const proxy = new RunningProxy(serverPort, host);
  await proxy.listen();
  return proxy;
}

/** Two ends that belong together. */
class Link {
  readonly client: Socket;
  readonly server: Socket;
  isSilent = false;
  /** What was delayed last, by where it goes. */
  readonly #written = new Map<Socket, Promise<void>>();

  constructor(client: Socket, server: Socket) {
    this.client = client;
    this.server = server;
  }

  /** Bytes come in the order in which they were sent, however the delay changes. */
  write(to: Socket, bytes: Buffer, delay: number): void {
    const before = this.#written.get(to);
    if (delay === 0 && before === undefined) {
      to.write(bytes);
      return;
    }
    const written = Promise.all([before, sleep(delay)]).then(() => {
      to.write(bytes);
      if (this.#written.get(to) === written) this.#written.delete(to);
    });
    this.#written.set(to, written);
  }

  cut(): void {
    this.client.destroy();
    this.server.destroy();
  }
}

interface Countdown {
  left: number;
  readonly direction: Direction;
}

class RunningProxy implements TcpProxy {
  judge: TcpProxy['judge'];
  delay = 0;
  isRefusing = false;
  readonly #listener = createServer((client) => this.#accept(client));
  readonly #links = new Set<Link>();
  readonly #serverPort: number;
  readonly #host: string;
  #countdown: Countdown | undefined;

  constructor(serverPort: number, host: string) {
    this.#serverPort = serverPort;
    this.#host = host;
  }

  async listen(): Promise<void> {
    this.#listener.listen(0, '127.0.0.1');
    await once(this.#listener, 'listening');
  }

  get port(): number {
    return (this.#listener.address() as AddressInfo).port;
  }

  get connections(): number {
    return this.#links.size;
  }

  cut(): void {
    for (const link of this.#links) link.cut();
  }

  cutAfter(bytes: number, direction: Direction): void {
    this.#countdown = { left: bytes, direction };
  }

  async close(): Promise<void> {
    const closed = once(this.#listener, 'close');
    this.#listener.close();
    this.cut();
    await closed;
  }

  #accept(client: Socket): void {
    if (this.isRefusing) {
      client.destroy();
      return;
    }
    const server = connect({ port: this.#serverPort, host: this.#host, noDelay: true });
    client.setNoDelay(true);
    const link = new Link(client, server);
    this.#links.add(link);
    const end = () => {
      link.cut();
      this.#links.delete(link);
    };
    for (const socket of [client, server]) {
      // What is cut ends with an error on one side; both are closed then.
      socket.on('error', end);
      socket.on('close', end);
    }
    client.on('data', (bytes) => this.#pass(link, bytes, 'to server'));
    server.on('data', (bytes) => this.#pass(link, bytes, 'to client'));
  }

  #pass(link: Link, bytes: Buffer, direction: Direction): void {
    if (link.isSilent) return;
    const fate = this.judge?.(bytes, direction) ?? 'pass';
    if (fate === 'cut') link.cut();
    if (fate === 'swallow') link.isSilent = true;
    if (fate === 'pass') this.#send(link, bytes, direction);
  }

  #send(link: Link, bytes: Buffer, direction: Direction): void {
    const countdown = this.#countdown;
    const to = direction === 'to server' ? link.server : link.client;
    if (countdown?.direction === direction && countdown.left < bytes.length) {
      this.#countdown = undefined;
      to.write(bytes.subarray(0, countdown.left), () => link.cut());
      return;
    }
    if (countdown?.direction === direction) countdown.left -= bytes.length;
    link.write(to, bytes, this.delay);
  }
}
