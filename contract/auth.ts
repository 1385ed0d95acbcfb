import * as z from 'zod/mini'
import { call } from './call.ts'
import { LENGTHS } from './lengths.ts'
import { fourDigits, okReply, personText, phoneText } from './shapes.ts'

const codeSent = z.object({
  ...okReply,
  resend_in: z.number().check(z.meta({ description: 'Seconds until another code can be asked for' })),
})

const signedIn = z.object({ ...okReply, auth_token: z.string(), has_pin: z.boolean() })

const documentIds = z.array(z.string().check(z.maxLength(60))).check(z.maxLength(10))

/**
 * Sign-up, step 1 (spec points 3 and 5). Address fields are required where the brand asks for them. `consents` names the documents
 * that were accepted: all that the brand asks for; a client that does not know of them leaves it out, and `auth/info` tells what is
 * missing.
 */
export const register = call({
  method: 'POST',
  path: '/v2/wallet/auth/register',
  auth: 'none',
  summary: 'Starts a sign-up and sends an SMS code to the phone.',
  request: z.object({
    first_name: personText(LENGTHS.first_name),
    last_name: z.optional(z.string().check(z.trim(), z.maxLength(LENGTHS.last_name), z.regex(/^[^\p{Cc}\p{Cf}]*$/u))),
    phone: phoneText,
    email: z.string().check(z.trim(), z.minLength(3), z.maxLength(LENGTHS.email), z.regex(/^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u)),
    country_code: z.optional(z.string().check(z.maxLength(2), z.regex(/^[A-Z]{2}$/))),
    city: z.optional(personText(LENGTHS.city)),
    zip_code: z.optional(personText(LENGTHS.zip_code)),
    address: z.optional(personText(LENGTHS.address)),
    consents: z.optional(documentIds),
  }),
  response: codeSent,
  refusals: ['phone_unsupported', 'code_too_soon', 'code_limit'],
})

export const sendCode = call({
  method: 'POST',
  path: '/v2/wallet/auth/send_code',
  auth: 'none',
  summary: 'Sends an SMS code: for sign-in, or again for a sign-up that has begun. The answer does not tell which.',
  request: z.object({ phone: phoneText }),
  response: codeSent,
  refusals: ['code_too_soon', 'code_limit'],
})

export const confirmPhone = call({
  method: 'POST',
  path: '/v2/wallet/auth/register/phone/confirm',
  auth: 'none',
  summary: 'Sign-up, step 2: opens the wallet and signs in.',
  request: z.object({ phone: phoneText, confirm_code: fourDigits }),
  response: signedIn,
  refusals: ['code_wrong', 'code_expired', 'code_limit'],
})

export const login = call({
  method: 'POST',
  path: '/v2/wallet/auth/login',
  auth: 'none',
  summary: 'Signs in with an SMS code.',
  request: z.object({ phone: phoneText, confirm_code: fourDigits }),
  response: signedIn,
  refusals: ['code_wrong', 'code_expired', 'code_limit'],
})

export const setPin = call({
  method: 'POST',
  path: '/v2/wallet/auth/register/set/pin',
  auth: 'token',
  summary: 'Sign-up, step 3: sets the PIN. Works once, while there is none.',
  request: z.object({ pin_code: fourDigits }),
  response: z.object(okReply),
  refusals: ['pin_already_set'],
})

/** For who signed up by a client that knows of no consents, and for everybody when a document has a new version. */
export const acceptConsents = call({
  method: 'POST',
  path: '/v2/wallet/auth/consents',
  auth: 'token',
  summary: 'Records consents to documents in their present versions; `missing_consents` of auth/info tells which are asked for.',
  request: z.object({ consents: documentIds }),
  response: z.object(okReply),
  refusals: [],
})

export const logout = call({
  method: 'POST',
  path: '/v2/wallet/auth/logout',
  auth: 'token',
  summary: 'Ends this session; its token is worth nothing afterwards.',
  response: z.object(okReply),
  refusals: [],
})
