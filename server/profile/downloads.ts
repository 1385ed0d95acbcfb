import type { Brand } from '#brands/brand'
import type { Database } from '#server/db/pool'
import type { Queryable } from '#server/db/queryable'
import { createLongAnswers } from '#server/http/long-answers'
import type { UserRequestContext } from '#server/http/route'
import type { FileHeaders, Streamed } from '#server/http/streamed'
import { tellOwner } from '#server/messages/tell-owner'
import { beginExport } from '#server/person/export'
import { exportJson } from '#server/person/json'
import { exportPdf } from '#server/person/pdf'
import type { Keys } from '#server/security/keys'
import type { Texts } from '#texts/texts'

interface DownloadDeps {
  readonly database: Database
  readonly keys: Keys
  readonly texts: Texts
  readonly brand: Brand
  readonly perDay: number
}

const DAY_SECONDS = 86_400
const TYPES = { json: 'application/json; charset=utf-8', pdf: 'application/pdf' } as const

/**
 * Makes what sends people all that is kept of them: while it is read, one file at a time for a person and few in a day. The owner is told
 * before the first of it goes out. Refuses too_many_requests.
 */
export function downloadsFor({ database, keys, texts, brand, perDay }: DownloadDeps) {
  const answers = createLongAnswers(database, { scope: 'person_data', max: perDay, windowSeconds: DAY_SECONDS })
  // Whoever reads slowly holds no connection between two pages.
  const queryable: Queryable = {
    list: (statement, values) => answers.readPage(() => database.list(statement, values)),
    find: (statement, values) => answers.readPage(() => database.find(statement, values)),
    run: (statement, values) => answers.readPage(() => database.run(statement, values)),
  }

  async function* parts({ user, language, now }: DownloadRequest, format: 'json' | 'pdf'): AsyncGenerator<string | Uint8Array> {
    await database.inTransaction((tx) => tellOwner(tx, { userId: user.userId, kind: 'data_exported', now }))
    const exported = await beginExport({ queryable, keys, brandName: brand.name }, user.userId, now)
    yield* format === 'json' ? exportJson(exported) : exportPdf(exported, { texts, language })
  }

  return async (asked: DownloadRequest, format: 'json' | 'pdf'): Promise<Streamed> => {
    const { user, now, deadline } = asked
    await asked.confirmed()
    const file: FileHeaders = { type: TYPES[format], name: `${brand.id}-${now.toISOString().slice(0, 10)}.${format}` }
    return answers.begin(user.userId, { now, deadline }, parts(asked, format), file)
  }
}

type DownloadRequest = Pick<UserRequestContext<unknown>, 'user' | 'language' | 'now' | 'deadline' | 'confirmed'>
