import { accountOf, clientOf, done, keyed, type Passkey, type Person, PIN, type World } from './client.ts'

/** Sends money to a friend in every way, and it ends in every way; returns how each began. */
export async function sendMoney(from: Person, to: Person, passkey: Passkey): Promise<readonly string[]> {
  const { client } = from
  const { id: from_account_id } = await accountOf(from, 'RUB')
  const found = done(await client.POST('/v2/wallet/transfer/recipient', { body: { phone: to.phone } }))
  if (!found.has_wallet) throw new Error('The friend is not found')
  const send = async (key: string, protection_code?: string) =>
    done(
      await client.POST('/v2/wallet/transfer', {
        params: keyed(key),
        body: {
          from_account_id,
          to: { phone: to.phone },
          amount: '10.00',
          message: 'For the cinema',
          pin: PIN,
          ...(protection_code && { protection_code }),
        },
      }),
    )
  const plain = await send('plain')
  const [received, declined, takenBack] = [await send('one', '1234'), await send('two', '1234'), await send('three', '1234')]
  const waiting = done(await to.client.GET('/v2/wallet/transfer/incoming')).results
  if (waiting.length !== 3) throw new Error(`${waiting.length} transfers wait`)
  const one = { transaction_id: received.transaction_id, protection_code: '1234' }
  done(await to.client.POST('/v2/wallet/transfer/receive', { params: keyed('received'), body: one }))
  const two = { transaction_id: declined.transaction_id }
  done(await to.client.POST('/v2/wallet/transfer/decline', { params: keyed('declined'), body: two }))
  const three = { transaction_id: takenBack.transaction_id }
  done(await client.POST('/v2/wallet/transfer/take-back', { params: keyed('taken-back'), body: three }))

  const [friend] = done(await client.GET('/v2/wallet/transfer/recipients')).results
  if (!friend) throw new Error('Nobody was sent to')
  const again = { from_account_id, to: { recipient_id: friend.id }, amount: '15.00' }
  const { options } = done(await client.POST('/v2/wallet/passkeys/transfer/start', { body: again }))
  const signed = done(await client.POST('/v2/wallet/transfer', { body: { ...again, passkey: passkey.get(options) } }))
  await blockAndUnblock(to, plain.transaction_id)
  return [plain.status, received.status, declined.status, takenBack.status, signed.status]
}

async function blockAndUnblock({ client }: Person, transaction_id: string): Promise<void> {
  const settings = done(await client.GET('/v2/wallet/transfer/settings'))
  if (!(settings.found_by_phone && settings.takes_transfers)) throw new Error('Nobody could have found them')
  done(await client.POST('/v2/wallet/transfer/settings/save', { body: { found_by_phone: true } }))
  for (const is_blocked of [true, false, true]) {
    done(await client.POST('/v2/wallet/transfer/block', { body: { transaction_id, is_blocked } }))
  }
  const [block] = done(await client.GET('/v2/wallet/transfer/settings')).blocked
  if (!block) throw new Error('Nobody is blocked')
  done(await client.POST('/v2/wallet/transfer/unblock', { body: { block_id: block.block_id } }))
}

/** Asks a friend for money, who pays one request and declines another; a third is withdrawn. Returns the states of the three. */
export async function askForMoney(maker: Person, payer: Person): Promise<readonly string[]> {
  const { client } = maker
  const { id: account_id } = await accountOf(maker, 'RUB')
  const ask = async (key: string) => {
    const body = { account_id, to: { phone: payer.phone }, amount: '12.00', message: 'For the cake' }
    return done(await client.POST('/v2/wallet/request', { params: keyed(key), body })).request
  }
  const [paid, declined, withdrawn] = [await ask('first'), await ask('second'), await ask('third')]
  const received = done(
    await payer.client.GET('/v2/wallet/request/list', { params: { query: { direction: 'received' } } }),
  ).results
  if (received.length !== 3) throw new Error(`${received.length} requests were received`)
  const { id: from_account_id } = await accountOf(payer, 'RUB')
  const payment = { from_account_id, to: { request_id: paid.id }, amount: '12.00', pin: PIN }
  done(await payer.client.POST('/v2/wallet/transfer', { body: payment }))
  const no = { request_id: declined.id }
  done(await payer.client.POST('/v2/wallet/request/decline', { params: keyed('no'), body: no }))
  const back = { request_id: withdrawn.id }
  done(await client.POST('/v2/wallet/request/withdraw', { params: keyed('back'), body: back }))
  const states: string[] = []
  for (const { id } of [paid, declined, withdrawn]) {
    states.push(done(await client.POST('/v2/wallet/request/show', { body: { request_id: id } })).request.state)
  }
  return states
}

/** Shows one's own code, and another in its place, by which a friend sends money; a stranger reads whose it is, and returns that. */
export async function handOutCode(world: World, owner: Person, friend: Person): Promise<string> {
  const before = done(await owner.client.POST('/v2/wallet/pay-code'))
  const { code } = done(await owner.client.POST('/v2/wallet/pay-code/replace'))
  if (code === before.code) throw new Error('The code is the same')
  const seen = done(await clientOf(world).POST('/v2/wallet/pay-code/look', { body: { code } }))
  const { id: from_account_id } = await accountOf(friend, 'RUB')
  const body = { from_account_id, to: { code }, amount: '11.00', pin: PIN }
  done(await friend.client.POST('/v2/wallet/transfer', { body }))
  return seen.person
}

/** Names a recipient, finds them by that name, and takes them out of the list; returns how many there were, and are. */
export async function keepRecipients({ client }: Person): Promise<readonly number[]> {
  const before = done(await client.GET('/v2/wallet/recipients')).results
  const [first] = before
  if (!first) throw new Error('There is no recipient')
  const named = { recipient_id: first.id, own_name: 'My neighbour', is_favourite: true }
  done(await client.POST('/v2/wallet/recipients/save', { body: named }))
  const query = { search: 'neighbour' }
  const found = done(await client.GET('/v2/wallet/recipients', { params: { query } })).results
  done(await client.POST('/v2/wallet/recipients/remove', { body: { recipient_id: first.id } }))
  const after = done(await client.GET('/v2/wallet/recipients')).results
  return [before.length, found.length, after.length]
}
