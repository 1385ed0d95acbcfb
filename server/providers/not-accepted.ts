/**
 * A provider does not take what it was asked for: this number, this order, these details. The same again would not be taken either, and nothing
 * has come of it.
 */
export class NotAccepted extends Error {
  readonly reason: string

  constructor(provider: string, reason: string) {
    super(`The ${provider} provider does not accept what it was asked for: ${reason}`)
    this.reason = reason
  }
}
