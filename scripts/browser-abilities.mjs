// What the browser tests need of a browser: before the first test a page is asked for each.
import { createServer } from 'node:http'

const FLAGS = ['--no-sandbox', '--disable-gpu', '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']

/** The abilities by their names; each resolves to whether the page of a browser has it. */
const ABILITIES = {
  notifications: ({ page }) => page.evaluate('Notification.permission === "granted"'),
  'service workers': ({ page }) => page.evaluate('navigator.serviceWorker.register("/worker.js").then(() => true)'),
  'a camera': ({ page }) =>
    page.evaluate('navigator.mediaDevices.getUserMedia({ video: true }).then((camera) => camera.getVideoTracks().length === 1)'),
  'a virtual authenticator': async ({ session }) => {
    await session.send('WebAuthn.enable')
    const options = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true }
    return Boolean((await session.send('WebAuthn.addVirtualAuthenticator', { options })).authenticatorId)
  },
}

/** The names of the abilities that the browser at this path lacks; rejects when the browser does not start. */
export async function findMissingAbilities(executablePath) {
  const { chromium } = await import('@playwright/test')
  const browser = await chromium.launch({ executablePath, args: FLAGS })
  const server = await serveEmptyPage()
  try {
    const origin = `http://localhost:${server.address().port}`
    const context = await browser.newContext()
    await context.grantPermissions(['notifications', 'camera'], { origin })
    const page = await context.newPage()
    await page.goto(origin)
    const session = await context.newCDPSession(page)
    const missing = []
    for (const [name, has] of Object.entries(ABILITIES)) {
      if (!(await has({ page, session }).catch(() => false))) missing.push(name)
    }
    return missing
  } finally {
    await browser.close()
    server.close()
  }
}

function serveEmptyPage() {
  const server = createServer((request, response) => {
    response.setHeader('content-type', request.url === '/worker.js' ? 'text/javascript' : 'text/html')
    response.end()
  })
  return new Promise((resolve) => {
    server.listen(0, 'localhost', () => resolve(server))
  })
}
