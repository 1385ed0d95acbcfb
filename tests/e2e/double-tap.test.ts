import { expect, type Locator, type Page, test } from '@playwright/test'
import { Person, PIN } from './person.ts'
import { fillNumber, reachPin, signOut, typeCode } from './sign-in-steps.ts'

interface Place {
  readonly x: number
  readonly y: number
}

async function middleOf(control: Locator): Promise<Place> {
  const box = await control.boundingBox()
  if (!box) throw new Error('It is not to be seen')
  return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) }
}

/** One click of a mouse; the second of a double click has the count 2, as the browser counts it for a person. */
async function click(page: Page, { x, y }: Place, clickCount: 1 | 2): Promise<void> {
  await page.mouse.move(x, y)
  await page.mouse.down({ clickCount })
  await page.mouse.up({ clickCount })
}

/** Moves a link of the page to where the finger is. */
async function putBelow(link: Locator, { x, y }: Place): Promise<void> {
  await link.evaluate(
    (element, place) => {
      const { style } = element as unknown as { style: Record<string, string> }
      Object.assign(style, {
        position: 'fixed',
        left: `${place.x - 30}px`,
        top: `${place.y - 30}px`,
        width: '60px',
        height: '60px',
      })
      Object.assign(style, { margin: '0', zIndex: '9' })
    },
    { x, y },
  )
  await expect.poll(async () => middleOf(link)).toEqual({ x, y })
}

const historyLink = (anna: Person): Locator =>
  anna.page.getByRole('navigation').getByRole('link', { name: anna.t('nav.history') })

/** The first click ends a step; the second falls on a link of what comes next, and then a new click on the same place opens it. */
async function expectOneStep(anna: Person, button: Locator): Promise<void> {
  const { page } = anna
  const place = await middleOf(button)
  await click(page, place, 1)
  await expect(page).toHaveURL(`${anna.url}/`)
  await putBelow(historyLink(anna), place)
  await click(page, place, 2)
  await expect(page).toHaveURL(`${anna.url}/`)
  await click(page, place, 1)
  await expect(page).toHaveURL(`${anna.url}/history`)
}

test('a double click on “create PIN” ends registration and presses nothing on Home', { tag: '@once' }, async ({ page }, info) => {
  const anna = new Person(page, info)
  await reachPin(anna)
  await anna.digits('pin.label').fill(PIN)
  await expectOneStep(anna, anna.button('pin.setup.submit'))
})

test('a double click, of somebody who is signed in and again signs in', { tag: ['@once', '@full'] }, async ({ page }, info) => {
  const anna = new Person(page, info)
  await anna.arrive({ path: '/settings' })

  await test.step('a double click, or tap, on the button of a sheet closes it and presses nothing behind', async () => {
    const alert = page.getByRole('alertdialog')
    const stay = alert.getByRole('button', { name: anna.t('common.cancel'), exact: true })
    await anna.button('profile.logout').first().click()
    const place = await middleOf(stay)
    await putBelow(historyLink(anna), place)
    await click(page, place, 1)
    await click(page, place, 2)
    await expect(alert).toBeHidden()
    await expect(page).toHaveURL(`${anna.url}/settings`)

    await anna.button('profile.logout').first().click()
    await expect(stay).toBeVisible()
    for (const _time of [1, 2]) {
      if (info.project.use.hasTouch) await page.touchscreen.tap(place.x, place.y)
      else await page.keyboard.press('Escape')
    }
    await expect(alert).toBeHidden()
    await expect(page).toHaveURL(`${anna.url}/settings`)
  })

  await test.step('a double click on one thing is two clicks on it', async () => {
    await page.goto(`${anna.url}/wallet/topup`)
    const terms = page.getByRole('checkbox')
    await terms.dblclick({ delay: 40 })
    await expect(terms).not.toBeChecked()
    const amount = anna.field('amount.label')
    await amount.fill('500')
    await amount.dblclick({ delay: 40 })
    await page.keyboard.type('7')
    await expect(amount).toHaveValue('7')
  })

  await test.step('a double click on the button of the code signs in and presses nothing on Home', async () => {
    await signOut(anna)
    await fillNumber(anna)
    await anna.button('login.submit').click()
    await typeCode(anna)
    await expectOneStep(anna, anna.button('code.confirm'))
  })
})
