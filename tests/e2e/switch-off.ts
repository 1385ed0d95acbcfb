import type { Page } from '@playwright/test'

/** Has the page believe that features are switched off. */
export async function switchOff(page: Page, names: readonly string[]): Promise<void> {
  await page.route('**/v2/wallet/config', async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    for (const name of names) answer.switches[name] = false
    await route.fulfill({ response, json: answer })
  })
}
