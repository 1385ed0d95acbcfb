import type { CrashPoint } from '#server/db/crash-point'
import { payTo, requisitesOf } from '#tests/bank'
import { aUser, decideIdentity, freshPhone, PIN, type Reachable, readCode, TestUser } from '#tests/builders'
import { aPushDevice } from '#tests/push-device'
import { aShopOrder, payCode, type ShopCourse } from '#tests/shop'
import type { World } from './world.ts'

/** Which wallet is led to a point, and with whom: somebody with money, whom all provocations share, and who asks that wallet. */
interface Stage {
  readonly world: World
  readonly wallet: Reachable
  readonly person: TestUser
}

/** Leads a wallet to a point that the load does not reach, or too seldom. */
type Provocation = (stage: Stage) => Promise<unknown>

/** The load alone comes there all the time. */
const byLoad: Provocation = async () => undefined

/** What leads a wallet to each point where it can be made to die. */
export const PROVOCATIONS: Readonly<Record<CrashPoint, Provocation>> = {
  'pin.claimed': byLoad,
  'pin.wrong.uncommitted': guessWrong,
  'pin.wrong.committed': guessWrong,
  'withdrawal.vaulted': byLoad,
  'withdrawal.proven': byLoad,
  'withdrawal.uncommitted': byLoad,
  'withdrawal.committed': byLoad,
  'withdrawal.sending': byLoad,
  'withdrawal.sent': byLoad,
  'withdrawal.end.uncommitted': byLoad,
  'withdrawal.end.committed': byLoad,
  'withdrawal.check.taken': leaveWithdrawalOpen,
  'withdrawal.check.asked': leaveWithdrawalOpen,
  'payment.proven': paySeller,
  'payment.uncommitted': paySeller,
  'payment.committed': paySeller,
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
  'topup.requisites.opened': payByBank,
  'topup.incoming.uncommitted': payByBank,
  'topup.incoming.committed': payByBank,
  'exchange.proven': exchangeWithPin,
  'exchange.uncommitted': byLoad,
  'exchange.committed': byLoad,
  'p2p.proven': sendToNobodyYet,
  'p2p.account_opened': sendToNobodyYet,
  'p2p.uncommitted': sendToNobodyYet,
  'p2p.committed': sendToNobodyYet,
  'p2p.invited.uncommitted': sendToNobodyYet,
  'p2p.check.taken': sendToNobodyYet,
  'ledger.batch.read': byLoad,
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

/** Makes what leads a wallet of a world to a point, as often as it is called. */
export async function createProvoker(world: World): Promise<(point: CrashPoint, wallet: Reachable) => Promise<unknown>> {
  const { phone, token } = await aUser(world, '9000.00 USD', '1.00 EUR')
  return (point, wallet) => PROVOCATIONS[point]({ world, wallet, person: new TestUser(wallet, phone, token) })
}

async function tellDevice({ person }: Stage): Promise<void> {
  await (await aPushDevice(person)).subscribe()
  await person.topUp('1.00', 'USD')
}

/** With the PIN, which nothing asks for here. */
async function exchangeWithPin({ person }: Stage): Promise<void> {
  await person.post('/v2/wallet/exchange', { ...(await person.exchangeBody('1.00', 'USD', 'EUR')), pin: PIN })
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

async function paySeller({ person }: Stage, course: ShopCourse = 'paid'): Promise<void> {
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

/** Somebody new, since the requisites of an account are asked of the provider once. */
async function payByBank({ wallet }: Stage): Promise<void> {
  const anna = await aUser(wallet)
  const { pay_to } = await requisitesOf(anna, 'USD')
  await payTo(wallet, { to: pay_to, amount: '1.00' })
}

/** Somebody new, since a wallet is closed once and has to be empty. */
async function closeWallet({ wallet }: Stage): Promise<void> {
  const anna = await aUser(wallet)
  await anna.post('/v2/wallet/profile/close/send_code', {})
  await anna.post('/v2/wallet/profile/close', { confirm_code: await readCode(wallet, anna.phone), pin_code: PIN })
}
