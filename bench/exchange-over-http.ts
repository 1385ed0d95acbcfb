import { randomUUID } from 'node:crypto'
import autocannon from 'autocannon'
import type { BenchUser } from './people.ts'

export interface HttpFigures {
  readonly perSecond: number
  readonly p99Ms: number
  readonly refused: number
}

const CONNECTIONS = 64

/** P1: `POST /v2/wallet/exchange`, signed in, each with a key of its own, over 64 connections, by all users on one pair. */
export async function measureExchange(url: string, users: readonly BenchUser[], seconds: number): Promise<HttpFigures> {
  const rate = await findRate(url, users[0]?.token ?? '')
  const bodies = users.map(({ accounts }) =>
    JSON.stringify({
      from_account_id: accounts[0],
      to_account_id: accounts[1],
      from_amount: '0.10',
      to_amount: rate.toAmount,
      rate_id: rate.id,
    }),
  )
  let next = 0
  const options: autocannon.Options = {
    url,
    connections: CONNECTIONS,
    duration: seconds,
    requests: [
      {
        method: 'POST',
        path: '/v2/wallet/exchange',
        setupRequest: (request) => {
          const place = next++ % users.length
          return {
            ...request,
            body: bodies[place],
            headers: {
              'content-type': 'application/json',
              authorization: `Token ${users[place]?.token}`,
              'idempotency-key': randomUUID(),
            },
          } as autocannon.Request
        },
      },
    ],
  }
  await autocannon({ ...options, duration: Math.max(1, seconds / 3) })
  const result = await autocannon(options)
  return {
    perSecond: result['2xx'] / result.duration,
    p99Ms: result.latency.p99,
    refused: result.non2xx + result.errors,
  }
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
