import * as calls from '#contract/identity'
import { crashPoint } from '#server/db/crash-point'
import { seeEvent } from '#server/http/provider-event'
import { callingProvider, type Http, route } from '#server/http/route'
import { webhook } from '#server/http/webhook'
import { type IdentityDeps, refreshStatus, upgrade } from './identity.ts'
import { checkSoon } from './store.ts'

// An event carries the data read from the documents, much longer than any request of ours.
const EVENT_BYTES_MAX = 262_144

/** The identification routes and the provider's webhook; an event only triggers a poll of the provider. */
export function identityRoutes(http: Http, deps: IdentityDeps): void {
  const { identity } = deps
  route(callingProvider(http), calls.upgradeIdentification, async ({ user, language, now }) => {
    const way = await upgrade(deps, { userId: user.userId, language, now })
    return {
      status: 'ok' as const,
      verification_url: way.kind === 'page' ? way.url : null,
      howto_text: way.kind === 'howto' ? way.text : null,
    }
  })
  route(callingProvider(http), calls.identificationStatus, async ({ user, now, t }) => {
    const known = await refreshStatus(deps, user.userId, now)
    return {
      status: 'ok' as const,
      active_identification: known ? { status: known.state, reason: known.reason && t(`kyc.reason.${known.reason}`) } : null,
    }
  })
  webhook(http.app, http, {
    path: '/webhooks/identity',
    provider: identity.name,
    signatureHeader: identity.signatureHeader,
    verify: (unverified) => identity.verify(unverified),
    act: ({ externalId }, event, now) =>
      deps.database.inTransaction(async (tx) => {
        if ((await seeEvent(tx, event)) && externalId !== undefined) await checkSoon(tx, identity.name, externalId, now)
        crashPoint('identity.event.uncommitted')
      }),
    // The rest of an event is data read from the documents, which we do not keep.
    keep: ({ kind, externalId }) => ({ type: kind, id: externalId ?? '' }),
    bodyLimit: EVENT_BYTES_MAX,
  })
}
