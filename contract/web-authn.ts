import * as v from 'valibot'

/** What a browser is asked for, or answers, as the JSON of WebAuthn. */
export const webAuthnText = v.pipe(v.string(), v.minLength(2), v.maxLength(8000))

/** What a passkey is to sign, as the browser takes it. */
export const toBeSigned = v.object({ status: v.literal('ok'), options: webAuthnText })
