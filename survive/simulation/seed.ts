import { createHash } from 'node:crypto'
import { verifyBooks } from '#server/app/verify-books'
import { ABSENT_PROVIDERS } from '#server/providers/absent'
import { randomOf } from '../random.ts'
import { expectedOfCalls } from './actions.ts'
import { VirtualClock } from './clock.ts'
import { findWorld, learnIds, observedFacts } from './compare.ts'
import { drawStep } from './draw-step.ts'
import type { SimulationDatabase } from './ground.ts'
import { Life, type Trouble } from './life.ts'
import { bringToRest } from './liveness.ts'
import { lookAtBooks } from './observe.ts'
import { makePeople, newcomer } from './people.ts'
import type { Request } from './requests.ts'
import type { Action, Done, StepFacts, Town } from './town.ts'
import { MerchantsVendor } from './vendors/merchants.ts'
import { EmailVendor, IdentityVendor, RatesVendor, SmsVendor } from './vendors/others.ts'
import { PaymentsVendor } from './vendors/payments.ts'
import { PayoutsVendor } from './vendors/payouts.ts'
import type { Plant, Street } from './vendors/vendor.ts'
import { SimulatedWallet } from './wallet.ts'
import { joining, type World } from './world.ts'

/** What the simulation of one seed came to. */
export interface SeedResult {
  readonly seed: number
  readonly steps: number
  /** What people have made, by kind and state, `p2p complete`: all of it is in the books. */
  readonly operations: Readonly<Record<string, number>>
  readonly crashes: number
  /** Calls of vendors that failed, and answers of the database that were lost. */
  readonly faults: number
  readonly traceHash: string
  readonly deviation: { readonly step: number; readonly what: string } | undefined
}

/** The wallet is not where the model is. */
class Deviation extends Error {}

const BEGIN_MS = Date.UTC(2026, 10, 20, 9)
const TAIL = 25
const SLOWER = 50

/** One seed: a town, its steps, and what they came to. The same seed takes the same way to the same trace. */
export class SeedRun {
  readonly requests: Request[] = []
  readonly town: Town
  private readonly seed: number
  private readonly place: SimulationDatabase
  private readonly trace: string[] = []
  private step = 0
  private crashes = 0
  private faults = 0

  private constructor(seed: number, place: SimulationDatabase, town: Town) {
    this.seed = seed
    this.place = place
    this.town = town
  }

  /** Makes a town on an empty database. */
  static async begin(seed: number, place: SimulationDatabase, plant: Plant | undefined): Promise<SeedRun> {
    const random = randomOf('seed', seed)
    const clock = new VirtualClock(BEGIN_MS)
    // What waits by the process's own clock waits by ours, but longer: the operator, whose settings are read again each second, is away.
    performance.now = () => clock.ms / SLOWER
    await place.clear()
    await place.setClock(clock)
    const people = await makePeople(place.database, place.assets, clock.now())
    const street: Street = { life: new Life(random), hasFaults: true, step: '', calls: [], events: [], plant }
    const vendors = {
      payments: new PaymentsVendor(street),
      payouts: new PayoutsVendor(street),
      merchants: new MerchantsVendor(street, clock),
      identity: new IdentityVendor(street),
      rates: new RatesVendor(street, clock, seed),
      sms: new SmsVendor(street),
    }
    const { payments, payouts, merchants, identity, rates, sms } = vendors
    const { connection, assets } = place
    const providers = {
      payments: payments.provider,
      payouts: payouts.provider,
      identity: identity.provider,
      rates: rates.provider,
      sms: sms.provider,
      email: new EmailVendor(street).provider,
      merchants: merchants.provider,
      // Nobody is told of news there.
      push: ABSENT_PROVIDERS.push,
    }
    const wallet = new SimulatedWallet({ connection, assets, clock, random, street, providers })
    await wallet.start()
    const world: World = { accounts: new Map(), operations: new Map(), requests: new Map(), pins: new Map(), levels: new Map() }
    const { firstAccounts } = assets.brand
    for (const { name } of people) joining(name, firstAccounts)(world)
    const known = { ids: new Map(), accountIds: new Map(), codes: new Map(), claims: new Map(), offer: undefined, quotes: [] }
    const run = new SeedRun(seed, place, {
      random,
      clock,
      street,
      vendors,
      wallet,
      people,
      newcomer: newcomer(),
      firstAccounts,
      world,
      ...known,
    })
    await run.take([], undefined, 0)
    return run
  }

  /** Takes all steps, then has everything come to rest and compares all books. */
  async run(steps: number): Promise<SeedResult> {
    let deviation: SeedResult['deviation']
    try {
      while (this.step < steps) {
        const { actions, trouble, passMs } = drawStep(this.town, this.requests, this.step)
        await this.take(actions, trouble, passMs)
      }
      await this.rest()
    } catch (error) {
      if (!(error instanceof Deviation)) throw error
      deviation = { step: this.step, what: `${error.message}\n${this.trace.slice(-TAIL).join('\n')}` }
    }
    await this.town.wallet.crash()
    const traceHash = createHash('sha256').update(this.trace.join('\n')).digest('hex')
    const { seed, step, crashes, faults } = this
    const operations: Record<string, number> = {}
    const { world } = this.town
    const asked = [...world.requests.values()].map(({ state }) => `request ${state}`)
    for (const what of [...[...world.operations.values()].map(({ kind, state }) => `${kind} ${state}`), ...asked])
      operations[what] = (operations[what] ?? 0) + 1
    return { seed, steps: step, operations, crashes, faults, traceHash, deviation }
  }

  /** Takes one step: does what is to be done, compares what it came to, and lets time pass. */
  async take(actions: readonly Action[], trouble: Trouble | undefined, passMs: number): Promise<void> {
    const { street, wallet, clock, world } = this.town
    this.step += 1
    street.step = `${this.seed} ${this.step}`
    street.calls = []
    wallet.faults.length = 0
    const { life } = wallet
    life.expect(trouble)
    const ended = await Promise.all(actions.map((action) => action()))
    await life.rest()
    const isTroubled = life.diedAt !== undefined || life.lostAt !== undefined
    const facts = { isTroubled, isCrowd: actions.length > 1, before: world, now: clock.ms }
    const done = ended.map((outcomeOf) => outcomeOf(facts))
    // Where nothing was asked of the wallet, its books are as they were.
    if (actions.length > 0 && life.isUntouched()) return this.tell(done)
    const struck = strikeOf(life, trouble)
    if (life.lostAt !== undefined) this.faults += 1
    life.expect(undefined)
    clock.pass(passMs)
    if (life.diedAt !== undefined || trouble?.kind === 'crash') {
      this.crashes += 1
      await wallet.crash()
      await wallet.start()
    }
    this.tell(done, struck)
    await this.compare(done, facts)
  }

  /** Compares the books, and the answers of a step, with the model. Throws Deviation. */
  private async compare(done: readonly Done[], { isTroubled, now }: StepFacts): Promise<void> {
    const { town } = this
    const { street, wallet, clock } = town
    const expected = [...done.flatMap((one) => one.expected), ...expectedOfCalls(town, now, isTroubled)]
    const everybody = [...town.people, town.newcomer]
    const named = (phone: string): string => everybody.find((one) => one.phone === phone)?.name ?? phone
    const observed = await lookAtBooks(this.place.client, clock.ms, named)
    town.accountIds = new Map(observed.accounts.map(({ name, id }) => [name, id]))
    const strange = learnIds(town.ids, expected, observed)
    const unknown = street.calls.filter(({ port, reference }) => isMoney(port) && reference !== '' && !town.ids.has(reference))
    const found = findWorld(town.world, expected, observedFacts(observed, town.ids))
    if ('world' in found) town.world = found.world
    const wrong = [
      ...strange,
      ...unknown.map(({ port, subject }) => `${port} was asked about ${subject}, which is not in the books`),
      ...('differences' in found ? found.differences : done.flatMap((one) => one.check(town.world))),
      ...(isTroubled ? [] : wallet.faults.filter((line) => line.includes('A job failed'))),
    ]
    this.faults += street.calls.filter(({ outcome }) => outcome !== 'answered').length
    if (wrong.length > 0) throw new Deviation(wrong.join('\n'))
  }

  /** Faults stop; everything has to end, and the vendors' books to be ours. */
  private async rest(): Promise<void> {
    const open = await bringToRest(this)
    const found = await this.place.database.inSnapshot(verifyBooks)
    const wrong = [
      ...open,
      ...found.flatMap(({ invariant, faults }) => faults.map((fault) => `${invariant}: ${fault}`)),
      ...(await this.bookDifferences()),
    ]
    const accounts = [...this.town.world.accounts].map(([name, { balance, owed }]) => `${name} ${balance}-${owed}`)
    this.trace.push(`at rest: ${accounts.join(', ')}`)
    if (wrong.length > 0) throw new Deviation(wrong.join('\n'))
  }

  /** Where our books are not the vendors', and what is still held. */
  private async bookDifferences(): Promise<string[]> {
    const { payments, payouts, merchants } = this.town.vendors
    const { rows } = await this.place.client.query<{ role: string; currency: string; sum: string }>(SYSTEM)
    const ours = (role: string, currency: string): bigint =>
      BigInt(rows.find((row) => row.role === role && row.currency === currency)?.sum ?? '0')
    const books = [
      ...[...payments.book()].map(
        ([currency, minor]) => ['payments', currency, minor, -ours('topup_clearing', currency)] as const,
      ),
      ...[...payouts.sendings.book()].map(
        ([currency, minor]) => ['payouts', currency, minor, ours('payout_clearing', currency)] as const,
      ),
      ...[...merchants.sendings.book()].map(
        ([currency, minor]) => ['merchants', currency, minor, ours('merchant_clearing', currency)] as const,
      ),
    ]
    return [
      ...books.flatMap(([port, currency, theirs, here]) =>
        theirs === here ? [] : [`the book of ${port} has ${theirs} ${currency}, ours ${here}`],
      ),
      ...rows.flatMap(({ role, currency, sum }) =>
        role.endsWith('_hold') && sum !== '0' ? [`${sum} ${currency} are still held`] : [],
      ),
    ]
  }

  private tell(done: readonly Done[], struck?: string): void {
    const calls = this.town.street.calls.map(
      ({ port, method, subject, outcome, word }) => `${port}.${method} ${subject} ${outcome}${word ? ` ${word.state}` : ''}`,
    )
    // In what order they came is told by what they led to.
    const sorted = calls.sort((one, other) => (one < other ? -1 : 1))
    const lines = done.map(({ line }) => line).join(' | ')
    this.trace.push([`${this.step}: ${lines}`, ...sorted, ...(struck ? [struck] : [])].join('; '))
  }
}

/** What has struck the process in a step, for the trace. */
function strikeOf({ diedAt, lostAt }: Life, trouble: Trouble | undefined): string | undefined {
  if (diedAt !== undefined) return `crash at ${diedAt}`
  if (lostAt !== undefined) return `the answer to ${lostAt} is lost`
  return trouble?.kind === 'crash' ? 'crash between two steps' : undefined
}

const SYSTEM = {
  name: 'simulation.system',
  text: `select role, account.currency, coalesce(sum(amount_minor), 0)::text as sum
    from account left join entry on entry.account_id = account.id
    where user_id is null
    group by role, account.currency`,
}

function isMoney(port: string): boolean {
  return port === 'payments' || port === 'payouts' || port === 'merchants'
}
