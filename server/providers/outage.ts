/**
 * A provider did not respond, or its response cannot be parsed: the outcome of the request is unknown. The user sees
 * "try again"; nothing is concluded from it.
 */
export class Unavailable extends Error {
  readonly provider: string

  constructor(provider: string, cause?: unknown) {
    super(`The ${provider} provider is unavailable`, { cause })
    this.provider = provider
  }
}
