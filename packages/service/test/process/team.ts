/** Services on one store, as a team runs them behind a balancer: each of them may be gone for a while. */
import { type ProcessOptions, ServiceProcess } from './service-process.ts';

export class Team {
  readonly #options: ProcessOptions;
  readonly #members: ServiceProcess[] = [];

  private constructor(options: ProcessOptions) {
    this.#options = options;
  }

  /** Starts so many services; resolves when all are ready. */
  static async start(options: ProcessOptions, size = 2): Promise<Team> {
    const team = new Team(options);
    const members = Array.from({ length: size }, () => ServiceProcess.start(options));
    for (const started of await Promise.allSettled(members))
      if (started.status === 'fulfilled') team.#members.push(started.value);
    if (team.#members.length === size) return team;
    await team.end();
    // It rejects with what the service said.
    await Promise.all(members);
    return team;
  }

  /** The last address of each, whether it answers or not. */
  get addresses(): readonly string[] {
    return this.#members.map(({ address }) => address);
  }

  member(place: number): ServiceProcess {
    return this.#members[place];
  }

  /** Starts a member that is gone; resolves when it is ready. */
  async replace(place: number): Promise<void> {
    this.#members[place] = await ServiceProcess.start(this.#options);
  }

  async end(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    await Promise.all(this.#members.map((member) => member.kill(signal)));
  }
}
