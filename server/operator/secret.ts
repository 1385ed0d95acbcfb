import type { Queryable } from '#server/db/queryable'
import type { Change, Proposal } from './change.ts'
import { OperatorFault } from './fault.ts'

/** What hangs on the wallet's secret, as it is shown and recorded: the beginning of its fingerprint in hex, and how much it opens. */
export type SecretFacts = {
  readonly secret: string
  readonly pins: string
  readonly sessions: string
  readonly kept_answers: 'known' | 'lost'
}

const SHOWN = 12

const COUNT = {
  name: 'operator.count_of_secret',
  text: `select fingerprint, (select count(*) from pin) as pins, (select count(*) from session where ended_at is null) as sessions
    from secret_fingerprint
    for update`,
}
// There are as many as people, and reading them all takes longer than a statement may otherwise.
const NO_HURRY = { name: 'operator.no_hurry', text: "select set_config('statement_timeout', '0', true)" }
const REPLACE = { name: 'operator.replace_secret', text: 'update secret_fingerprint set fingerprint = $1' }
const FORGET_PINS = { name: 'operator.forget_pins', text: 'delete from pin' }
const END_SESSIONS = { name: 'operator.end_all_sessions', text: 'update session set ended_at = $1 where ended_at is null' }

/**
 * Has the database be used with the secret of this fingerprint from now on. What only the one before could open goes with it: a PIN that
 * no guess can match would keep its owner from setting another.
 */
export function secretChange(fingerprint: Buffer): Change<SecretFacts> {
  return {
    area: 'secret',
    subject: 'wallet',
    propose: (queryable) => propose(queryable, fingerprint),
    async write(tx, { at }) {
      await tx.run(REPLACE, [fingerprint])
      await tx.run(FORGET_PINS)
      await tx.run(END_SESSIONS, [at])
    },
  }
}

async function propose(queryable: Queryable, fingerprint: Buffer): Promise<Proposal<SecretFacts>> {
  await queryable.list(NO_HURRY)
  const row = await queryable.find<{ fingerprint: Buffer; pins: bigint; sessions: bigint }>(COUNT)
  if (!row) throw new OperatorFault('This database has been used with no secret yet: start the wallet')
  const before: SecretFacts = {
    secret: shownOf(row.fingerprint),
    pins: String(row.pins),
    sessions: String(row.sessions),
    kept_answers: 'known',
  }
  const after: SecretFacts = { secret: shownOf(fingerprint), pins: '0', sessions: '0', kept_answers: 'lost' }
  return { before, after: row.fingerprint.equals(fingerprint) ? before : after }
}

function shownOf(fingerprint: Buffer): string {
  return fingerprint.toString('hex').slice(0, SHOWN)
}
