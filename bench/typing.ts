import { chromium, type Page } from '@playwright/test'
import { freshPhone } from '#tests/builders'
import { startBuiltWallet } from '#tests/built-wallet'
import { paintTimes, SLOWER, slowDown, worstOf } from '#tests/page-speed'
import { signUp } from '#tests/sign-up'
import { createTexts } from '#texts/texts'
import type { Row } from './measure.ts'

const PAINT_MS_MAX = 100
/** As playwright.config.ts has it. */
const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium'
const PHONE = { width: 360, height: 800 }
const { translate } = createTexts()
const t = (key: Parameters<typeof translate>[1]): string => translate('ru', key)

/** P10: amounts typed into an exchange, a withdrawal and a transfer on a phone, with the processor of the page slowed. */
export async function measureTyping(): Promise<Row> {
  const wallet = await startBuiltWallet('stater')
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const user = await signUp(wallet, 'ru')
    await user.topUp('9000.00', 'RUB')
    const page = await browser.newPage({ viewport: PHONE, isMobile: true, hasTouch: true, locale: 'ru-RU' })
    await page.addInitScript(`localStorage.setItem('wallet.token', '${user.token}')`)
    const fields = await typeEverywhere(page, wallet.url)
    const worst = Math.max(...fields.map(({ ms }) => ms))
    return {
      id: 'P10',
      work: `an amount is typed, the page ${SLOWER} times slower: from key to paint`,
      perSecond: 1000 / worst,
      reference: 'none',
      referencePerSecond: undefined,
      bar: `<= ${PAINT_MS_MAX} ms`,
      isMet: worst <= PAINT_MS_MAX,
      note: fields.map(({ name, ms }) => `${name} ${ms} ms`).join(', '),
    }
  } finally {
    await browser.close()
    await wallet.stop()
  }
}

interface Typed {
  readonly name: string
  readonly ms: number
}

async function typeEverywhere(page: Page, url: string): Promise<readonly Typed[]> {
  const typed: Typed[] = []
  for (const [name, path] of [
    ['exchange', '/exchange'],
    ['withdrawal', '/wallet/withdrawal'],
    ['transfer', '/wallet/send'],
  ] as const) {
    await page.goto(url + path, { waitUntil: 'networkidle' })
    if (name === 'transfer') {
      await page.locator('input[autocomplete=tel-national]').fill(`+${freshPhone()}`)
      await page.getByRole('button', { name: t('common.continue'), exact: true }).click()
    }
    const field =
      name === 'exchange'
        ? page.getByRole('group', { name: t('ex.from') }).getByRole('textbox')
        : page.getByLabel(t('amount.label'), { exact: true })
    await field.waitFor()
    await page.waitForLoadState('networkidle')
    await slowDown(page)
    typed.push({ name, ms: worstOf(await paintTimes(field)) })
    await slowDown(page, 1)
  }
  return typed
}
