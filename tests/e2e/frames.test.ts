import { createServer, type Server } from 'node:http'
import { expect } from '@playwright/test'
import { startBuiltWallet } from '#tests/built-wallet'
import { withOwnWallet } from './own-wallet.ts'
import { walletOf } from './person.ts'

// The messenger's own address is a name of others: the browser is told that its page is this one.
const MESSENGER = 'https://web.telegram.org/'

const test = withOwnWallet((brand) => startBuiltWallet(brand, { environment: { MESSENGER_WEB: 'on' } }))
let foreign: Server
let foreignUrl = ''
test.beforeAll(async () => {
  foreign = createServer((_request, response) => response.setHeader('content-type', 'text/html').end('<body></body>'))
  await new Promise<void>((resolve) => foreign.listen(0, '127.0.0.1', resolve))
  const address = foreign.address()
  foreignUrl = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`
})
test.afterAll(() => void foreign.close())

test(
  'the page is shown in a frame by the messenger alone, where the operator lets it, and else by nobody [frames-1]',
  { tag: '@once' },
  async ({ page, wallet: inMessenger }, info) => {
    await page.route(MESSENGER, (route) => route.fulfill({ contentType: 'text/html', body: '<body></body>' }))
    // It is a public place, and the wallet is on this machine.
    await page.context().grantPermissions(['local-network-access'], { origin: new URL(MESSENGER).origin })
    const { url } = walletOf(info)

    /** Whether a page shows the wallet in a frame. */
    async function isShown(framedBy: string, wallet: string): Promise<boolean> {
      await page.goto(framedBy)
      await page.evaluate(`new Promise((resolve) => {
      const frame = Object.assign(document.createElement('iframe'), { src: '${wallet}/auth', onload: resolve })
      document.body.append(frame)
    })`)
      const [, frame] = page.frames()
      return (await frame?.locator('#app').count()) === 1
    }
    expect(await isShown(MESSENGER, inMessenger.url)).toBe(true)
    expect(await isShown(foreignUrl, inMessenger.url)).toBe(false)
    expect(await isShown(MESSENGER, url)).toBe(false)
    expect(await isShown(foreignUrl, url)).toBe(false)
  },
)
