import { expect, type Locator, type Page, test } from '@playwright/test'
import { Person, PIN } from './person.ts'

/** The bar: money on an account within so many seconds of the first look at the page. */
const SECONDS_MAX = 90
/** To find a control and touch it, and for each character on the keyboard of a phone (three a second, as most people type). */
const TAP_MS = 1000
const KEY_MS = 330

/** A person's hand: taps and types at a person's pace, and counts. */
class Hand {
  taps = 0
  keys = 0
  /** What had to be scrolled to before it could be touched. */
  swipes = 0
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  async tap(target: Locator): Promise<void> {
    await expect(target).toBeEnabled()
    await this.#page.waitForTimeout(TAP_MS)
    const box = await target.boundingBox()
    const { height = 0 } = this.#page.viewportSize() ?? {}
    if (box && (box.y < 0 || box.y + box.height > height)) this.swipes += 1
    await target.tap()
    this.taps += 1
  }

  async type(text: string): Promise<void> {
    await this.#page.keyboard.type(text, { delay: KEY_MS })
    this.keys += text.length
  }
}

/** Taps a field, unless it has the focus already, and types. */
async function fill(hand: Hand, field: Locator, text: string): Promise<void> {
  if (!(await field.evaluate((element) => element === element.ownerDocument.activeElement))) await hand.tap(field)
  await hand.type(text)
}

async function signUp(anna: Person, hand: Hand): Promise<void> {
  const { page } = anna
  await hand.tap(anna.link('authin.register'))
  await expect(anna.heading('reg.step.1')).toBeVisible()
  await fill(hand, anna.field('field.first_name'), anna.firstName)
  await fill(hand, page.locator('input[autocomplete=tel-national]'), anna.national)
  await fill(hand, anna.field('field.email'), 'anna@mail.example')
  if (anna.brand.register.address) {
    // The country is guessed from the number.
    await fill(hand, anna.field('field.zip'), 'LS1 1UR')
    await fill(hand, anna.field('field.city'), 'Leeds')
    await fill(hand, anna.field('field.address'), '1 Park Row')
  }
  await hand.tap(anna.button('common.continue'))
  await expect(anna.heading('code.title')).toBeVisible()
  await fill(hand, anna.digits('code.label'), await anna.readCode())
  await hand.tap(anna.button('code.confirm'))
  await expect(anna.heading('pin.setup.title')).toBeVisible()
  await fill(hand, anna.digits('pin.label'), PIN)
  await hand.tap(anna.button('pin.setup.submit'))
}

/**
 * Nothing can be left out of these: the way in; each field that has to be filled, where the country is told by the number and the code's
 * and the PIN's fields have the focus; a button for each of the three steps, as nothing is sent before it is said to be; then the amount,
 * which leads straight to the payment page, and the payment there.
 */
function fewestTaps({ brand }: Person): number {
  const fields = ['name', 'phone', 'email', ...(brand.register.address ? ['postcode', 'city', 'street'] : [])]
  return ['create a wallet', ...fields, 'continue', 'confirm the code', 'set the PIN', 'amount', 'pay'].length
}

test('money is on an account within 90 seconds', { tag: '@brand' }, async ({ page }, info) => {
  const anna = new Person(page, info)
  const hand = new Hand(page)
  await anna.open('/auth')
  await expect(anna.heading('authin.title')).toBeVisible()
  const began = Date.now()
  await signUp(anna, hand)
  const signedUp = Date.now()
  const amount = anna.home === 'RUB' ? '1000.00' : '50.00'
  await hand.tap(anna.button('topup.pay_amount', { amount: anna.money(amount, anna.home) }))
  await hand.tap(page.locator('button[value=pay]'))
  await expect(page.getByText(anna.t('finish.success'))).toBeVisible()
  const seconds = (Date.now() - began) / 1000
  const told = `${anna.brand.id}: ${hand.taps} taps, ${hand.keys} keys, ${hand.swipes} swipes, ${seconds.toFixed(1)} s (${((signedUp - began) / 1000).toFixed(1)} s to the wallet)`
  info.annotations.push({ type: 'first use', description: told })
  process.stdout.write(`\nFirst use, ${told}\n`)
  expect(seconds).toBeLessThanOrEqual(SECONDS_MAX)
  expect(hand.swipes).toBe(0)
  expect(hand.taps).toBe(fewestTaps(anna))
})
