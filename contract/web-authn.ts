import * as v from 'valibot'

/** The options for a browser, or its answer, as the JSON of WebAuthn. */
export const webAuthnText = v.pipe(v.string(), v.minLength(2), v.maxLength(8000))

/** The options that a passkey signs, in the form that a browser takes. */
export const toBeSigned = v.object({ status: v.literal('ok'), options: webAuthnText })
