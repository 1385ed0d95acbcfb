import type { Database } from '#server/db/pool'
import type { Queryable } from '#server/db/queryable'
import type { ChainKeys } from '#server/ledger/checkpoint-macs'
import { keyChain } from '#server/ledger/verify-checkpoints'
import type { ExportKeys } from '#server/person/export'
import type { Change } from './change.ts'
import { OperatorFault } from './fault.ts'

/** The secrets of the settings that a command runs with, and what hangs on them outside of the operator's own folder. */
export interface OperatorSecrets {
  /** Of WALLET_SECRET. */
  readonly fingerprint: Buffer
  /** Of WALLET_SECRET_PREVIOUS. */
  readonly previous: Buffer | undefined
  readonly keys: ChainKeys & ExportKeys
  /** Has the keys go by what the database says by now. */
  readonly follow: (queryable: Queryable) => Promise<unknown>
  /** Waits until every process that runs has heard of a change. */
  readonly heard: () => Promise<unknown>
  /** Encrypts with the key that is written with whatever is not. */
  readonly encryptAnew: (database: Database) => Promise<void>
  /** How much is not encrypted so, by what it is. */
  readonly countOutdated: (database: Database) => Promise<Readonly<Record<string, number>>>
  /** How many who are signed in have not been seen since a moment. */
  readonly countUnseen: (database: Database, since: Date, now: Date) => Promise<number>
}

interface SecretRow {
  readonly fingerprint: Buffer
  readonly previous: Buffer | null
  readonly rotated_at: Date | null
  readonly encrypts: boolean
}

const FIND = {
  name: 'operator.find_secret',
  text: 'select fingerprint, previous, rotated_at, encrypts from secret_fingerprint for update',
}

/** How the database is used with its secret. Refuses (OperatorFault) one that has been used with none. */
export async function getSecret(queryable: Queryable): Promise<SecretRow> {
  const row = await queryable.find<SecretRow>(FIND)
  if (!row) throw new OperatorFault('This database has been used with no secret yet: start the wallet')
  return row
}

/** Whether what is personal is encrypted and the chain of checkpoints keyed, and the newest of those that are, as it is shown. */
export type EncryptionFacts = { readonly encryption: 'on' | 'off'; readonly keyed_checkpoint: string | null }

const HEAD = {
  name: 'operator.find_keyed_head',
  text: `select number, exists (select from checkpoint_mac where checkpoint_mac.number = checkpoint.number) as is_keyed
    from checkpoint order by number desc limit 1`,
}
const ENCRYPT = { name: 'operator.encrypt', text: 'update secret_fingerprint set encrypts = true' }

/**
 * Has what is personal be encrypted, and the chain of checkpoints be keyed, from now on; the chain as it is counts as the wallet's own.
 * Refuses (OperatorFault) a secret that the database is not used with.
 */
export function encryptionChange(secrets: OperatorSecrets): Change<EncryptionFacts> {
  return {
    area: 'secret',
    subject: 'wallet',
    async propose(queryable) {
      const { fingerprint, encrypts } = await getSecret(queryable)
      if (!knows(secrets, fingerprint)) throw new OperatorFault('WALLET_SECRET is not the one that this database is used with')
      const head = await queryable.find<{ number: bigint; is_keyed: boolean }>(HEAD)
      const number = head ? String(head.number) : null
      return {
        before: { encryption: encrypts ? 'on' : 'off', keyed_checkpoint: head?.is_keyed ? number : null },
        after: { encryption: 'on', keyed_checkpoint: number },
      }
    },
    async write(tx) {
      await tx.run(ENCRYPT)
      await secrets.follow(tx)
      await keyChain(tx, secrets.keys)
    },
  }
}

/** The secret that is written with and the one that something may still be encrypted with: the beginnings of their fingerprints in hex. */
export type RotationFacts = { readonly secret: string; readonly previous: string | null }

const ROTATE = {
  name: 'operator.rotate_secret',
  text: 'update secret_fingerprint set previous = fingerprint, fingerprint = $1, rotated_at = $2',
}

/**
 * Has the secret of the settings take the place of the previous one. Refuses (OperatorFault) while the one before that is still needed,
 * and where not everything is encrypted that hangs on it.
 */
export function rotationChange(secrets: OperatorSecrets): Change<RotationFacts> {
  return {
    area: 'secret',
    subject: 'wallet',
    async propose(queryable) {
      const { fingerprint, previous, encrypts } = await getSecret(queryable)
      const before = { secret: shownOf(fingerprint), previous: previous && shownOf(previous) }
      if (fingerprint.equals(secrets.fingerprint)) return { before, after: before }
      if (!secrets.previous?.equals(fingerprint))
        throw new OperatorFault('Set WALLET_SECRET_PREVIOUS, to the secret that this database is used with')
      if (!encrypts) throw new OperatorFault('First: npm run operator -- secret encrypt')
      if (previous) throw new OperatorFault('Something still hangs on the secret before that: end its rotation first')
      return { before, after: { secret: shownOf(secrets.fingerprint), previous: shownOf(fingerprint) } }
    },
    async write(tx, { at }) {
      await tx.run(ROTATE, [secrets.fingerprint, at])
      await secrets.follow(tx)
      await keyChain(tx, secrets.keys)
    },
  }
}

const LET_GO = { name: 'operator.let_secret_go', text: 'update secret_fingerprint set previous = null' }

/** Has nothing count as encrypted with the previous secret any more: a start without it is not refused. */
export function previousLetGo(): Change<RotationFacts> {
  return {
    area: 'secret',
    subject: 'wallet',
    async propose(queryable) {
      const { fingerprint, previous } = await getSecret(queryable)
      const secret = shownOf(fingerprint)
      return { before: { secret, previous: previous && shownOf(previous) }, after: { secret, previous: null } }
    },
    async write(tx) {
      await tx.run(LET_GO)
    },
  }
}

/** What hangs on the wallet's secret, as it is shown and recorded: the beginning of its fingerprint in hex, and how much it opens. */
export type SecretFacts = {
  readonly secret: string
  readonly pins: string
  readonly sessions: string
  readonly emails: string
  readonly kept_answers: 'known' | 'lost'
}

const SHOWN = 12

// What is not encrypted yet is not lost.
const COUNT = {
  name: 'operator.count_of_secret',
  text: `select (select count(*) from pin) as pins, (select count(*) from session where ended_at is null) as sessions,
    (select count(*) from wallet_user where personal_data is not null) as emails`,
}
// There are as many as people, and reading them all takes longer than a statement may otherwise.
const NO_HURRY = { name: 'operator.no_hurry', text: "select set_config('statement_timeout', '0', true)" }
const REPLACE = { name: 'operator.replace_secret', text: 'update secret_fingerprint set fingerprint = $1, previous = null' }
const FORGET_PINS = { name: 'operator.forget_pins', text: 'with earlier as (delete from pin_reset) delete from pin' }
const FORGET_PERSONAL = {
  name: 'operator.forget_personal',
  text: 'update wallet_user set personal_data = null, email_index = null, email_verified_at = null where personal_data is not null',
}
const FORGET_SIGN_UPS = {
  name: 'operator.forget_sign_ups',
  text: 'update phone_code set registration = null, used_at = coalesce(used_at, $1) where registration is not null',
}
const END_SESSIONS = { name: 'operator.end_all_sessions', text: 'update session set ended_at = $1 where ended_at is null' }

/**
 * Has the database be used with the secret of the settings from now on. What only the one before could open goes with it: a PIN that
 * no guess can match would keep its owner from setting another. The chain of checkpoints counts as it is.
 */
export function secretChange(secrets: OperatorSecrets): Change<SecretFacts> {
  return {
    area: 'secret',
    subject: 'wallet',
    async propose(queryable) {
      await queryable.list(NO_HURRY)
      const { fingerprint } = await getSecret(queryable)
      const counted = await queryable.find<{ pins: bigint; sessions: bigint; emails: bigint }>(COUNT)
      const before: SecretFacts = {
        secret: shownOf(fingerprint),
        pins: String(counted?.pins),
        sessions: String(counted?.sessions),
        emails: String(counted?.emails),
        kept_answers: 'known',
      }
      const lost = { pins: '0', sessions: '0', emails: '0', kept_answers: 'lost' } as const
      return {
        before,
        after: fingerprint.equals(secrets.fingerprint) ? before : { secret: shownOf(secrets.fingerprint), ...lost },
      }
    },
    async write(tx, { at }) {
      await tx.run(REPLACE, [secrets.fingerprint])
      await tx.run(FORGET_PINS)
      await tx.run(FORGET_PERSONAL)
      await tx.run(FORGET_SIGN_UPS, [at])
      await tx.run(END_SESSIONS, [at])
      await secrets.follow(tx)
      await keyChain(tx, secrets.keys)
    },
  }
}

function knows({ fingerprint, previous }: OperatorSecrets, used: Buffer): boolean {
  return used.equals(fingerprint) || previous?.equals(used) === true
}

function shownOf(fingerprint: Buffer): string {
  return fingerprint.toString('hex').slice(0, SHOWN)
}
