import type { Brand } from '#brands/brand'
import { factSource, groupsOf } from '#server/db/batched'
import type { Database } from '#server/db/pool'
import type { Queryable } from '#server/db/queryable'

/** A document in the version that was accepted, or has to be. */
export interface Consent {
  readonly document: string
  readonly version: string
}

/** The documents that users of a brand have to accept, in their current versions and in the brand's order. */
export function requiredConsents({ documents, register }: Brand): Consent[] {
  return register.consents.flatMap((document) =>
    documents.filter(({ id }) => id === document).map(({ version }) => ({ document, version })),
  )
}

const INSERT = {
  name: 'consents.insert',
  text: `insert into consent (user_id, document, version, accepted_at)
    select $1, document, version, $4 from unnest($2::text[], $3::text[]) as accepted (document, version)
    on conflict do nothing`,
}

/** Records which versions of which documents a user accepted, and when. Earlier records stay. */
export async function insertConsents(
  queryable: Queryable,
  userId: string,
  consents: readonly Consent[],
  now: Date,
): Promise<void> {
  const documents = consents.map(({ document }) => document)
  const versions = consents.map(({ version }) => version)
  await queryable.run(INSERT, [userId, documents, versions, now])
}

const LIST = { name: 'consents.list', text: 'select user_id, document, version from consent where user_id = any($1::uuid[])' }

/** What a user has accepted. */
const acceptedConsentsOf = factSource(async (queryable, userIds: readonly string[]) => {
  const rows = await queryable.list<Consent & { user_id: string }>(LIST, [userIds])
  const accepted = new Map(groupsOf(rows, ({ user_id }) => user_id))
  return userIds.map((userId): readonly Consent[] => accepted.get(userId) ?? [])
})

/** The ids of the documents whose present version a user has not accepted, in the brand's order. */
export async function listMissingConsents(database: Database, userId: string, brand: Brand): Promise<string[]> {
  const required = requiredConsents(brand)
  if (required.length === 0) return []
  const accepted = await database.read(acceptedConsentsOf(userId))
  const isAccepted = (consent: Consent) =>
    accepted.some(({ document, version }) => document === consent.document && version === consent.version)
  return required.filter((consent) => !isAccepted(consent)).map(({ document }) => document)
}
