import { expect, test } from 'vitest'
import { ask, aUser, aUserWith, PIN, readCode, type TestUser } from '#tests/builders'
import { crashAt, crashPoints, database, run, server, withMortalWallet } from '#tests/survival/crash'

withMortalWallet()

const PROFILE = '/v2/wallet/profile'

async function close(anna: TestUser): Promise<unknown> {
  await run('delete from attempt')
  await anna.post(`${PROFILE}/close/send_code`, {})
  return anna.post(`${PROFILE}/close`, { confirm_code: await readCode(server, anna.phone), pin_code: PIN })
}

/** What is left of a person that an open wallet has, and a closed one has not. */
async function leftOf({ phone }: TestUser): Promise<unknown> {
  const text = `select closed_at is null as is_open,
      (select bool_and(not is_closed) from account where user_id = wallet_user.id) as has_accounts,
      (select count(*)::integer from session where user_id = wallet_user.id and ended_at is null) as sessions,
      (select count(*)::integer from pin where user_id = wallet_user.id) as pins,
      (select count(*)::integer from known_device where user_id = wallet_user.id) as devices,
      (select count(*)::integer from message where user_id = wallet_user.id and kind = 'wallet_closed') as told
    from wallet_user where phone = $1`
  return database.find({ name: 'test.left_of', text }, [`+${phone}`])
}

const OPEN = { is_open: true, has_accounts: true, sessions: 1, pins: 1, devices: 1, told: 0 }
const CLOSED = { is_open: false, has_accounts: false, sessions: 0, pins: 0, devices: 0, told: 1 }

test('after a kill during the closing of a wallet, the wallet is open or closed, and nothing in between', async () => {
  for (const point of crashPoints('closing.')) {
    const anna = await aUser(server)
    await crashAt(point, () => close(anna))
    await server.start()
    const isClosed = point === 'closing.committed'
    expect(await leftOf(anna)).toEqual(isClosed ? CLOSED : OPEN)
    if (!isClosed) expect(await close(anna)).toMatchObject({ status: 'ok' })
    expect(await ask(server, 'GET', '/v2/wallet', { token: anna.token })).toMatchObject({ http: 401 })
    await run('delete from attempt')
    expect(await (await aUserWith(server, anna.phone)).get('/v2/wallet')).toMatchObject({ http: 200 })
  }
})
