import * as v from 'valibot'
import { call } from './call.ts'
import type { FeatureDocumentation } from './documentation.ts'
import { LENGTHS } from './lengths.ts'
import { cleanText, optionalText, personText } from './person-text.ts'
import { CODE_REFUSALS, SENDING_REFUSALS } from './refusals.ts'
import { codeSent, fourDigits, okReply, phoneText, proof } from './shapes.ts'

/** An e-mail address, cleaned (cleanText): a text, an @, and a text. */
export const emailText = v.pipe(
  v.string(),
  v.transform(cleanText),
  v.minLength(3),
  v.maxLength(LENGTHS.email),
  v.regex(/^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u),
)

/** The session of a person who has signed in. */
export const signedIn = v.object({ ...okReply, auth_token: v.string(), has_pin: v.boolean() })

const documentIds = v.pipe(v.array(v.pipe(v.string(), v.maxLength(60))), v.maxLength(10))

/** Sign-up, step 1. */
export const register = call({
  method: 'POST',
  path: '/v2/wallet/auth/register',
  auth: 'none',
  knowsDevice: true,
  request: v.object({
    first_name: personText(LENGTHS.first_name),
    last_name: v.optional(optionalText(LENGTHS.last_name)),
    phone: phoneText,
    email: emailText,
    country_code: v.optional(v.pipe(v.string(), v.maxLength(2), v.regex(/^[A-Z]{2}$/))),
    city: v.optional(personText(LENGTHS.city)),
    zip_code: v.optional(personText(LENGTHS.zip_code)),
    address: v.optional(personText(LENGTHS.address)),
    consents: v.optional(documentIds),
    proof,
  }),
  response: codeSent,
})

export const sendCode = call({
  method: 'POST',
  path: '/v2/wallet/auth/send_code',
  auth: 'none',
  knowsDevice: true,
  request: v.object({ phone: phoneText, proof }),
  response: codeSent,
})

export const confirmPhone = call({
  method: 'POST',
  path: '/v2/wallet/auth/register/phone/confirm',
  auth: 'none',
  knowsDevice: true,
  request: v.object({ phone: phoneText, confirm_code: fourDigits, proof, pin_code: v.optional(fourDigits) }),
  response: signedIn,
})

export const login = call({
  method: 'POST',
  path: '/v2/wallet/auth/login',
  auth: 'none',
  knowsDevice: true,
  request: v.object({ phone: phoneText, confirm_code: fourDigits, proof, pin_code: v.optional(fourDigits) }),
  response: signedIn,
})

export const setPin = call({
  method: 'POST',
  path: '/v2/wallet/auth/register/set/pin',
  auth: 'token',
  request: v.object({ pin_code: fourDigits }),
  response: v.object(okReply),
})

/** Records consents: of users whose client had none at sign-up, and of all users when a document has a new version. */
export const acceptConsents = call({
  method: 'POST',
  path: '/v2/wallet/auth/consents',
  auth: 'token',
  request: v.object({ consents: documentIds }),
  response: v.object(okReply),
})

export const logout = call({
  method: 'POST',
  path: '/v2/wallet/auth/logout',
  auth: 'token',
  response: v.object(okReply),
})

/** The API document's description of these calls. */
export const authDocumentation = {
  tag: 'Access',
  calls: {
    register: {
      summary: 'Start a sign-up',
      description:
        'Starts a sign-up and sends an SMS code to the phone. `registration` of the config call tells which address fields and ' +
        'consents the brand asks for. An address field that is asked for has to be there. `consents` either names all that are ' +
        'asked for or is left out: then `missing_consents` of auth/info tells what is missing, and auth/consents accepts it.',
      refusals: ['phone_unsupported', SENDING_REFUSALS],
    },
    sendCode: {
      summary: 'Send an SMS code',
      description: 'Sends an SMS code: for sign-in, or again for a sign-up that has begun. The answer does not tell which.',
      refusals: SENDING_REFUSALS,
    },
    confirmPhone: {
      summary: 'Confirm the phone of a sign-up',
      description: 'Sign-up, step 2: opens the wallet and signs in.',
      refusals: [CODE_REFUSALS, 'pin_required'],
    },
    login: { summary: 'Sign in', description: 'Signs in with an SMS code.', refusals: [CODE_REFUSALS, 'pin_required'] },
    setPin: {
      summary: 'Set the PIN',
      description: 'Sign-up, step 3: sets the PIN. Works once, while there is none.',
      refusals: ['pin_already_set', 'pin_popular', 'wallet_frozen'],
    },
    acceptConsents: {
      summary: 'Accept documents',
      description:
        'Records consents to documents in their present versions; `missing_consents` of auth/info tells which are asked for.',
    },
    logout: { summary: 'Sign out', description: 'Ends this session; its token is worth nothing afterwards.' },
  },
  fields: {
    country_code: { description: 'ISO 3166-1, two letters', example: 'GB' },
    address: { form: 'typed', example: '1 Park Row' },
    consents: { description: 'Ids of documents that are accepted', example: 'offer' },
  },
} satisfies FeatureDocumentation
