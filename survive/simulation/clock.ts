/** The only time there is in a simulation: of the wallet, its providers and its database. It passes when it is told to. */
export class VirtualClock {
  /** Milliseconds since 1970. */
  ms: number

  constructor(ms: number) {
    this.ms = ms
  }

  now = (): Date => new Date(this.ms)

  pass(ms: number): void {
    this.ms += ms
  }
}
