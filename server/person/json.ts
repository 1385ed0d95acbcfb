import type { Exported } from './export.ts'
import { SECTIONS, type Section } from './sections.ts'

/** The export of a person as JSON, in parts (contract/person-data.ts). */
export async function* exportJson({ brandName, madeAt, person, queryable, userId }: Exported): AsyncGenerator<string> {
  const head = JSON.stringify({ status: 'ok', brand: brandName, made_at: madeAt, person })
  yield head.slice(0, -1)
  for (const [name, section] of Object.entries(SECTIONS)) yield* listOf(name, section, { queryable, userId })
  yield '}'
}

async function* listOf<Row>(
  name: string,
  { pages, told }: Section<Row>,
  { queryable, userId }: Pick<Exported, 'queryable' | 'userId'>,
): AsyncGenerator<string> {
  yield `,"${name}":[`
  let before = ''
  for await (const rows of pages(queryable, userId)) {
    yield before + rows.map((row) => JSON.stringify(told(row))).join(',')
    before = ','
  }
  yield ']'
}
