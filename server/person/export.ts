import type { Queryable } from '#server/db/queryable'
import type { Keys } from '#server/security/keys'
import type { Language } from '#texts/languages'
import { getPersonFacts, type ToldPerson } from './person.ts'

/** What reads the encrypted parts of a person. */
export type ExportKeys = Keys

/** What an export is made of: who it is of, and from where its lists are read while it is. */
export interface Exported {
  readonly queryable: Queryable
  readonly userId: string
  readonly brandName: string
  readonly madeAt: Date
  readonly person: ToldPerson
  readonly levelName: Readonly<Record<Language, string>>
}

/** Begins the export of a person; exportJson and exportPdf make it. Within a snapshot all of it is of one moment. */
export async function beginExport(
  { queryable, keys, brandName }: { readonly queryable: Queryable; readonly keys: ExportKeys; readonly brandName: string },
  userId: string,
  madeAt: Date,
): Promise<Exported> {
  return { queryable, userId, brandName, madeAt, ...(await getPersonFacts(queryable, keys, userId)) }
}
