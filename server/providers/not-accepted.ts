/** A provider takes no message to this recipient, or not this message: the same again would not be taken either. */
export class NotAccepted extends Error {
  constructor(provider: string, reason: string) {
    super(`The ${provider} provider does not accept a message: ${reason}`)
  }
}
