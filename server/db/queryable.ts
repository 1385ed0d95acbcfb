/** A statement with the name it is prepared under, once per connection. */
export interface Statement {
  readonly name: string
  readonly text: string
}

/** What can run a statement: the pool (each statement its own transaction) or one transaction. */
export interface Queryable {
  /** All rows of a statement. */
  list<Row extends object>(statement: Statement, values?: readonly unknown[]): Promise<Row[]>
  /** The first row, or nothing. */
  find<Row extends object>(statement: Statement, values?: readonly unknown[]): Promise<Row | undefined>
  /** Runs a statement and tells how many rows it touched. */
  run(statement: Statement, values?: readonly unknown[]): Promise<number>
}
