import * as v from 'valibot'

/** What a browser is asked for, or answers, as the JSON of WebAuthn. */
export const webAuthnText = v.pipe(v.string(), v.minLength(2), v.maxLength(8000))
