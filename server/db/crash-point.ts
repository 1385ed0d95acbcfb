import { readFileSync, writeSync } from 'node:fs'

/** The places where a test can have the process die: beside the commits and calls to providers by which money, a PIN or an identification goes on. */
export const CRASH_POINTS = [
  'pin.claimed',
  'pin.wrong.uncommitted',
  'pin.wrong.committed',
  'withdrawal.vaulted',
  'withdrawal.proven',
  'withdrawal.uncommitted',
  'withdrawal.committed',
  'withdrawal.sending',
  'withdrawal.sent',
  'withdrawal.end.uncommitted',
  'withdrawal.end.committed',
  'withdrawal.check.taken',
  'withdrawal.check.asked',
  'payment.proven',
  'payment.uncommitted',
  'payment.committed',
  'payment.sending',
  'payment.sent',
  'payment.end.uncommitted',
  'payment.end.committed',
  'payment.check.taken',
  'payment.check.asked',
  'topup.order.uncommitted',
  'topup.order.committed',
  'topup.page.opened',
  'topup.page.kept',
  'topup.check.taken',
  'topup.check.asked',
  'topup.settle.uncommitted',
  'topup.settle.committed',
  'topup.requisites.opened',
  'topup.incoming.uncommitted',
  'topup.incoming.committed',
  'exchange.proven',
  'exchange.uncommitted',
  'exchange.committed',
  'p2p.proven',
  'p2p.account_opened',
  'p2p.uncommitted',
  'p2p.committed',
  'p2p.invited.uncommitted',
  'p2p.check.taken',
  'ledger.batch.read',
  'identity.begin.uncommitted',
  'identity.begin.committed',
  'identity.page.opened',
  'identity.page.kept',
  'identity.event.uncommitted',
  'identity.check.taken',
  'identity.check.asked',
  'identity.settle.uncommitted',
  'identity.settle.committed',
  'closing.uncommitted',
  'closing.committed',
  'push.sent',
  'webhook.committed',
  'checkpoint.uncommitted',
] as const

/** The name of such a place: the feature, the step, and on which side of a commit. */
export type CrashPoint = (typeof CRASH_POINTS)[number]

// Named in tests only: a running wallet has none.
const pointFile = process.env.NODE_ENV === 'test' ? process.env.CRASH_FILE : undefined
let atPoint = pointFile === undefined ? undefined : (point: CrashPoint): void => dieWhereNamed(pointFile, point)

/** Ends this process at once, as a power cut would, if a test has named this point in the file CRASH_FILE; says so on stderr first. */
export function crashPoint(point: CrashPoint): void {
  atPoint?.(point)
}

/** Has a simulation hear of every point: where it throws, the wallet ends as far as it has come. */
export function onCrashPoint(act: (point: CrashPoint) => void): void {
  atPoint = act
}

function dieWhereNamed(file: string, point: CrashPoint): void {
  if (readFileSync(file, 'utf8') !== point) return
  writeSync(2, `Crashed at ${point}\n`)
  process.kill(process.pid, 'SIGKILL')
}
