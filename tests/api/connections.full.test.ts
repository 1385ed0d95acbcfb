import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { until } from '#tests/builders'
import { openConnection } from '#tests/slow-connection'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

let wallet: TestWallet
beforeEach(async () => {
  wallet = await startTestWallet({ SANDBOX: 'off', MONITORING_PORT: '0' })
})
afterEach(() => wallet.close())

describe('whoever is slow', () => {
  test('has ten seconds for the head of a request, fifteen for all of it, on both ports', async () => {
    const { url, monitoringUrl = '' } = wallet
    const post = 'POST /v2/wallet/auth/login HTTP/1.1\r\nhost: wallet\r\ncontent-type: application/json\r\n'
    const slow = await Promise.all(
      [url, monitoringUrl].flatMap((of) =>
        [
          { sends: '', seconds: 10 },
          { sends: 'GET / HTTP/1.1\r\nhost: wal', seconds: 10 },
          { sends: `${post}content-length: 100\r\n\r\n{"phone"`, seconds: 15 },
          { sends: `${post}transfer-encoding: chunked\r\n\r\n1\r\n{\r\n`, seconds: 15 },
        ].map(async (each) => ({ ...each, of, ...(await openConnection(of)) })),
      ),
    )
    for (const { socket, sends } of slow) socket.write(sends)
    await until(async () => slow.every(({ seen }) => seen.endedAfterMs !== undefined))
    for (const { of, sends, seconds, seen } of slow) {
      const late = Math.max(0, seconds - (seen.endedAfterMs ?? 0) / 1000, (seen.endedAfterMs ?? 0) / 1000 - seconds - 4)
      expect({ of, sends, endedAfterMs: seen.endedAfterMs, late: late > 0.2 }).toMatchObject({ late: false })
    }
  })
})
