import { spawn } from 'node:child_process'
import { v7 as uuid } from 'uuid'
import { parseRate } from '#money/rate'
import type { Database } from '#server/db/pool'
import { decideExchange } from '#server/exchange/rules'
import { freshIdempotencyKey } from '#server/idempotency/key'
import type { Ledger } from '#server/ledger/ledger'
import type { Quote } from '#server/rates/quotes'
import { type Load, loadOf, type SizeRow } from './measure.ts'
import type { BenchUser } from './people.ts'
import { ownMb, peakWhile, residentMb } from './process-memory.ts'
import { SECRET } from './wallet.ts'

// As P2 and P3 have them.
const CLIENTS = 256
const HOUR_SECONDS = 3600

/** P6: exchanges by everybody, as the rule decides them and the ledger posts them, without HTTP. */
export function exchangeInLedgerLoad(ledger: Ledger, users: readonly BenchUser[]): Load {
  const quote = quoteNow()
  return loadOf(CLIENTS, async () => {
    const user = users[Math.floor(Math.random() * users.length)]
    if (!user) throw new Error('No users')
    const [fromAccountId, toAccountId] = user.accounts
    const now = new Date()
    const asked = { id: uuid(), userId: user.id, fromAccountId, toAccountId, fromAmount: '0.10', toAmount: '0.09' }
    const outcome = await ledger.post({
      idempotencyKey: freshIdempotencyKey(),
      accounts: [fromAccountId, toAccountId],
      decide: (accounts) => decideExchange(asked, { quote, lifetimeSeconds: HOUR_SECONDS, now }, accounts),
    })
    if (outcome.kind === 'refused') throw new Error(`Refused: ${outcome.refusal.code}`)
  })
}

function quoteNow(): Quote {
  const rate = parseRate('USD', 'EUR', '1', '0.9')
  if (!rate) throw new Error('No rate')
  return { id: uuid(), rate, quantityOut: '0.9', mid: '0.9', marginBasisPoints: 0, issuedAt: new Date() }
}

const OTHERS = {
  name: 'bench.others',
  text: 'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
}

/**
 * What `npm run verify -- --full` takes, which is the check of these books after the load, too: throws unless they are right. The memory of
 * PostgreSQL is that of the process of its that takes most.
 */
export async function measureVerification(connection: string, database: Database, work: string): Promise<SizeRow> {
  const since = performance.now()
  const verification = verifyIn(connection)
  let ofPostgres = 0
  const look = async (): Promise<number> => {
    for (const { pid } of await database.list<{ pid: number }>(OTHERS)) ofPostgres = Math.max(ofPostgres, ownMb(pid))
    return verification.memoryMb()
  }
  const { peak } = await peakWhile(look, () => verification.ended)
  return {
    id: 'P6',
    work,
    ours: (performance.now() - since) / 1000,
    unit: 's',
    ...{ reference: 'none', theirs: undefined, bar: 'told as it is', isMet: undefined },
    note: `at most ${peak.toFixed(0)} MB, PostgreSQL ${ofPostgres.toFixed(0)} MB`,
  }
}

function verifyIn(connection: string): { readonly ended: Promise<void>; memoryMb(): number } {
  const child = spawn(process.execPath, ['dist/server/verify.js', '--full'], {
    env: { ...process.env, DATABASE_URL: connection, WALLET_SECRET: SECRET },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.on('data', (chunk) => {
    said += String(chunk)
  })
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`The books are wrong after the load:\n${said}`))))
  })
  return { ended, memoryMb: () => (child.exitCode === null && child.pid !== undefined ? residentMb(child.pid) : 0) }
}
