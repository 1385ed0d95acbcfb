import * as calls from '#contract/auth'
import type { RequestOf } from '#contract/call'
import { closeWallet, sendClosingCode } from '#contract/closing'
import { confirmEmail, recover, sendEmailCode, sendRecoveryCode } from '#contract/email'
import { freeze, secure, secureByNotice, sendUnfreezeCode, unfreeze, waitToUnfreeze } from '#contract/freeze'
import { changePin, resetPin, sendPinCode } from '#contract/pin'
import { endSessions, renameDevice, sessions } from '#contract/sessions'
import { callingProvider, type Http, ok, openRoute, type RequestContext, route } from '#server/http/route'
import { addressKey, addressNetwork } from '#server/security/address-key'
import {
  type AuthDeps,
  acceptConsents,
  type Caller,
  type CodeAsked,
  confirmPhone,
  login,
  logout,
  register,
  requestCode,
  type SignedInReply,
} from './auth.ts'
import * as closing from './closing.ts'
import * as email from './email.ts'
import { EMAIL_GAP_SECONDS } from './email-sendings.ts'
import * as frozen from './freeze.ts'
import * as pin from './pin.ts'
import * as recovery from './recovery.ts'
import * as secured from './secure.ts'
import { endOwnSessions, listOwnSessions, type OwnSession, renameOwnDevice } from './sessions.ts'
import * as unfreezing from './unfreeze.ts'

/** Sign-up, sign-in and the PIN on the wire. */
export function authRoutes(http: Http, deps: AuthDeps): void {
  openRoute(callingProvider(http), calls.register, async (asked) => {
    const { body } = asked
    await register(
      deps,
      {
        phone: body.phone,
        firstName: body.first_name,
        lastName: body.last_name ?? '',
        email: body.email,
        countryCode: body.country_code,
        city: body.city,
        zipCode: body.zip_code,
        address: body.address,
        consents: body.consents,
      },
      callerOf(asked),
    )
    return codeSent(asked, deps)
  })
  openRoute(callingProvider(http), calls.sendCode, async (asked) => {
    await requestCode(deps, asked.body.phone, callerOf(asked))
    return codeSent(asked, deps)
  })
  openRoute(http, calls.confirmPhone, async (asked) => signedIn(asked, await confirmPhone(deps, codeOf(asked), callerOf(asked))))
  openRoute(http, calls.login, async (asked) => signedIn(asked, await login(deps, codeOf(asked), callerOf(asked))))
  route(http, calls.setPin, async ({ body, user, now, t }) => {
    await pin.setPin(deps, user, body.pin_code, now)
    return ok(t('answer.pin_set'))
  })
  route(http, changePin, async ({ body, user, idempotencyKey, t }) => {
    const caller = { user, idempotencyKey: idempotencyKey(), clock: http.clock }
    await pin.changePin(deps, caller, { present: body.pin_code, wanted: body.new_pin_code })
    return ok(t('answer.pin_changed'))
  })
  route(callingProvider(http), sendPinCode, async (asked) => {
    await pin.sendPinCode(deps, asked.user, callerOf(asked))
    return codeSent(asked, deps)
  })
  route(http, resetPin, async (asked) => {
    const { body, user, t } = asked
    await pin.resetPin(deps, user, { code: body.confirm_code, pin: body.new_pin_code }, callerOf(asked))
    return ok(t('answer.pin_changed'))
  })
  freezeRoutes(http, deps)
  route(callingProvider(http), sendClosingCode, async (asked) => {
    await closing.sendClosingCode(deps, asked.user, callerOf(asked))
    return codeSent(asked, deps)
  })
  route(http, closeWallet, async (asked) => {
    const { body, user, t } = asked
    await closing.closeOwnWallet(deps, user, { code: body.confirm_code, pin: body.pin_code }, callerOf(asked))
    return ok(t('answer.wallet_closed'))
  })
  emailRoutes(http, deps)
  route(http, calls.acceptConsents, async ({ body, user, now, t }) => {
    await acceptConsents(deps, user, body.consents, now)
    return ok(t('answer.consents_accepted'))
  })
  route(http, calls.logout, async ({ user, now, t }) => {
    await logout(deps, user, now)
    return ok(t('answer.signed_out'))
  })
  sessionRoutes(http, deps)
}

/** Where somebody is signed in, and what they can do about it. */
function sessionRoutes(http: Http, deps: AuthDeps): void {
  route(http, sessions, async ({ user, now }) => {
    return { status: 'ok' as const, results: (await listOwnSessions(deps, user, now)).map(shown) }
  })
  route(http, endSessions, async ({ body, user, now, t }) => {
    await endOwnSessions(deps, user, body.session_id, now)
    return ok(t(body.session_id === undefined ? 'sessions.ended_others' : 'sessions.ended'))
  })
  route(http, renameDevice, async ({ body, user, t }) => {
    await renameOwnDevice(deps, user, { sessionId: body.session_id, name: body.device_name })
    return ok(t('sessions.renamed'))
  })
}

/** What freezes a wallet, and what ends that. */
function freezeRoutes(http: Http, deps: AuthDeps): void {
  route(http, freeze, async ({ user, now, t }) => {
    await frozen.freezeOwn(deps, user, now)
    return ok(t('answer.frozen'))
  })
  route(callingProvider(http), sendUnfreezeCode, async (asked) => {
    const channel = asked.body.channel ?? 'sms'
    await unfreezing.sendUnfreezeCode(deps, asked.user, channel, callerOf(asked))
    return channel === 'sms' ? codeSent(asked, deps) : mailSent(asked)
  })
  route(http, unfreeze, async (asked) => {
    const { body, user, idempotencyKey, t } = asked
    const shown = { code: body.confirm_code, pin: body.pin_code, emailCode: body.email_code, passkey: body.passkey }
    const wanted = { user, idempotencyKey: idempotencyKey(), ...shown, newPin: body.new_pin_code }
    await unfreezing.unfreezeOwn(deps, wanted, callerOf(asked))
    return ok(t('answer.unfrozen'))
  })
  route(http, waitToUnfreeze, async (asked) => {
    const until = await unfreezing.askToUnfreeze(deps, asked.user, asked.body.confirm_code, callerOf(asked))
    return { ...ok(asked.t('answer.unfreeze_waits')), waits_until: until.toISOString() }
  })
  openRoute(http, secure, async ({ body, now, t }) => {
    await secured.secureWallet(deps, body.link_token, now)
    return ok(t('answer.frozen'))
  })
  route(http, secureByNotice, async ({ body, user, now, t }) => {
    await secured.secureByNotice(deps, { user, noticeId: body.notification_id, now })
    return ok(t('answer.frozen'))
  })
}

/** The e-mail that is known to be somebody's, and what it is good for. */
function emailRoutes(http: Http, deps: AuthDeps): void {
  route(callingProvider(http), sendEmailCode, async (asked) => {
    await email.sendEmailCode(deps, asked.user, asked.body.email, callerOf(asked))
    return mailSent(asked)
  })
  route(http, confirmEmail, async ({ body, user, now, t }) => {
    await email.confirmOwnEmail(deps, user, { email: body.email, code: body.email_code, pin: body.pin_code }, now)
    return ok(t('answer.email_confirmed'))
  })
  openRoute(callingProvider(http), sendRecoveryCode, async (asked) => {
    await recovery.sendRecoveryCode(deps, asked.body, callerOf(asked))
    return mailSent(asked)
  })
  openRoute(http, recover, async (asked) => {
    const { phone, email, email_code: code, pin_code: pin } = asked.body
    return signedIn(asked, await recovery.recoverWallet(deps, { phone, email, code, pin }, callerOf(asked)))
  })
}

function shown({ id, device, known, network, createdAt, seenAt, isCurrent }: OwnSession) {
  return {
    id,
    device,
    device_name: known?.name ?? null,
    known_since: known?.firstSeenAt.toISOString() ?? null,
    last_address: network ?? null,
    created_at: createdAt.toISOString(),
    seen_at: seenAt.toISOString(),
    is_current: isCurrent,
  }
}

type CallerFacts = Pick<RequestContext<unknown>, 'address' | 'device' | 'deviceId' | 'language' | 'now' | 'deadline'>

type Body = { readonly [field: string]: unknown; readonly proof?: string | undefined }

function callerOf(asked: CallerFacts & { readonly body: Body }): Caller {
  const { address, device, language, now, deadline, deviceId, body } = asked
  if (deviceId === undefined) throw new Error('A call that knows its device was not told which it is')
  const network = addressNetwork(address)
  return { address: addressKey(address), network, deviceId, device, proof: body.proof, language, now, deadline }
}

function codeOf({ body }: { readonly body: RequestOf<typeof calls.login> }): CodeAsked {
  return { phone: body.phone, code: body.confirm_code, pin: body.pin_code }
}

function codeSent(
  { t }: Pick<RequestContext<unknown>, 't'>,
  deps: AuthDeps,
): { status: 'ok'; message: string; resend_in: number } {
  return { ...ok(t('answer.code_sent')), resend_in: deps.sendingLimits.gapSeconds }
}

function mailSent({ t }: Pick<RequestContext<unknown>, 't'>): { status: 'ok'; message: string; resend_in: number } {
  return { ...ok(t('answer.email_sent')), resend_in: EMAIL_GAP_SECONDS }
}

function signedIn(
  { t }: RequestContext<unknown>,
  reply: SignedInReply,
): { status: 'ok'; message: string; auth_token: string; has_pin: boolean } {
  return { ...ok(t('answer.signed_in')), auth_token: reply.token, has_pin: reply.hasPin }
}
