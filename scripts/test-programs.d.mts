/** The folder of a PostgreSQL with the programs that copy a cluster, which the built-in one lacks. Rejects when there is none and none can be installed. */
export function findPostgres(): Promise<string>

/** The path of PgBouncer. Rejects when there is none and none can be installed. */
export function findPooler(): Promise<string>

/** The path of libfaketime. Rejects when there is none and none can be installed. */
export function findFakeTime(): Promise<string>

/** The path of Prometheus' promtool. Rejects when there is none and none can be unpacked from Debian's package. */
export function findPromtool(): Promise<string>
