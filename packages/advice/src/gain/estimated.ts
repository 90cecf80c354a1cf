/** What an estimate of the gain is made of. */
export interface Estimated {
  /** Per decision. */
  readonly headroom: number;
  readonly error: number;
  /** The best arm to stay with. */
  readonly fixed: number;
  /** Of decisions in which another arm leads, the share. */
  readonly elsewhere: number;
  /** Of decisions in which what is said of the leader is known, the share. */
  readonly support: number;
}
