import * as v from 'valibot'
import { emailText, signedIn } from './auth.ts'
import { call } from './call.ts'
import type { FeatureDocumentation } from './documentation.ts'
import { PIN_REFUSALS } from './refusals.ts'
import { codeSent, fourDigits, okReply, phoneText, proof, sixDigits } from './shapes.ts'

/** Sends a code to an e-mail: the one entered at sign-up, or a new one that replaces it. */
export const sendEmailCode = call({
  method: 'POST',
  path: '/v2/wallet/auth/email/send_code',
  auth: 'token',
  knowsDevice: true,
  request: v.object({ email: emailText }),
  response: codeSent,
})

/** Confirms that the e-mail is the owner's; `pin_code` is needed where a PIN is set. */
export const confirmEmail = call({
  method: 'POST',
  path: '/v2/wallet/auth/email/confirm',
  auth: 'token',
  request: v.object({ email: emailText, email_code: sixDigits, pin_code: v.optional(fourDigits) }),
  response: v.object(okReply),
})

/** For a user who has lost their number: sends a code to the e-mail when it is confirmed as the owner's, else a message that it is not. */
export const sendRecoveryCode = call({
  method: 'POST',
  path: '/v2/wallet/auth/recover/send_code',
  auth: 'none',
  knowsDevice: true,
  request: v.object({ phone: phoneText, email: emailText, proof }),
  response: codeSent,
})

/** Signs in by an e-mail's code and the PIN, instead of an SMS. */
export const recover = call({
  method: 'POST',
  path: '/v2/wallet/auth/recover',
  auth: 'none',
  knowsDevice: true,
  request: v.object({ phone: phoneText, email: emailText, email_code: sixDigits, pin_code: fourDigits }),
  response: signedIn,
})

/** The API document's description of these calls. */
export const emailDocumentation = {
  tag: 'Access',
  calls: {
    sendEmailCode: {
      summary: 'Send a code to an e-mail',
      description: 'Sends a code of six digits to the e-mail of the user, or to another that is to take its place.',
      refusals: ['switched_off', 'email_refused', 'code_too_soon', 'code_limit'],
    },
    confirmEmail: {
      summary: 'Confirm an e-mail',
      description:
        "The e-mail is known to be the user's from then on: they are written to, and may get back into their wallet by it. " +
        'Needs the PIN where one is set, else a sign-in of the last ten minutes (`sign_in_required`). The owner is told, also ' +
        'by the e-mail that it takes the place of.',
      refusals: [
        'switched_off',
        'code_wrong',
        'code_expired',
        'sign_in_required',
        'wait_required',
        'wallet_frozen',
        'pin_required',
        PIN_REFUSALS,
      ],
    },
    sendRecoveryCode: {
      summary: 'Send a code to get back into a wallet',
      description:
        'Sends a code to the e-mail, if the owner of the number has confirmed it; if not, a message that says so. The answer ' +
        'is the same.',
      refusals: ['switched_off', 'email_refused', 'code_too_soon', 'code_limit', 'proof_required'],
    },
    recover: {
      summary: 'Get back into a wallet',
      description:
        'Signs in by the code of an e-mail and the PIN. The owner is told as of every sign-in; for a day less may be withdrawn.',
      refusals: ['switched_off', 'code_wrong', 'code_expired', 'code_limit'],
    },
  },
} satisfies FeatureDocumentation
