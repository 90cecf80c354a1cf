/**
 * What others have written since does not fit what was planned: nothing was written, nobody is answered, and it has
 * to be done again on the state as it is now.
 */
export class RunAgain extends Error {
  override readonly name = 'RunAgain';
  /** Whether the state has to be read anew: a new policy went through the log, which takes more than its tail. */
  readonly isRevised: boolean;

  constructor(why: string, isRevised = false) {
    super(why);
    this.isRevised = isRevised;
  }
}
