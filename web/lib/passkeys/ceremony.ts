import type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'

/** The browser, or the person before it, has made or used no passkey: `known` when this device has one already. */
export class NoPasskey extends Error {
  readonly reason: 'known' | 'not_made' | 'not_used'

  constructor(reason: NoPasskey['reason'], options: ErrorOptions) {
    super(reason, options)
    this.reason = reason
  }
}

/** Has the browser make a passkey by the server's options; gives its answer. Rejects with NoPasskey. */
export async function makePasskey(options: string): Promise<string> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const optionsJSON = JSON.parse(options) as PublicKeyCredentialCreationOptionsJSON
  try {
    return JSON.stringify(await startRegistration({ optionsJSON }))
  } catch (cause) {
    const isKnown = cause instanceof Error && cause.name === 'InvalidStateError'
    throw new NoPasskey(isKnown ? 'known' : 'not_made', { cause })
  }
}

/** Has the browser sign with a passkey by the server's options; gives its answer. Rejects with NoPasskey. */
export async function signWithPasskey(options: string): Promise<string> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const optionsJSON = JSON.parse(options) as PublicKeyCredentialRequestOptionsJSON
  try {
    return JSON.stringify(await startAuthentication({ optionsJSON }))
  } catch (cause) {
    throw new NoPasskey('not_used', { cause })
  }
}
