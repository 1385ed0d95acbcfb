import { expect, type Locator, test } from '@playwright/test'
import { Person } from './person.ts'

/** One column and two, at their ends. */
const WIDTHS = [360, 919, 920, 1440]

function carousel(anna: Person): Locator {
  return anna.page.getByRole('region', { name: anna.t('carousel.label') })
}

/** How far the middle of every slide is from the middle of the carousel, in whole pixels, once nothing moves any more. */
async function fromTheMiddle(anna: Person): Promise<number[]> {
  return carousel(anna).evaluate(async (section) => {
    await Promise.allSettled(section.getAnimations({ subtree: true }).map((each: { finished: unknown }) => each.finished))
    const [carousel = 0, ...slides] = [section, ...section.querySelectorAll('[role=group]')].map((element) => {
      const { left, right } = element.getBoundingClientRect()
      return (left + right) / 2
    })
    // Nothing is never minus nothing.
    return slides.map((slide) => Math.round(slide - carousel) || 0)
  })
}

/** Of the carousel and of a slide. */
async function widths(anna: Person): Promise<[number, number]> {
  return carousel(anna).evaluate((section) => [section.clientWidth, section.querySelector('[role=group]')?.clientWidth ?? 0])
}

/**
 * Goes to the first slide, a middle one and the last of so many: it stands in the middle, and its neighbours show in part; beside another pane
 * the first and the last of several stand at the carousel's edges, which leaves no quarter of it empty.
 */
async function expectInPlace(anna: Person, dots: Locator, count: number): Promise<void> {
  for (const index of new Set([0, Math.floor(count / 2), count - 1])) {
    if (count > 1) await dots.nth(index).click()
    const places = await fromTheMiddle(anna)
    expect(places).toHaveLength(count)
    const [carousel, slide] = await widths(anna)
    const isAtEdge = count > 1 && (anna.page.viewportSize()?.width ?? 0) >= 920 && (index === 0 || index === count - 1)
    const toEdge = ((index === 0 ? -1 : 1) * (carousel - slide)) / 2
    expect(Math.abs((places[index] ?? 0) - (isAtEdge ? toEdge : 0))).toBeLessThanOrEqual(isAtEdge ? 1 : 0)
    const neighbours = places.slice(Math.max(0, index - 1), index + 2)
    for (const place of neighbours) expect(Math.abs(place) - slide / 2).toBeLessThan(carousel / 2)
  }
}

test('Home: what it asks for, its carousel and its payment block', { tag: '@once' }, async ({ page }, info) => {
  const anna = new Person(page, info)
  const codes = anna.brand.accountCurrencies
  const slides = carousel(anna).getByRole('group', { includeHidden: true })
  const dots = carousel(anna).getByRole('button', { name: /[A-Z]{3}/ })
  const asked: string[] = []
  page.on('request', (request) => {
    asked.push(new URL(request.url()).pathname)
  })
  const count = (path: string) => asked.filter((each) => each === `/v2/wallet${path}`).length
  let shown = 2
  await page.route('**/v2/wallet', async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    for (const result of answer.results) result.accounts.splice(shown)
    await route.fulfill({ response, json: answer })
  })
  const others = codes.filter((code) => code !== anna.home && code !== anna.second)
  const awayForAMinute = async () => {
    const navigation = page.getByRole('navigation')
    await navigation.getByRole('link', { name: anna.t('nav.settings') }).click()
    await expect(anna.heading('nav.settings')).toBeVisible()
    await page.clock.fastForward('01:00')
    await navigation.getByRole('link', { name: anna.t('nav.home') }).click()
  }
  // This is about what screens ask for by themselves, not about what they are told of.
  await page.route('**/v2/wallet/live/ticket', (route) => route.abort())
  await page.clock.install()
  await anna.arrive({
    balances: [
      `1234.50 ${anna.home}`,
      `70.00 ${anna.second}`,
      ...others.map((code) => `${code === 'IDR' ? '100000.00' : '10.00'} ${code}`),
    ],
  })

  await test.step('accounts, transactions and notices are asked for whenever what shows them is drawn [home-1]', async () => {
    await expect(page.getByText(anna.balance('1234.50', anna.home)).first()).toBeVisible()
    await expect.poll(() => [count(''), count('/transaction'), count('/user/notification')]).toEqual([1, 1, 1])
    await awayForAMinute()
    await expect.poll(() => [count(''), count('/transaction')]).toEqual([2, 2])
    // The header has stayed, and its notices with it.
    expect(count('/user/notification')).toBe(1)
  })

  await test.step('a slide of the carousel shows the code of its account, and the symbol before the balance [home-2]', async () => {
    await expect(slides).toHaveCount(2)
    const symbols: Readonly<Record<string, string>> = { RUB: '₽', USD: '$', EUR: '€', GBP: '£' }
    for (const [index, decimal, currency] of [
      [0, '1234.50', anna.home],
      [1, '70.00', anna.second],
    ] as const) {
      expect(anna.balance(decimal, currency)).toMatch(new RegExp(`^\\${symbols[currency]}`))
      await expect(slides.nth(index)).toContainText(currency)
      await expect(slides.nth(index)).toContainText(anna.balance(decimal, currency))
    }
  })

  await test.step('the payment block leads to top-up, exchange and withdrawal, from Home and from History [home-3]', async () => {
    for (const [path, heading] of [
      ['/', 'nav.home'],
      ['/history', 'hist.title'],
    ] as const) {
      if (path === '/history') await anna.link('nav.history').click()
      await expect(anna.heading(heading)).toBeAttached()
      for (const [key, address] of [
        ['payment.topup_btn', '/wallet/topup'],
        ['payment.exchange_btn', '/exchange'],
        ['payment.withdrawal_btn', '/wallet/withdrawal'],
      ] as const) {
        await page
          .getByRole('main')
          .getByRole('link', { name: anna.t(key), exact: true })
          .click()
        await expect(page).toHaveURL(anna.url + address)
        await page.goBack()
        await expect(anna.heading(heading)).toBeAttached()
      }
    }
    await anna.link('nav.home').click()
  })

  await test.step('arrows and dots choose the current account, which forms then begin with [home-4]', async () => {
    const previous = anna.button('carousel.prev')
    const next = anna.button('carousel.next')
    await expect(previous).toBeDisabled()
    await next.click()
    await expect(next).toBeDisabled()
    await expect(anna.button('carousel.dot', { code: anna.second })).toHaveAttribute('aria-current', 'true')
    await anna.link('payment.topup_btn').click()
    await expect(page.getByRole('button', { name: new RegExp(anna.second) }).first()).toBeVisible()
    await page.goBack()
    await expect(anna.button('carousel.dot', { code: anna.second })).toHaveAttribute('aria-current', 'true')
    await anna.button('carousel.dot', { code: anna.home }).click()
    await expect(previous).toBeDisabled()
    await test.step('going to another slide takes 500 ms [home-5]', async () => {
      await page.emulateMedia({ reducedMotion: 'no-preference' })
      const moves = slides
        .first()
        .locator('..')
        .evaluate(
          (element) =>
            new Promise((resolve) => {
              element.addEventListener('transitionrun', ({ target }: { target: unknown }) => {
                if (target !== element) return
                const animations: { transitionProperty?: string; effect: { getTiming(): { duration: unknown } } }[] =
                  element.getAnimations()
                resolve(animations.map(({ transitionProperty, effect }) => [transitionProperty, effect.getTiming().duration]))
              })
            }),
        )
      await next.click()
      expect(await moves).toEqual([['transform', 500]])
      await page.emulateMedia({ reducedMotion: 'reduce' })
    })
  })

  await test.step('the carousel shows 1.4 slides, or 2 from 920 px, with a gap of 16 [home-6]', async () => {
    for (const [width, perView] of [
      [360, 1.4],
      [919, 1.4],
      [920, 2],
      [1440, 2],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await expect
        .poll(async () => {
          const [row = 0, slide = 1] = await slides
            .first()
            .evaluate((element) => [element.parentElement?.clientWidth ?? 0, element.clientWidth])
          return Math.round(((row + 16) / (slide + 16)) * 10) / 10
        })
        .toBe(perView)
      await expectInPlace(anna, dots, 2)
    }
    // Where they stand in the row: those that are not the current one are drawn smaller.
    const end = await slides.nth(0).evaluate(({ offsetLeft, offsetWidth }) => offsetLeft + offsetWidth)
    const start = await slides.nth(1).evaluate(({ offsetLeft }) => offsetLeft)
    expect(Math.round(start - end)).toBe(16)
  })

  await test.step('a slide that is the only one stands in the middle of the carousel', async () => {
    shown = 1
    await awayForAMinute()
    await expect(slides).toHaveCount(1)
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      await expectInPlace(anna, dots, 1)
    }
  })

  await test.step('the active slide stands in the middle of the carousel: the first, a middle one and the last, however many there are [home-7]', async () => {
    shown = codes.length
    await page.reload()
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      await expectInPlace(anna, dots, shown)
    }
    // A page loaded anew has asked for its notices.
    await expect.poll(() => count('/user/notification')).toBeGreaterThan(1)
  })

  await test.step('with one column the logo is aligned with the column’s left edge', async () => {
    const logo = page.getByRole('link', { name: anna.t('a11y.home_link', { brand: anna.brand.name }) })
    for (const width of [768, 919]) {
      await page.setViewportSize({ width, height: 1024 })
      await expect(logo).toBeVisible()
      const column = await page.getByRole('main').boundingBox()
      expect((await logo.boundingBox())?.x).toBeCloseTo(column?.x ?? 0, 0)
      await anna.expectNoSidewaysScroll()
    }
  })

  await test.step('with one column the cards run on to the edges of the page', async () => {
    await page.setViewportSize({ width: 768, height: 1024 })
    await dots.nth(1).click()
    await fromTheMiddle(anna)
    for (const [index, x] of [
      [0, 8],
      [2, 744],
    ] as const) {
      const box = await slides.nth(index).boundingBox()
      const y = (box?.y ?? 0) + 70
      expect(
        await slides
          .nth(index)
          .evaluate((slide, at) => slide.contains(slide.ownerDocument.elementFromPoint(at.x, at.y)), { x, y }),
      ).toBe(true)
    }
    await anna.expectNoSidewaysScroll()
  })
})

test(
  'transactions are labelled by their sign, newest first, with status, description and time [home-8]',
  { tag: '@language' },
  async ({ page }, info) => {
    const anna = new Person(page, info)
    const user = await anna.settle()
    await user.topUp('100.00', anna.home)
    await user.withdraw('40.00', anna.home)
    await page.goto(anna.url)
    const rows = page
      .getByRole('list')
      .filter({ hasText: anna.t('tx.label.topup') })
      .getByRole('listitem')
    await expect(rows.first()).toContainText(anna.t('tx.label.withdrawal'))
    await expect(rows.first()).toContainText(anna.money('-40.00', anna.home))
    await expect(rows.first()).toContainText('4821')
    await expect(rows.nth(1)).toContainText(anna.t('tx.label.topup'))
    await expect(rows.nth(1)).toContainText(`+${anna.money('100.00', anna.home)}`)
    await expect(rows.nth(1)).toContainText(/\d{2}:\d{2}/)
    await expect(rows.nth(1)).toContainText(anna.t('transaction.state.complete'))
    // Withdrawals are red, top-ups are not.
    await anna.expectRed(page.getByText(anna.money('-40.00', anna.home), { exact: true }).first())
    await anna.expectNotRed(page.getByText(`+${anna.money('100.00', anna.home)}`, { exact: true }).first())
    await test.step('four blocks in the order of the specification [home-9]', async () => {
      const blocks = [
        page.getByRole('region', { name: anna.t('carousel.label') }).first(),
        anna.link('payment.topup_btn'),
        anna.heading('qr_payment.title'),
        anna.heading('transactions.title'),
      ]
      const tops: number[] = []
      for (const block of blocks) {
        await expect(block).toBeVisible()
        tops.push((await block.boundingBox())?.y ?? 0)
      }
      expect(tops).toEqual([...tops].sort((one, other) => one - other))
    })
    await test.step('in a wide window the parts of the rows stand in columns, on a phone the time stands under the amount', async () => {
      const moments = rows.locator('[data-part=moment]')
      const amount = rows.first().getByText(anna.money('-40.00', anna.home), { exact: true }).last()
      for (const [width, isInColumns] of [
        [360, false],
        [1440, true],
      ] as const) {
        await page.setViewportSize({ width, height: 900 })
        await anna.expectNoSidewaysScroll()
        const [moment, other] = [await moments.nth(0).boundingBox(), await moments.nth(1).boundingBox()]
        const sum = await amount.boundingBox()
        if (!(moment && other && sum)) throw new Error('a row without a time or an amount')
        expect(moment.y + moment.height / 2 > sum.y + sum.height).toBe(!isInColumns)
        expect(moment.x + moment.width <= sum.x).toBe(isInColumns)
        if (isInColumns) expect(other.x).toBe(moment.x)
      }
    })
    await test.step('a row opens its receipt', async () => {
      await rows.nth(1).getByRole('button').click()
      const receipt = page.getByRole('dialog', { name: anna.t('receipt.title') })
      await expect(receipt).toContainText(anna.t('receipt.id'))
      await expect(receipt).toContainText(anna.money('100.00', anna.home))
      await anna.expectAccessible()
    })
  },
)
