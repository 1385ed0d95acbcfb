/**
 * A provider did not answer, or not with anything that can be understood: what became of the request is unknown. The person sees
 * "try again"; nothing is concluded from it.
 */
export class Unavailable extends Error {
  readonly provider: string

  constructor(provider: string, cause?: unknown) {
    super(`The ${provider} provider is unavailable`, { cause })
    this.provider = provider
  }
}
