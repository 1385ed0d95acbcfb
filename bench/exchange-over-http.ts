import { randomUUID } from 'node:crypto'
import { httpLoad, requestOf } from './http-load.ts'
import type { Load } from './measure.ts'
import type { BenchUser } from './people.ts'

const CONNECTIONS = 64
// Where the Idempotency-Key of each request goes.
const KEY = '<key>'

/** P1: `POST /v2/wallet/exchange`, signed in, each with a key of its own, over 64 connections, by all users on one pair. */
export async function exchangeLoad(port: number, users: readonly BenchUser[]): Promise<Load> {
  const rate = await findRate(`http://127.0.0.1:${port}`, users[0]?.token ?? '')
  const requests = users.map(({ accounts, token }) => aroundKey(token, accounts, rate))
  let next = 0
  return httpLoad(port, CONNECTIONS, () => {
    const { head, tail } = requests[next++ % requests.length] ?? { head: '', tail: '' }
    return Buffer.from(`${head}${randomUUID()}${tail}`)
  })
}

/** All of a request but its Idempotency-Key, which stands between the two. */
function aroundKey(
  token: string,
  accounts: readonly [string, string],
  rate: { id: string; toAmount: string },
): { head: string; tail: string } {
  const body = JSON.stringify({
    from_account_id: accounts[0],
    to_account_id: accounts[1],
    from_amount: '0.10',
    to_amount: rate.toAmount,
    rate_id: rate.id,
  })
  const headers = { authorization: `Token ${token}`, 'idempotency-key': KEY }
  const [head = '', tail = ''] = requestOf('POST', '/v2/wallet/exchange', { headers, body }).toString().split(KEY)
  return { head, tail }
}

async function findRate(url: string, token: string): Promise<{ id: string; toAmount: string }> {
  const response = await fetch(`${url}/v2/wallet/exchange/rates`, {
    method: 'POST',
    headers: { authorization: `Token ${token}` },
  })
  const { rates } = (await response.json()) as {
    rates: { id: string; from_currency_code: string; to_currency_code: string; quantity_out: string }[]
  }
  const found = rates.find((rate) => rate.from_currency_code === 'USD' && rate.to_currency_code === 'EUR')
  if (!found) throw new Error('No rate from USD to EUR')
  // Ten cents at a rate of 0.xx…: its first two decimals, rounded down.
  const [, fraction = ''] = found.quantity_out.split('.')
  return { id: found.id, toAmount: `0.0${fraction[0]}` }
}
