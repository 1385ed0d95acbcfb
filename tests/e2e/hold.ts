import type { Page } from '@playwright/test'

/** Holds the answers of an address until it is told to let them go; the server has been asked and has done its part by then. */
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
