// After a restore PostgreSQL has not counted what is in the tables yet: then it takes them for small, and would look through one for every
// row of another. So it is told which way to go, for the rest of a transaction.

/** Whole tables with whole tables: each is read once. */
export const WHOLE_TABLES = {
  name: 'planner.whole_tables',
  text: `select set_config('enable_nestloop', 'off', true), set_config('enable_seqscan', 'on', true),
    set_config('enable_hashjoin', 'on', true), set_config('enable_mergejoin', 'on', true), set_config('work_mem', '64MB', true)`,
}

/** Some rows and what belongs to them: each is found by an index. */
export const BY_INDEX = {
  name: 'planner.by_index',
  text: `select set_config('enable_nestloop', 'on', true), set_config('enable_seqscan', 'off', true),
    set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true)`,
}

/**
 * In SQL: whether a column of one row is nothing. Said so that no plan looks for the row in the index of all those where it is, or is not:
 * on tables that PostgreSQL takes for empty that one is as good as the key's, and a plan is kept when they have grown.
 */
export const isNull = (column: string): string => `num_nulls(${column}) = 1`
