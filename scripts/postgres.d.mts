/** The folder of PostgreSQL's programs, those that copy a cluster among them. Rejects when there are none and none can be installed. */
export function findPostgres(): Promise<string>
