import type { NamedTest, SeededFault } from './seeded-fault.ts'

const test = (file: string, title: string): NamedTest => {
  const project = file.startsWith('tests/survival/') ? 'survival' : file.startsWith('tests/') ? 'integration' : 'unit'
  return { project, file, title }
}

const LEDGER: readonly SeededFault[] = [
  {
    name: 'accounts-hardly-locked',
    mistake: 'accounts are locked too weakly to keep another process from the same money',
    file: 'server/ledger/accounts.ts',
    text: ' for no key update`\nconst LOCK_ACCOUNTS',
    replacement: ' for key share`\nconst LOCK_ACCOUNTS',
    caughtBy: test('tests/api/strangers.test.ts', 'nor by many at once in two processes, each with its PIN proven'),
  },
  {
    name: 'account-twice-in-an-operation',
    mistake: 'an account takes part in an operation twice, and what its legs say together is what it moves by',
    file: 'db/migrations/0097_months.sql',
    text: 'where other.leg <> added.leg and other.account_id = added.account_id',
    replacement: 'where other.leg = added.leg and other.account_id = added.account_id and false',
    caughtBy: test('tests/db/ledger.test.ts', 'the database itself refuses a second leg on one account'),
  },
  {
    name: 'waiting-money-in-both-balances',
    mistake: 'money that waits for who receives it is said to be in the balance of who is credited, too',
    file: 'contract/operation-states.ts',
    text: "return isInBalance === 'out' ? isOut : isInBalance",
    replacement: "return isInBalance === 'out' ? isOut || !isOut : isInBalance",
    caughtBy: test('contract/operation-kinds.test.ts', 'of money that waits for who receives it the debit alone is in a balance'),
  },
  {
    name: 'last-cent-refused',
    mistake: 'an account cannot be emptied: `<=` in place of `<`',
    file: 'server/ledger/apply-batch.ts',
    text: 'find(({ balance }) => balance.minor < 0n)',
    replacement: 'find(({ balance }) => balance.minor <= 0n)',
    caughtBy: test('tests/db/ledger.test.ts', 'two hundred at once cannot spend the same money'),
  },
  {
    name: 'facts-older-than-batch',
    mistake: 'two requests of one batch decide by facts that the first of them has changed',
    file: 'server/ledger/batch-members.ts',
    text: 'passedOver.has(id) || exclusive.has(id) || (facts && shared.has(id))',
    replacement: 'passedOver.has(id)',
    caughtBy: test(
      'tests/db/ledger.test.ts',
      'what a request is told of its accounts is still so when it is decided, whatever comes at once',
    ),
  },
  {
    name: 'checkpoint-before-commit',
    mistake: 'a checkpoint takes all that has a number by now, and waits for nobody who is still committing',
    file: 'server/ledger/checkpoint.ts',
    text: 'let left = await writers()',
    replacement: 'let left: string[] = []',
    caughtBy: test(
      'tests/db/ledger.test.ts',
      'a checkpoint waits for a transfer with a lower number that is still being committed, however long that takes',
    ),
  },
  {
    name: 'entries-can-be-changed',
    mistake: 'the trigger that keeps entries as they are is missing',
    file: 'db/migrations/0097_months.sql',
    text: 'create trigger entry_stays before update on entry for each row execute function refuse_change();\n',
    replacement: '',
    caughtBy: test('tests/db/ledger.test.ts', 'the database itself refuses an entry changed'),
  },
  {
    name: 'float-amount',
    mistake: 'an amount is read as a floating-point number',
    file: 'money/amount.ts',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source text
    text: "BigInt(`${match[2]}${fraction.padEnd(scale, '0')}`)",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source text
    replacement: 'BigInt(Math.trunc(Number(`${match[2]}.${fraction}`) * 10 ** scale))',
    caughtBy: test('money/amount.test.ts', 'every amount in minor units survives its wire form'),
  },
  {
    name: 'float-conversion',
    mistake: 'what an exchange costs is computed with floating-point numbers',
    file: 'money/rate.ts',
    text: 'divideUp(dividend, divisor) * step',
    replacement: 'divideUp(BigInt(Math.ceil(Number(dividend) / Number(divisor))), 1n) * step',
    caughtBy: test('money/rate.test.ts', 'paying for an amount and converting what was paid never gives less than the amount'),
  },
]

const DATABASE: readonly SeededFault[] = [
  {
    name: 'answered-before-commit',
    mistake: 'the ledger answers before its commit is confirmed',
    file: 'server/db/pool.ts',
    text: 'await allDone([written, connection.query(COMMIT)])',
    replacement: 'void connection.query(COMMIT)\n      await written',
    caughtBy: test(
      'tests/survival/standby.test.ts',
      'while the standby is away nobody is told that money has moved; when it is back each has moved once',
    ),
  },
  {
    name: 'broken-connection-unheard',
    mistake: 'nobody listens to the errors of a connection that is in use',
    file: 'server/db/pool.ts',
    text: "pool.on('connect', (client) => client.on('error', () => undefined))",
    replacement: '',
    caughtBy: test(
      'tests/survival/outage.test.ts',
      'the wallet outlives every connection to its database, again and again: clean refusals, and nothing lost or done twice',
    ),
  },
  {
    name: 'event-kept-twice',
    mistake: 'a provider’s event is unique by no rule of the database',
    file: 'db/migrations/0003_providers.sql',
    text: '  body jsonb not null,\n  primary key (provider, event_id)\n',
    replacement: '  body jsonb not null\n',
    caughtBy: test('tests/api/identity.test.ts', 'an event told ten times at once is kept once'),
  },
  {
    name: 'key-answered-twice',
    mistake: 'the table of answers loses its unique key when its columns are renamed',
    file: 'db/migrations/0008_words.sql',
    text: 'rename constraint answered_pkey to idempotency_record_pkey',
    replacement: 'drop constraint answered_pkey',
    caughtBy: test(
      'tests/db/idempotency.test.ts',
      'a refusal leaves nothing of its work behind, and is kept; what went well is done once',
    ),
  },
  {
    name: 'row-polled-by-two',
    mistake: 'two processes take the same row to poll',
    file: 'server/db/polling-queue.ts',
    text: ' for update skip locked',
    replacement: '',
    caughtBy: test(
      'tests/db/polling-queue.test.ts',
      'a row that somebody holds keeps no round waiting, and two that meet at it do not both poll it',
    ),
  },
  {
    name: 'owner-answered-sooner',
    mistake: 'of a number with a wallet no sign-up is looked for, so that the time of an answer tells who has one',
    file: 'server/auth/auth.ts',
    text: 'const registration = await findRegistration(tx, deps.keys, asker)',
    replacement: 'const registration = owner ? undefined : await findRegistration(tx, deps.keys, asker)',
    caughtBy: test(
      'tests/api/same-statements.test.ts',
      'a code that is sent again takes the same statements, whoever has begun a sign-up with a number',
    ),
  },
  {
    name: 'sms-with-every-try',
    mistake: 'a code is sent within the transaction, and again when that is tried again',
    file: 'server/auth/auth.ts',
    text: '    return counted instanceof Refusal ? counted : { asker, text: await write(tx, asker), counted }\n',
    replacement: `    if (counted instanceof Refusal) return counted
    const text = await write(tx, asker)
    if (text !== undefined) await deps.sms.send({ phone, text })
    return { asker, text, counted }
`,
    caughtBy: test('tests/api/sign-in.test.ts', 'a code whose transaction the database wants tried again is sent once'),
  },
]

const AUTH: readonly SeededFault[] = [
  {
    name: 'new-code-new-guesses',
    mistake: 'a new code forgets the wrong guesses at the one before',
    file: 'server/auth/codes.ts',
    text: '  const id = idAt(now)\n',
    replacement: `  const id = idAt(now)
  for (const limit of [inARow(codeLimits), perMonth(codeLimits)]) await reset(tx, limit, phone)
`,
    caughtBy: test(
      'tests/api/sign-in.test.ts',
      'a new code does not buy new guesses: after five wrong ones the next costs work, or a quarter of an hour',
    ),
  },
  {
    name: 'code-used-by-many',
    mistake: 'a code that two use at once signs both in',
    file: 'server/auth/store.ts',
    text: 'set used_at = $2 where id = $1 and used_at is null',
    replacement: 'set used_at = $2 where id = $1',
    caughtBy: test('tests/api/sign-in.test.ts', 'a sign-in code used by thirty at once signs one in'),
  },
  {
    name: 'signed-out-still-answered',
    mistake: 'a token that was known is believed without asking whether it still counts',
    file: 'server/http/route.ts',
    text: 'const user = await found\n',
    replacement: 'const user = lastKnown ?? (await found)\n',
    caughtBy: test(
      'tests/api/sessions.test.ts',
      'a session that is ended is worth nothing from the next call on, whatever was asked of it before',
    ),
  },
  {
    name: 'wrong-pin-forgotten',
    mistake: 'the refusal of a wrong PIN rolls its count back',
    file: 'server/confirmation/pin.ts',
    text: 'const refusal = await database.inTransaction((tx) => countWrong(tx, deps, tried))',
    replacement: `const refusal = await database.inTransaction(async (tx): Promise<RefusalFacts> => {
      throw new Refusal(await countWrong(tx, deps, tried))
    })`,
    caughtBy: test(
      'tests/api/pin.test.ts',
      'five wrong ones in a row block even the right one; after half an hour the count starts anew',
    ),
  },
  {
    name: 'pins-guessed-side-by-side',
    mistake: 'two processes compare PINs of one person at the same time',
    file: 'server/confirmation/pin.ts',
    text: ' and (trying_until is null or trying_until <= clock_timestamp())\n',
    replacement: '\n',
    caughtBy: test(
      'tests/api/pin.test.ts',
      'while another process checks a PIN of the same person, one is told to come back; others are not kept waiting',
    ),
  },
  {
    name: 'person-not-locked',
    mistake: 'a person is read without a lock, and what was decided about them is old when it is written',
    file: 'server/users/users.ts',
    text: ' from wallet_user where id = $1 for no key update`',
    replacement: ' from wallet_user where id = $1`',
    caughtBy: test(
      'tests/api/identity.test.ts',
      'two that hear of an approval while the person is being changed raise once and notice once',
    ),
  },
  {
    name: 'outage-costs-a-pin-try',
    mistake: 'a try is counted before the PIN is compared, and not given back when the database is out of room',
    file: 'server/confirmation/pin.ts',
    text: "    crashPoint('pin.claimed')\n",
    replacement: `    await database.run(INSERT_FAILURE, [idAt(now), user.userId, user.sessionId, now])
    crashPoint('pin.claimed')
`,
    caughtBy: test('tests/api/pin.test.ts', 'the right PIN costs no try while the disk of the database is full'),
  },
]

const PROVIDERS: readonly SeededFault[] = [
  {
    name: 'signature-not-compared',
    mistake: 'a webhook needs a signature, but not the right one',
    file: 'server/providers/signature.ts',
    text: 'matches.includes(true)',
    replacement: 'matches.length > 0',
    caughtBy: test('tests/api/webhooks.test.ts', 'a forged, changed, late or unsigned webhook is refused and credits nothing'),
  },
  {
    name: 'paid-amount-not-compared',
    mistake: 'an order is credited whatever was paid for it',
    file: 'server/topup/rules.ts',
    text: "if (isSameMoney(amount, order.amount)) return 'credit'",
    replacement: "if (amount.currency === order.amount.currency) return 'credit'",
    caughtBy: test('tests/api/webhooks.test.ts', 'a cent less than ordered credits nobody and opens a case'),
  },
  {
    name: 'paid-currency-not-compared',
    mistake: 'an order of dollars is credited when as many roubles are paid',
    file: 'server/topup/rules.ts',
    text: "if (isSameMoney(amount, order.amount)) return 'credit'",
    replacement: "if (amount.minor === order.amount.minor) return 'credit'",
    caughtBy: test('tests/api/webhooks.test.ts', 'another currency than ordered credits nobody and opens a case'),
  },
  {
    name: 'webhook-answered-first',
    mistake: 'a webhook is answered before what it says is written down',
    file: 'server/http/webhook.ts',
    text: 'await inTime(http, request,',
    replacement: 'void inTime(http, request,',
    caughtBy: test('tests/api/webhooks.test.ts', 'an event that cannot be written down now is refused, so that it comes again'),
  },
  {
    name: 'credit-on-status',
    mistake: 'asking how a top-up stands asks the provider and credits the account',
    file: 'server/topup/topup.ts',
    text: `export async function getOrder({ database }: TopupDeps, userId: string, id: string): Promise<TopupOrder> {
  const order = validate(id) ? await database.read(orderOf(id)).catch(nothingInArchive) : undefined
  if (order?.userId !== userId) throw new Refusal({ code: 'order_unknown', field: 'order' })
`,
    replacement: `export async function getOrder(deps: TopupDeps, userId: string, id: string): Promise<TopupOrder> {
  const order = validate(id) ? await deps.database.read(orderOf(id)).catch(nothingInArchive) : undefined
  if (order?.userId !== userId) throw new Refusal({ code: 'order_unknown', field: 'order' })
  if (order.state === 'pending') await checkOrder(deps, order, () => new Date())
`,
    caughtBy: test('tests/api/webhooks.test.ts', 'asking how an order stands never moves money'),
  },
  {
    name: 'stray-money-not-booked',
    mistake: 'money for an order that we do not know opens a case and is in no book',
    file: 'server/topup/settle.ts',
    text: 'transfers: isBooked ? [intoSuspense(payment, null, idAt(now), now)] : [],',
    replacement: 'transfers: [],',
    caughtBy: test('tests/api/webhooks.test.ts', 'money for an order we do not know is credited to nobody and remembered'),
  },
  {
    name: 'payout-under-new-reference',
    mistake: 'a payout that has not been answered is requested again under another reference',
    file: 'server/withdrawal/withdrawal.ts',
    text: 'send({ reference: id, token',
    replacement: "send({ reference: withdrawal.state === 'unknown' ? idAt(watching.clock()) : id, token",
    caughtBy: test('tests/api/payout-requests.test.ts', 'a payout that is requested again keeps its reference'),
  },
  {
    name: 'timeout-taken-for-refusal',
    mistake: 'a payout without an answer is given back as if it had been refused',
    file: 'server/outgoing/sending.ts',
    text: "externalId: '', state: 'pending' }",
    replacement: "externalId: '', state: 'failed' }",
    caughtBy: test('tests/api/journey.test.ts', 'a timed-out payout keeps the money held and ends as the provider says, once'),
  },
  {
    name: 'payout-sent-by-two',
    mistake: 'two processes request the payout of one withdrawal',
    file: 'server/outgoing/queue.ts',
    text: '\n      and (sending_until is null or sending_until <= clock_timestamp())`',
    replacement: '`',
    caughtBy: test(
      'tests/api/payout-requests.test.ts',
      'two processes that look after the same withdrawal at once request its payout once',
    ),
  },
  {
    name: 'fee-not-given-back',
    mistake: 'a withdrawal that fails gives back the amount without its fee',
    file: 'server/withdrawal/rules.ts',
    text: `  const total = add(amount, fee)
  return {
    id: transferId,`,
    replacement: `  const total = subtract(add(amount, fee), fee)
  return {
    id: transferId,`,
    caughtBy: test(
      'tests/api/strangers.test.ts',
      'a level’s fee is held, shown and paid as an entry of its own, and given back with a failed payout',
    ),
  },
  {
    name: 'unpaid-rest-not-in-suspense',
    mistake: 'what a payout was too small by is held nowhere',
    file: 'server/withdrawal/end.ts',
    text: 'const unpaid = paid && unpaidOf(withdrawal, paid)',
    replacement: 'const unpaid = undefined',
    caughtBy: test(
      'tests/api/provider-words.test.ts',
      'a payout of another amount than was asked for leaves what was not paid in suspense, and it is credited',
    ),
  },
]

const RULES: readonly SeededFault[] = [
  {
    name: 'exchange-rounded-up',
    mistake: 'an exchange credits the next cent up',
    file: 'money/rate.ts',
    text: 'divideDown(dividend, divisor) * step',
    replacement: 'divideUp(dividend, divisor) * step',
    caughtBy: test('money/rate.test.ts', 'an amount given in "from" credits what it gives, rounded down to the cent'),
  },
  {
    name: 'old-rate-accepted',
    mistake: 'a rate is honoured a thousand times as long: seconds for milliseconds',
    file: 'server/exchange/rules.ts',
    text: 'lifetimeSeconds * 1000)',
    replacement: 'lifetimeSeconds * 1_000_000)',
    caughtBy: test('server/exchange/rules.test.ts', 'a rate is honoured to its last second and not after'),
  },
  {
    name: 'daily-limit-of-no-day',
    mistake: 'the day of which the withdrawals count begins now',
    file: 'server/withdrawal/withdrawal.ts',
    text: 'since: new Date(now.getTime() - DAY_MS) }),',
    replacement: 'since: new Date(now.getTime() - DAY_MS * 0) }),',
    caughtBy: test('tests/api/strangers.test.ts', 'nor by many at once in two processes, each with its PIN proven'),
  },
  {
    name: 'refusal-kept-nowhere',
    mistake: 'what is refused before the ledger is asked is kept under no key: a copy that comes late moves money after all',
    file: 'server/http/post-once.ts',
    text: 'if (!(error instanceof Refusal)) throw error',
    replacement: "if (!(error instanceof Refusal && idempotencyKey.key === '')) throw error",
    caughtBy: test('tests/api/kept-refusals.test.ts', 'withdrawal recipient_unknown stays under its key'),
  },
  {
    name: 'key-without-body',
    mistake: 'an Idempotency-Key that comes with another body is answered as if it were the same request',
    file: 'server/idempotency/key.ts',
    text: 'JSON.stringify(body ?? null)',
    replacement: 'typeof body',
    caughtBy: test(
      'tests/api/idempotency.test.ts',
      'exchange with another body, or by another call, under the same key it is refused',
    ),
  },
  {
    name: 'statement-of-somebody-else',
    mistake: 'whoever names an account reads its statement',
    file: 'server/history/history.ts',
    text: `    where user_id = $1
      and operation_leg.created_at >= $2 and operation_leg.created_at < $3
      and (operation_leg.created_at, operation_id, leg)`,
    replacement: `    where (user_id = $1 or account_id = $7)
      and operation_leg.created_at >= $2 and operation_leg.created_at < $3
      and (operation_leg.created_at, operation_id, leg)`,
    caughtBy: test('tests/api/strangers.test.ts', 'nobody sees somebody else’s order, transactions or notices'),
  },
  {
    name: 'recipient-of-somebody-else',
    mistake: 'a withdrawal can go to a recipient of somebody else',
    file: 'server/withdrawal/recipients.ts',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source text
    text: 'where user_id = $1 and ${WENT_OUT} and operation.id',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source text
    replacement: 'where $1::uuid is not null and ${WENT_OUT} and operation.id',
    caughtBy: test('tests/api/recipients.test.ts', 'somebody else’s recipient is as unknown as one that never was'),
  },
  {
    name: 'payment-amount-of-the-request',
    mistake: 'a seller is paid what the request says, not what was quoted',
    file: 'server/payment/rules.ts',
    text: "return isOther ? no({ code: 'amount_mismatch', field: 'amount', reason: 'payment' }) : { ok: true, amount: asked.amount }",
    replacement: 'return { ok: true, amount: isOther ? parsed.money : asked.amount }',
    caughtBy: test('tests/api/payment.test.ts', 'a payment is of the quoted amount, which the request cannot change'),
  },
  {
    name: 'payment-cost-of-the-request',
    mistake: 'an account of another currency gives for a payment what the request says',
    file: 'server/payment/rules.ts',
    text: "return isSameMoney(seen.money, cost) ? { ok: true, cost } : no('amount_mismatch', 'from_amount', 'payment')",
    replacement: 'return { ok: true, cost: seen.money }',
    caughtBy: test(
      'tests/api/payment-currency.test.ts',
      'another amount than was named, a rate of another pair, none and one that is over are refused, and nothing is taken',
    ),
  },
  {
    name: 'amount-of-the-code-ignored',
    mistake: 'a code is paid though the provider tells another amount than it shows',
    file: 'server/payment/rules.ts',
    text: "return !('money' in facts.amount && 'amount' in asked && isSameMoney(facts.amount.money, asked.amount))",
    replacement: "return !('money' in facts.amount && 'amount' in asked)",
    caughtBy: test('tests/api/payment.test.ts', 'a seller’s code whose amount is another at the provider is refused'),
  },
  {
    name: 'quote-of-somebody-else',
    mistake: 'whoever names a quote pays it',
    file: 'server/payment/store.ts',
    text: 'from payment_quote where id = $1 and user_id = $2',
    replacement: 'from payment_quote where id = $1 and $2::uuid is not null',
    caughtBy: test(
      'tests/api/payment.test.ts',
      'a payment is refused once its quote is over, with the quote of somebody else, and from another’s account, or one of another currency without its rate',
    ),
  },
  {
    name: 'quote-paid-after-its-end',
    mistake: 'a quote is paid however old it is',
    file: 'server/payment/rules.ts',
    text: "  if (now >= quote.expiresAt) return refusePosting({ code: 'quote_expired', field: 'quote_id' })\n",
    replacement: '',
    caughtBy: test(
      'tests/api/payment.test.ts',
      'a payment is refused once its quote is over, with the quote of somebody else, and from another’s account, or one of another currency without its rate',
    ),
  },
  {
    name: 'card-token-of-somebody-else',
    mistake: 'a withdrawal takes the token of a card that somebody else has typed',
    file: 'server/withdrawal/rules.ts',
    text: 'card.owner === userId && now < card.usableUntil',
    replacement: "userId !== '' && now < card.usableUntil",
    caughtBy: test('tests/api/card-field.test.ts', 'a token is refused of another person, as one that nobody knows'),
  },
  {
    name: 'card-token-taken-twice',
    mistake: 'a token of a typed card is taken by whoever comes, not by one request',
    file: 'server/withdrawal/typed-cards.ts',
    text: ' where typed_card_use.used_by = any($5::uuid[])`',
    replacement: ' where $5::uuid[] is not null`',
    caughtBy: test('tests/api/card-field.test.ts', 'a token is refused when many come with it at once: one is paid'),
  },
  {
    name: 'stale-prices-believed',
    mistake: 'prices are believed however old they are by the word of who tells them',
    file: 'server/rates/stale.ts',
    text: '<= maxAgeSeconds * 1000)',
    replacement: '<= maxAgeSeconds * 1_000_000)',
    caughtBy: test(
      'tests/api/rates.test.ts',
      'prices that are older than four days are not believed, however often they are answered; a feed that rests for a weekend is',
    ),
  },
  {
    name: 'stopped-feature-goes-on',
    mistake: 'what the operator has stopped for one person is posted all the same',
    file: 'server/exchange/exchange.ts',
    text: 'if (today?.isStopped) return STOPPED',
    replacement: "if (today?.isStopped && !isOn('exchange')) return STOPPED",
    caughtBy: test(
      'tests/api/operator.test.ts',
      'what is stopped for one person they alone cannot do, from that moment on and until it is let on; they are told, and it is recorded',
    ),
  },
  {
    name: 'checksum-of-address-ignored',
    mistake: 'money goes to an address with a mistake in it',
    file: 'money/address.ts',
    text: 'digits === withChecksum(small)',
    replacement: "withChecksum(small) !== ''",
    caughtBy: test(
      'money/address.test.ts',
      'an address of Ethereum 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed with one digit changed, or one letter in the other case, is refused',
    ),
  },
  {
    name: 'takeover-silenced',
    mistake: 'what a thief has the owner told of first uses up the messages that tell of the takeover',
    file: 'server/messages/budget.ts',
    text: 'if (isTakeover(kind)) return',
    replacement: "if (isTakeover(kind) && channel === 'email') return",
    caughtBy: test('tests/api/messages.test.ts', 'nothing else that a thief has the owner told of keeps that back'),
  },
  {
    name: 'push-names-amounts',
    mistake: 'a notification on a locked screen names amounts that its person hides',
    file: 'server/push/words.ts',
    text: 'showsAmounts ? news.key',
    replacement: 'showsAmounts !== undefined ? news.key',
    caughtBy: test('tests/api/push.test.ts', 'a device is told no amount while amounts are hidden, of nothing that moves money'),
  },
  {
    name: 'push-asks-anybody',
    mistake: 'whoever is signed in has the server send to any address of its network',
    file: 'server/providers/push/web-push.ts',
    text: 'HOSTS.some((host) => host.test(hostname))',
    replacement: "hostname !== '' && HOSTS.length > 0",
    caughtBy: test(
      'tests/api/push.test.ts',
      'it is refused to send to an address that is of no push service: neither here, nor in the network behind, nor anywhere else',
    ),
  },
  {
    name: 'strangers-notice-secures',
    mistake: 'anybody’s notice freezes the wallet of whoever names it',
    file: 'server/users/notices.ts',
    text: 'from notification where id = $1 and user_id = $2',
    replacement: 'from notification where id = $1 and $2::uuid is not null',
    caughtBy: test(
      'tests/api/secure-link.test.ts',
      '"it wasn’t me", said where the owner is signed in it is said of what a thief would do, for three days, and of nobody else’s notices',
    ),
  },
  {
    name: 'forwarded-address-believed',
    mistake: 'whoever writes X-Forwarded-For has as many addresses, and limits, as he likes',
    file: 'server/http/http-server.ts',
    text: 'hop < trustedProxies',
    replacement: 'hop <= trustedProxies',
    caughtBy: test(
      'tests/api/addresses.test.ts',
      'behind a proxy of ours an address is the one that the proxy has seen, whatever its client has written before it',
    ),
  },
  {
    name: 'values-in-the-log',
    mistake: 'what PostgreSQL says of rejected values goes to the log',
    file: 'server/log.ts',
    text: "new Set(['08', '25',",
    replacement: "new Set(['08', '22', '23', '25',",
    caughtBy: test('tests/api/log.test.ts', 'what a database error says of rows and values is not logged; where it happened is'),
  },
  {
    name: 'ticket-for-ever',
    mistake: 'a ticket for a stream of events is good for as long as nobody uses it',
    file: 'server/live/tickets.ts',
    text: 'and expires_at > $2 and session.id',
    replacement: 'and $2::timestamptz is not null and session.id',
    caughtBy: test('tests/api/live.test.ts', 'a ticket is good for half a minute'),
  },
  {
    name: 'stream-outlives-session',
    mistake: 'a stream of events goes on when the session that it was opened for has ended',
    file: 'server/live/live.ts',
    text: "hasGap ? told : told.filter(({ userId }) => topics.get(userId)?.has('sessions'))",
    replacement: 'hasGap ? told : []',
    caughtBy: test('tests/api/live.test.ts', 'a stream ends with its session, and with no other of the person'),
  },
  {
    name: 'late-commit-unheard',
    mistake: 'what is committed after something that began later is never told',
    file: 'server/live/events.ts',
    text: 'and not pg_visible_in_snapshot(transaction_id, $2::pg_snapshot)',
    replacement: 'and transaction_id >= pg_snapshot_xmax($2::pg_snapshot)',
    caughtBy: test('tests/api/live.test.ts', 'what changes is heard though it is committed after what began later'),
  },
  {
    name: 'stop-without-waiting',
    mistake: 'told to stop, the wallet does not wait for what it is answering',
    file: 'server/closing.ts',
    text: 'await atMost(SERVING_ENDS_MS,',
    replacement: 'void atMost(SERVING_ENDS_MS,',
    caughtBy: test(
      'tests/survival/stop.test.ts',
      'what is being answered when the wallet is told to stop is answered, and nothing new is taken',
    ),
  },
]

const PEOPLE: readonly SeededFault[] = [
  {
    name: 'request-paid-twice',
    mistake: 'a request that was paid is paid again by whoever comes at the same moment',
    file: 'server/p2p/request-rules.ts',
    text: "  if (state !== 'open') return { code: 'request_closed', state }\n",
    replacement: "  if (state === 'expired') return { code: 'request_closed', state }\n",
    caughtBy: test('tests/api/requests.test.ts', 'two pay one request in the same moment: exactly one, fifty times'),
  },
  {
    name: 'request-amount-of-the-payer',
    mistake: 'a request is paid with whatever its payer says',
    file: 'server/p2p/request-rules.ts',
    text: 'if (amountMinor === null || amountMinor === amount.minor) return undefined',
    replacement: 'if (amountMinor === null || amount.minor > 0n) return undefined',
    caughtBy: test('tests/api/requests.test.ts', 'what cannot be paid is refused with its reason before the PIN'),
  },
  {
    name: 'request-without-end',
    mistake: 'a request is paid after it has run out',
    file: 'server/p2p/request-rules.ts',
    text: 'now >= expiresAt ?',
    replacement: 'now.getTime() >= expiresAt.getTime() * 2 ?',
    caughtBy: test(
      'tests/api/requests.test.ts',
      'a request runs out by the clock of the database, and is marked and deleted in its time',
    ),
  },
  {
    name: 'blocked-sender-sends',
    mistake: 'who takes nothing from a sender is sent money by them all the same',
    file: 'server/p2p/transfer-rules.ts',
    text: 'facts.paysRequest ? between.isBlocked : between.isRefused',
    replacement: 'facts.paysRequest && between.isBlocked',
    caughtBy: test('tests/api/p2p.test.ts', 'who takes no transfers, or none from the sender, is sent none; a report is a case'),
  },
  {
    name: 'look-ups-of-strangers-uncounted',
    mistake: 'numbers without a wallet are looked up without being counted, as many as one likes',
    file: 'server/p2p/recipient.ts',
    text: 'if (!isKnown) await countLookup',
    replacement: 'if (!isKnown && found) await countLookup',
    caughtBy: test(
      'tests/api/p2p.test.ts',
      'a number that is looked up tells a name and an initial, so many numbers a day, and of who is not found nothing',
    ),
  },
  {
    name: 'protection-code-guessed-for-ever',
    mistake: 'a wrong protection code costs no attempt',
    file: 'server/p2p/waiting-store.ts',
    text: 'set attempts_left = attempts_left - 1',
    replacement: 'set attempts_left = attempts_left',
    caughtBy: test('tests/api/p2p.test.ts', 'a protection code is asked for; three wrong ones send the money back'),
  },
  {
    name: 'rule-late-by-one',
    mistake: 'one recipient more than the operator has said goes through',
    file: 'server/p2p/velocity.ts',
    text: 'most > 0 && recipients > most ?',
    replacement: 'most > 0 && recipients > most + 1 ?',
    caughtBy: test('server/p2p/velocity.test.ts', 'ten different recipients in an hour are sent to, the eleventh is held'),
  },
  {
    name: 'rule-not-asked',
    mistake: 'what the velocity rules look at is read and not judged',
    file: 'server/p2p/transfer-posting.ts',
    text: 'request.decide(accounts, facts, caught)',
    replacement: 'request.decide(accounts, facts, caught && undefined)',
    caughtBy: test(
      'tests/api/velocity.test.ts',
      'who sends to a third number within an hour has it held, to one of the two before it goes',
    ),
  },
  {
    name: 'receipt-of-somebody-else',
    mistake: 'whoever knows the number of an operation reads its receipt',
    file: 'server/history/receipt.ts',
    text: 'where operation_leg.operation_id = $1 and user_id = $2',
    replacement: 'where operation_leg.operation_id = $1 and $2::uuid is not null',
    caughtBy: test('tests/api/receipt.test.ts', 'of another person’s operation, of none and of what is no id there is nothing'),
  },
  {
    name: 'spreadsheet-calculates',
    mistake: 'a message that begins with an equals sign is calculated where the statement is opened',
    file: 'server/documents/csv.ts',
    text: 'FORMULA.test(cell) ?',
    replacement: "FORMULA.test(cell) && cell === '' ?",
    caughtBy: test('server/documents/csv.test.ts', 'a spreadsheet calculates no text'),
  },
]

/** The faults of `npm run survive`: each is put into a copy of the code, where its test has to fail. */
export const SEEDED_FAULTS: readonly SeededFault[] = [...LEDGER, ...DATABASE, ...AUTH, ...PROVIDERS, ...RULES, ...PEOPLE]
