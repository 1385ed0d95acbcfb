/**
 * The numbers of PostgreSQL's advisory locks, by what one process of ours does at a time. Any number will do, as long as every process
 * takes the same for the same and another for anything else. The sandbox takes one that is not here (sandbox/schema.sql): it is a
 * stranger, with a database of its own for all that we know.
 */
export const LOCKS = {
  migrations: 7_253_001,
  checkpoints: 7_253_002,
  operatorChanges: 7_253_003,
  verification: 7_253_004,
  months: 7_253_005,
} as const
