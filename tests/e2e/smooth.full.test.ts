import { expect, type Page, test } from '@playwright/test'
import { frameTimes, paintTimes, slowDown, worstOf } from '#tests/page-speed'
import { Person } from './person.ts'

/** From a key to the next paint, in milliseconds, with the processor slowed four times; half of the keys have to keep it. */
const PAINT_MS_MAX = 100
/** The longest that a page may stand still while a screen opens, so slowed. */
const HALT_MS_MAX = 500
/**
 * Frames a second, of sixty, that a movement is drawn with. What else a machine does can only lower it: a movement is measured this often,
 * and its best counts.
 */
const FRAMES_MIN = 30
const MOVEMENTS = 3

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const median = (times: readonly number[]) => [...times].sort((left, right) => left - right)[Math.floor(times.length / 2)] ?? 0

test('what is typed is painted within 100 ms on a slow phone', { tag: '@alone' }, async ({ page }, info) => {
  const anna = new Person(page, info)
  await anna.arrive({ path: '/exchange', balances: [`9000.00 ${anna.home}`, `900.00 ${anna.second}`] })
  const told: string[] = []
  const typeInto = async (name: string, field: ReturnType<Person['field']>) => {
    await expect(field).toBeVisible()
    await page.waitForLoadState('networkidle')
    await slowDown(page)
    const times = await paintTimes(field)
    await slowDown(page, 1)
    told.push(`${name} ${median(times)}, worst ${worstOf(times)}`)
    expect.soft([name, median(times) <= PAINT_MS_MAX, times]).toEqual([name, true, times])
  }
  const side = (key: 'ex.from' | 'ex.to') => page.getByRole('group', { name: anna.t(key) }).getByRole('textbox')
  await typeInto('exchange, given', side('ex.from'))
  await typeInto('exchange, got', side('ex.to'))
  await page.goto(`${anna.url}/wallet/withdrawal`)
  await typeInto('withdrawal', anna.field('amount.label'))
  await page.goto(`${anna.url}/wallet/save`)
  await typeInto('transfer to a card', anna.field('amount.label'))
  await page.goto(`${anna.url}/wallet/send`)
  await page.locator('input[autocomplete=tel-national]').fill(new Person(page, info).national)
  await anna.button('common.continue').click()
  await expect(page.getByText(anna.t('send.no_wallet'))).toBeVisible()
  await typeInto('transfer to a person', anna.field('amount.label'))
  process.stdout.write(`\nFrom key to paint in ms, 4 times slower: ${told.join('; ')}\n`)
})

/** The properties that move while something is done, of everything on the page. */
async function movedBy(page: Page, act: () => Promise<void>): Promise<string[]> {
  await page.evaluate(`globalThis.moved = new Set()
    globalThis.watching = true
    requestAnimationFrame(function look() {
      for (const { effect } of document.getAnimations()) {
        if (effect.getComputedTiming().duration === 0) continue
        for (const frame of effect.getKeyframes())
          for (const name of Object.keys(frame)) moved.add(name)
      }
      if (watching) requestAnimationFrame(look)
    })`)
  await act()
  return page.evaluate(`new Promise((resolve) => setTimeout(() => {
    watching = false
    resolve([...moved].filter((name) => /^(opacity|transform|translate|scale|rotate|width|height|top|left|margin.*)$/.test(name)).sort())
  }, 350))`)
}

interface TraceEvent {
  readonly name: string
  /** Microseconds. */
  readonly ts: number
}

interface Drawn {
  readonly perSecond: number
  readonly lasting: number
}

/**
 * How many frames a second were drawn while something moved, and for how many milliseconds it did: what is seen, from the browser's own
 * trace. `what` is a selector of what moves, by a transition of `property`.
 */
async function drawnWhileMoving(
  page: Page,
  { what, property }: { what: string; property: string },
  act: () => Promise<void>,
): Promise<Drawn> {
  await page.evaluate(`performance.clearMarks()
    globalThis.unwatch?.abort()
    globalThis.unwatch = new AbortController()
    for (const name of ['transitionstart', 'transitionend'])
      addEventListener(name, ({ target, propertyName }) => {
        if (target.matches('${what}') && propertyName === '${property}') performance.mark(name)
      }, { signal: unwatch.signal })`)
  const browser = page.context().browser()
  await browser?.startTracing(page, { categories: ['blink.user_timing', 'disabled-by-default-devtools.timeline.frame'] })
  await act()
  await expect.poll(() => page.evaluate(`performance.getEntriesByName('transitionend').length`)).toBeGreaterThan(0)
  const trace = await browser?.stopTracing()
  const { traceEvents }: { traceEvents: readonly TraceEvent[] } = JSON.parse(trace?.toString() ?? '{}')
  const at = (name: string) => traceEvents.find((event) => event.name === name)?.ts ?? Number.NaN
  const [from, to] = [at('transitionstart'), at('transitionend')]
  const drawn = traceEvents.filter(({ name, ts }) => name === 'DrawFrame' && ts >= from && ts <= to)
  return { perSecond: (drawn.length * 1_000_000) / (to - from), lasting: (to - from) / 1000 }
}

const SHEET = { what: 'dialog', property: 'translate' }

/** Has something move on a slow phone and back as often as is measured; what was drawn each time it moved. */
async function drawnEachTime(
  page: Page,
  moved: typeof SHEET,
  { act, undo }: { act: () => Promise<void>; undo: () => Promise<void> },
): Promise<readonly Drawn[]> {
  const drawn: Drawn[] = []
  for (let movement = 0; movement < MOVEMENTS; movement++) {
    await slowDown(page)
    drawn.push(await drawnWhileMoving(page, moved, act))
    await slowDown(page, 1)
    await undo()
    await page.evaluate(
      'Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => undefined))).then(() => true)',
    )
  }
  return drawn
}

const rates = (drawn: readonly Drawn[]) => drawn.map(({ perSecond }) => perSecond.toFixed(0)).join(', ')

function expectSmooth(name: string, drawn: readonly Drawn[]): void {
  const shortest = Math.min(...drawn.map(({ lasting }) => lasting))
  const best = Math.max(...drawn.map(({ perSecond }) => perSecond))
  expect.soft([name, shortest > 200, best >= FRAMES_MIN]).toEqual([name, true, true])
}

async function closeSheet(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
}

test('what opens comes without a halt on a slow phone, and slides smoothly', { tag: '@alone' }, async ({ page }, info) => {
  const anna = new Person(page, info)
  const user = await anna.arrive({ path: '/', balances: [`9000.00 ${anna.home}`, `900.00 ${anna.second}`] })
  await user.withdraw('250.00', anna.home)
  await page.reload()
  await expect(anna.heading('transactions.title')).toBeVisible()
  await page.waitForLoadState('networkidle')
  await slowDown(page)
  const opening = await frameTimes(page, () => anna.link('payment.exchange_btn').click(), 800)
  await expect(anna.heading('ex.title')).toBeVisible()
  await slowDown(page, 1)
  await page.goto(`${anna.url}/history`)
  const row = page.getByRole('main').getByRole('listitem').getByRole('button').first()
  await expect(row).toBeVisible()
  await page.waitForLoadState('networkidle')
  const slides = await drawnEachTime(page, SHEET, {
    act: async () => {
      await row.click()
      await expect(page.getByRole('dialog', { name: anna.t('receipt.title') })).toBeVisible()
    },
    undo: () => closeSheet(page),
  })
  process.stdout.write(
    `\n4 times slower: the exchange opens with no frame longer than ${Math.max(...opening).toFixed(0)} ms, the receipt slides at ${rates(slides)} frames/s\n`,
  )
  expect(Math.max(...opening)).toBeLessThanOrEqual(HALT_MS_MAX)
  expectSmooth('the receipt', slides)
})

test('cards and sheets of Home move smoothly on a slow phone', { tag: '@alone' }, async ({ page }, info) => {
  const anna = new Person(page, info)
  await anna.arrive({ path: '/', balances: [`9000.00 ${anna.home}`, `900.00 ${anna.second}`] })
  await expect(anna.heading('transactions.title')).toBeVisible()
  await page.waitForLoadState('networkidle')
  const card = await drawnEachTime(
    page,
    { what: 'section > div > div', property: 'transform' },
    { act: () => anna.button('carousel.next').click(), undo: () => anna.button('carousel.prev').click() },
  )
  const bell = page.locator('header button[aria-haspopup=dialog]').last()
  const notifications = await drawnEachTime(page, SHEET, { act: () => bell.click(), undo: () => closeSheet(page) })
  const total = await drawnEachTime(page, SHEET, {
    act: () => page.getByRole('main').locator('button', { hasText: '≈' }).click(),
    undo: () => closeSheet(page),
  })
  process.stdout.write(
    `\n4 times slower, in frames/s: the next card ${rates(card)}; the notifications ${rates(notifications)}; the total ${rates(total)}\n`,
  )
  expectSmooth('the next card', card)
  expectSmooth('the notifications', notifications)
  expectSmooth('the total', total)
})

test(
  'nothing moves for who asked for less motion: a sheet fades, cards change at once',
  { tag: '@once' },
  async ({ page }, info) => {
    const anna = new Person(page, info)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await anna.arrive({ path: '/', balances: [`9000.00 ${anna.home}`, `900.00 ${anna.second}`] })
    await expect(anna.heading('transactions.title')).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(await movedBy(page, () => anna.button('carousel.next').click())).toEqual([])
    const bell = page.locator('header button[aria-haspopup=dialog]').last()
    expect((await movedBy(page, () => bell.click())).filter((name) => name !== 'opacity')).toEqual([])
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    expect((await movedBy(page, () => anna.link('payment.exchange_btn').click())).filter((name) => name !== 'opacity')).toEqual(
      [],
    )
  },
)

test(
  'what moves says where from: sides cross, a sheet comes from its control; nothing else is moved',
  { tag: '@desktop' },
  async ({ page }, info) => {
    const anna = new Person(page, info)
    await anna.arrive({ path: '/exchange', balances: [`9000.00 ${anna.home}`, `900.00 ${anna.second}`] })
    const swap = anna.button('ex.swap')
    await expect(swap).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(await movedBy(page, () => swap.click())).toEqual(expect.arrayContaining(['transform']))
    const from = page.getByRole('group', { name: anna.t('ex.from') })
    await from.getByRole('textbox').fill('5')
    const go = anna.button('ex.submit')
    await expect(go).toBeEnabled()
    const moved = await movedBy(page, () => go.click())
    expect(moved).toEqual(expect.arrayContaining(['opacity', 'scale']))
    expect(moved.filter((name) => !/^(opacity|transform|translate|scale|rotate)$/.test(name))).toEqual([])
    const dialog = page.getByRole('dialog', { name: anna.t('ex.confirm_title') })
    const origin = await page.evaluate<string>(`getComputedStyle(document.querySelector('dialog[open]')).transformOrigin`)
    const [x = 0, y = 0] = origin.split(' ').map(Number.parseFloat)
    const [place, box] = [await dialog.boundingBox(), await go.boundingBox()]
    expect(Math.abs((place?.x ?? 0) + x - (box?.x ?? 0) - (box?.width ?? 0) / 2)).toBeLessThan(2)
    expect(Math.abs((place?.y ?? 0) + y - (box?.y ?? 0) - (box?.height ?? 0) / 2)).toBeLessThan(2)

    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    expect(await movedBy(page, () => swap.click())).toEqual([])
  },
)
