import type { Queryable, Statement } from './queryable.ts'

/** In place of a value: whoever wants this fact is refused with it, and nobody else whose facts are read beside it. */
export class Unreadable extends Error {}

/** Gives one value for each key, in the order of the keys, by one statement that it asks for before it first waits. */
type ReadForAll<Key, Value> = (queryable: Queryable, keys: readonly Key[]) => Promise<readonly (Value | Unreadable)[]>
/** Writes all rows by one statement, whose parameters are the columns of the rows. */
interface RowWriter<Row> {
  readonly statement: Statement
  readonly columnsOf: (rows: readonly Row[]) => readonly unknown[]
}

/** A fact that somebody wants; facts of one source that are wanted at once are read together. */
export interface Fact<Value> {
  readonly read: ReadForAll<unknown, Value>
  readonly key: unknown
}

/** A row that somebody wants written; rows of one writer are written together. */
export interface PendingRow {
  readonly writer: RowWriter<unknown>
  readonly row: unknown
}

/** Makes a source of facts: what it gives for a key can be read together with the facts of others. */
export function factSource<Key, Value>(
  read: (queryable: Queryable, keys: readonly Key[]) => Promise<readonly Value[]>,
): (key: Key) => Fact<Exclude<Value, Unreadable>> {
  // A source is only ever handed the keys that it has made facts of.
  return (key) => ({ read: read as ReadForAll<unknown, Exclude<Value, Unreadable>>, key })
}

/** Makes a source of facts that say of each key whether there is such a row: `statement` gives the places of those there are. */
export function existenceSource<Key>(
  statement: Statement,
  columnsOf: (keys: readonly Key[]) => readonly (readonly unknown[])[],
): (key: Key) => Fact<boolean> {
  return factSource(async (queryable, keys: readonly Key[]) => {
    const rows = await queryable.list<{ place: bigint }>(statement, columnsOf(keys))
    const places = new Set(rows.map(({ place }) => Number(place)))
    return keys.map((_, index) => places.has(index + 1))
  })
}

/** Makes a writer of rows, which can be written together with the rows of others; `columnsOf` gives the statement's parameters. */
export function rowWriter<Row>(
  statement: Statement,
  columnsOf: (rows: readonly Row[]) => readonly unknown[],
): (row: Row) => PendingRow {
  // A writer is only ever handed the rows that it has made.
  const writer = { statement, columnsOf: columnsOf as RowWriter<unknown>['columnsOf'] }
  return (row) => ({ writer, row })
}

/** Reads facts, one statement a source, all of them asked for at once; their values in the order of the facts. Throws the first that is Unreadable. */
export async function readTogether(queryable: Queryable, facts: readonly Fact<unknown>[]): Promise<readonly unknown[]> {
  const values: unknown[] = []
  const wanted = facts.map((fact, place) => ({ fact, place }))
  await Promise.all(
    groupsOf(wanted, ({ fact }) => fact.read).map(async ([read, members]) => {
      const found = await read(
        queryable,
        members.map(({ fact }) => fact.key),
      )
      members.forEach(({ place }, index) => {
        const value = found[index]
        if (value instanceof Unreadable) throw value
        values[place] = value
      })
    }),
  )
  return values
}

/** The statements that write rows, one a writer, with their parameters. Whatever throws, throws here, before anything is sent. */
export function statementsOf(rows: readonly PendingRow[]): readonly (readonly [Statement, readonly unknown[]])[] {
  return groupsOf(rows, ({ writer }) => writer).map(
    ([{ statement, columnsOf }, members]) => [statement, columnsOf(members.map(({ row }) => row))] as const,
  )
}

/** Writes rows, one statement a writer, all of them asked for at once. */
export async function writeTogether(queryable: Queryable, rows: readonly PendingRow[]): Promise<void> {
  await Promise.all(statementsOf(rows).map(([statement, columns]) => queryable.run(statement, columns)))
}

/** Items by a key of theirs, in the order of the first of each. */
export function groupsOf<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): [key: Key, members: Item[]][] {
  const groups = new Map<Key, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return [...groups]
}
