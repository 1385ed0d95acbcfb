import type { RequestOf } from '#contract/call'
import { startPasskeyUnfreeze } from '#contract/freeze'
import * as calls from '#contract/passkeys'
import { startPasskeyPayment } from '#contract/payment'
import { startPasskeyTransfer } from '#contract/transfers'
import type { Deadline } from '#server/http/deadline'
import { type Http, ok, openRoute, route } from '#server/http/route'
import { addressKey, addressNetwork } from '#server/security/address-key'
import type { Language } from '#texts/languages'
import {
  type Admit,
  addPasskey,
  listOwnPasskeys,
  type PasskeyDeps,
  removePasskey,
  renamePasskey,
  signInByPasskey,
  startConfirmation,
  startPasskey,
  startSignIn,
} from './passkeys.ts'

/** Who signs in, from where, with what, when and in which language. */
export interface SignInCaller {
  /** What of the address is kept with a session. */
  readonly network: string | undefined
  /** The id in the device's cookie. */
  readonly deviceId: string
  /** What the device says of itself. */
  readonly device: string
  readonly language: Language
  readonly now: Date
  readonly deadline: Pick<Deadline, 'throwIfExceeded'>
}

/** What a passkey that confirms is bound to, by what is to be confirmed. */
export interface BoundOf {
  readonly withdrawal: (asked: RequestOf<typeof calls.startPasskeyWithdrawal>) => readonly string[]
  readonly exchange: (asked: RequestOf<typeof calls.startPasskeyExchange>) => readonly string[]
  readonly p2p: (asked: RequestOf<typeof startPasskeyTransfer>) => readonly string[]
  readonly payment: (asked: RequestOf<typeof startPasskeyPayment>) => readonly string[]
}

/** Passkeys on the wire, and the sign-in with them; `admit` begins the session, `boundOf` says what is confirmed. */
export function passkeysRoutes(
  http: Http,
  deps: PasskeyDeps & {
    readonly admit: Admit<SignInCaller, { readonly token: string; readonly hasPin: boolean }>
    /** Whether somebody is known to sign in with a device, by the id in its cookie. */
    readonly isAnybodys: (deviceId: string) => Promise<boolean>
    readonly boundOf: BoundOf
  },
): void {
  route(http, calls.passkeys, async ({ user }) => {
    const results = (await listOwnPasskeys(deps, user)).map(({ id, name, isSynced, createdAt, usedAt }) => ({
      id,
      passkey_name: name,
      is_synced: isSynced,
      created_at: createdAt.toISOString(),
      used_at: usedAt?.toISOString() ?? null,
    }))
    return { status: 'ok' as const, results }
  })
  route(http, calls.startPasskey, async ({ body, user, now }) => {
    return { status: 'ok' as const, options: await startPasskey(deps, { user, now }, body.pin) }
  })
  route(http, calls.addPasskey, async ({ body, user, now, t }) => {
    await addPasskey(deps, { user, now }, { name: body.passkey_name, credential: body.credential })
    return ok(t('passkeys.added'))
  })
  route(http, calls.renamePasskey, async ({ body, user, t }) => {
    await renamePasskey(deps, user, { id: body.passkey_id, name: body.passkey_name })
    return ok(t('passkeys.renamed'))
  })
  route(http, calls.removePasskey, async ({ body, user, now, t }) => {
    await removePasskey(deps, { user, now }, { id: body.passkey_id, pin: body.pin })
    return ok(t('passkeys.removed'))
  })
  route(http, calls.startPasskeyWithdrawal, async ({ body, user, now }) => {
    const money = { purpose: 'withdrawal', bound: deps.boundOf.withdrawal(body) } as const
    return { status: 'ok' as const, options: await startConfirmation(deps, { user, now }, money) }
  })
  route(http, startPasskeyTransfer, async ({ body, user, now }) => {
    const money = { purpose: 'p2p', bound: deps.boundOf.p2p(body) } as const
    return { status: 'ok' as const, options: await startConfirmation(deps, { user, now }, money) }
  })
  route(http, calls.startPasskeyExchange, async ({ body, user, now }) => {
    const money = { purpose: 'exchange', bound: deps.boundOf.exchange(body) } as const
    return { status: 'ok' as const, options: await startConfirmation(deps, { user, now }, money) }
  })
  route(http, startPasskeyPayment, async ({ body, user, now }) => {
    const money = { purpose: 'payment', bound: deps.boundOf.payment(body) } as const
    return { status: 'ok' as const, options: await startConfirmation(deps, { user, now }, money) }
  })
  route(http, startPasskeyUnfreeze, async ({ user, now }) => {
    return { status: 'ok' as const, options: await startConfirmation(deps, { user, now }, { purpose: 'unfreeze', bound: [] }) }
  })
  openRoute(http, calls.startPasskeySignIn, async ({ address, deviceId, now }) => {
    // Who shares an address with others is not counted by it.
    const isKnown = deviceId !== undefined && (await deps.isAnybodys(deviceId))
    const who = isKnown ? deviceId : addressKey(address)
    return { status: 'ok' as const, options: await startSignIn(deps, who, now) }
  })
  openRoute(http, calls.passkeySignIn, async ({ body, address, deviceId, device, language, now, deadline, t }) => {
    if (deviceId === undefined) throw new Error('A call that knows its device was not told which it is')
    const caller = { network: addressNetwork(address), deviceId, device, language, now, deadline }
    const { token, hasPin } = await signInByPasskey(deps, body.credential, caller)
    return { ...ok(t('answer.signed_in')), auth_token: token, has_pin: hasPin }
  })
}
