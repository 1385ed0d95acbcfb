import type { CrashPoint } from '#server/db/crash-point'
import { aUser, decideIdentity, freshPhone, PIN, readCode, type TestUser } from '#tests/builders'
import { aPushDevice } from '#tests/push-device'
import { aShopOrder, payCode, type ShopCourse, turnPaymentsOn } from '#tests/shop'
import type { World } from './world.ts'

/** Whom a wallet is led to a point with: somebody with money, whom all provocations share. */
interface Stage {
  readonly world: World
  readonly person: TestUser
}

/** Leads the wallets to a point that the load does not reach, or too seldom. */
type Provocation = (stage: Stage) => Promise<unknown>

/** The load alone comes there all the time. */
const byLoad: Provocation = async () => undefined

/** What leads the wallets to each point where they can be made to die. */
export const PROVOCATIONS: Readonly<Record<CrashPoint, Provocation>> = {
  'pin.claimed': byLoad,
  'pin.wrong.uncommitted': guessWrong,
  'pin.wrong.committed': guessWrong,
  'withdrawal.pin_proven': byLoad,
  'withdrawal.vaulted': byLoad,
  'withdrawal.hold.uncommitted': byLoad,
  'withdrawal.hold.committed': byLoad,
  'withdrawal.sending': byLoad,
  'withdrawal.sent': byLoad,
  'withdrawal.end.uncommitted': byLoad,
  'withdrawal.end.committed': byLoad,
  'withdrawal.check.taken': leaveWithdrawalOpen,
  'withdrawal.check.asked': leaveWithdrawalOpen,
  'payment.hold.uncommitted': paySeller,
  'payment.hold.committed': paySeller,
  'payment.sending': paySeller,
  'payment.sent': paySeller,
  'payment.end.uncommitted': paySeller,
  'payment.end.committed': paySeller,
  'payment.check.taken': leavePaymentOpen,
  'payment.check.asked': leavePaymentOpen,
  'topup.order.uncommitted': byLoad,
  'topup.order.committed': byLoad,
  'topup.page.opened': byLoad,
  'topup.page.kept': byLoad,
  'topup.check.taken': leaveTopupOpen,
  'topup.check.asked': leaveTopupOpen,
  'topup.settle.uncommitted': byLoad,
  'topup.settle.committed': byLoad,
  'exchange.before': byLoad,
  'p2p.pin_proven': sendToNobodyYet,
  'p2p.account_opened': sendToNobodyYet,
  'p2p.uncommitted': sendToNobodyYet,
  'p2p.committed': sendToNobodyYet,
  'p2p.invited.uncommitted': sendToNobodyYet,
  'p2p.check.taken': sendToNobodyYet,
  'ledger.batch.read': byLoad,
  'exchange.committed': byLoad,
  'identity.begin.uncommitted': identify,
  'identity.begin.committed': identify,
  'identity.page.opened': identify,
  'identity.page.kept': identify,
  'identity.event.uncommitted': identify,
  'identity.check.taken': leaveIdentificationOpen,
  'identity.check.asked': leaveIdentificationOpen,
  'identity.settle.uncommitted': identify,
  'identity.settle.committed': identify,
  'closing.uncommitted': closeWallet,
  'closing.committed': closeWallet,
  'push.sent': tellDevice,
  'webhook.committed': byLoad,
  'checkpoint.uncommitted': byLoad,
}

/** Makes what leads the wallets of a world to a point, as often as it is called. */
export async function createProvoker(world: World): Promise<(point: CrashPoint) => Promise<unknown>> {
  const stage = { world, person: await aUser(world, '9000.00 USD') }
  return (point) => PROVOCATIONS[point](stage)
}

async function tellDevice({ person }: Stage): Promise<void> {
  await (await aPushDevice(person)).subscribe()
  await person.topUp('1.00', 'USD')
}

async function guessWrong({ world: { admin }, person }: Stage): Promise<void> {
  await admin.query('delete from pin_failure using wallet_user where user_id = wallet_user.id and phone = $1', [
    `+${person.phone}`,
  ])
  await person.withdraw('1.00', 'USD', { pin: '0000' })
}

async function identify({ person }: Stage): Promise<void> {
  const { verification_url } = await person.post('/v2/wallet/identification-level/upgrade')
  if (verification_url) await decideIdentity(verification_url, 'abort')
}

async function leaveIdentificationOpen({ world, person }: Stage): Promise<void> {
  await person.post('/v2/wallet/identification-level/upgrade')
  await bringOn(world, 'identification')
}

async function leaveTopupOpen({ world, person }: Stage): Promise<void> {
  await person.post('/v2/wallet/top-up', { amount: '1.00', currency_code: 'USD' })
  await bringOn(world, 'topup')
}

/** To a card whose payouts stay pending. */
async function leaveWithdrawalOpen({ world, person }: Stage): Promise<void> {
  void person.withdraw('1.00', 'USD', { pan: '2200123456780119' }).catch(() => undefined)
  await bringOn(world, 'withdrawal')
}

async function paySeller({ world: { admin }, person }: Stage, course: ShopCourse = 'paid'): Promise<void> {
  await turnPaymentsOn(admin)
  await payCode(person, await aShopOrder(person.wallet, { format: 'pix', amount: '1.00', course }))
}

/** Of an order that stays unpaid for a while. */
async function leavePaymentOpen(stage: Stage): Promise<void> {
  void paySeller(stage, 'slow_paid').catch(() => undefined)
  await bringOn(stage.world, 'payment')
}

async function bringOn({ admin }: World, table: 'topup' | 'withdrawal' | 'payment' | 'identification'): Promise<void> {
  await admin.query(`update ${table} set next_check_at = now() where next_check_at is not null`)
}

/** To a number without a wallet: it waits, and its owner is invited. */
async function sendToNobodyYet({ person }: Stage): Promise<void> {
  await person.send('1.00', 'USD', { phone: freshPhone() })
}

/** Somebody new, since a wallet is closed once and has to be empty. */
async function closeWallet({ world }: Stage): Promise<void> {
  const anna = await aUser(world)
  await anna.post('/v2/wallet/profile/close/send_code', {})
  await anna.post('/v2/wallet/profile/close', { confirm_code: await readCode(world, anna.phone), pin_code: PIN })
}
