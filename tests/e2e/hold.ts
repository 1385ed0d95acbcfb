import type { Page } from '@playwright/test'

/** Holds back the responses of a URL until released; the server has processed the requests by then. */
export async function hold(page: Page, address: string): Promise<() => void> {
  let release = () => {}
  const free = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(address, async (route) => {
    const response = await route.fetch()
    await free
    await route.fulfill({ response })
  })
  return release
}
