import * as calls from '#contract/recipients'
import { recentPeople } from '#contract/transfers'
import { Refusal } from '#server/http/refusal'
import { type Http, ok, type RequestContext, route } from '#server/http/route'
import { listRecentPeople, pageOfRecipients, type RecipientsDeps, removeRecipient, saveRecipient } from './recipients.ts'
import { parsePlace, type SentTo, textOfPlace } from './rules.ts'

const PAGE = 50

/** The list of those whom one has sent to, on the wire. */
export function recipientsRoutes(http: Http, deps: RecipientsDeps): void {
  route(http, calls.recipients, async ({ query, user, t }) => {
    const { kind, search, cursor, recipient_id: operationId } = query
    const after = cursor === undefined ? undefined : parsePlace(cursor)
    if (cursor !== undefined && !after) throw new Refusal({ code: 'invalid_field', field: 'cursor' })
    const limit = query.limit === undefined ? PAGE : Number(query.limit)
    const page = await pageOfRecipients(deps, user.userId, { kind, search, operationId, after, limit })
    return {
      status: 'ok' as const,
      results: page.recipients.map((each) => replyOf(each, t)),
      next_cursor: page.next ? textOfPlace(page.next) : null,
    }
  })
  route(http, recentPeople, async ({ user, t }) => {
    const people = await listRecentPeople(deps.database, user.userId)
    return { status: 'ok' as const, results: people.map((each) => personReply(each, t)) }
  })
  route(http, calls.saveRecipient, async ({ body, user, t }) => {
    const mark = { ownName: body.own_name, isFavourite: body.is_favourite }
    await saveRecipient(deps, { userId: user.userId, operationId: body.recipient_id }, mark)
    return ok(t('answer.recipient_saved'))
  })
  route(http, calls.removeRecipient, async ({ body, user, now, t }) => {
    await removeRecipient(deps, { userId: user.userId, operationId: body.recipient_id, now })
    return ok(t('answer.recipient_removed'))
  })
}

type Translate = RequestContext<typeof recentPeople>['t']

function personReply({ id, shown, ownName, isFavourite, lastUsedAt }: SentTo, t: Translate) {
  return {
    id,
    person: shown || t('person.closed'),
    ...(ownName !== null && { own_name: ownName }),
    is_favourite: isFavourite,
    last_used_at: lastUsedAt.toISOString(),
  }
}

function replyOf({ id, kind, shown, ownName, isFavourite, currencyCode, lastUsedAt }: SentTo, t: Translate) {
  return {
    id,
    kind,
    shown: shown || t('person.closed'),
    own_name: ownName,
    is_favourite: isFavourite,
    currency_code: currencyCode,
    last_used_at: lastUsedAt.toISOString(),
  }
}
