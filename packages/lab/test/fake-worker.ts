/** A worker as the page sees it, which does what a test says. */
export class FakeWorker<Order, News> {
  readonly orders: Order[] = [];
  terminated = false;
  readonly #listeners = new Map<string, (event: unknown) => void>();

  postMessage(order: Order): void {
    this.orders.push(order);
  }

  addEventListener(type: string, listener: (event: unknown) => void): void {
    this.#listeners.set(type, listener);
  }

  terminate(): void {
    this.terminated = true;
  }

  send(news: News): void {
    this.#listeners.get('message')?.({ data: news });
  }

  fail(message: string): void {
    this.#listeners.get('error')?.({ message });
  }
}
