import { type CDPSession, expect, type Page, test } from '@playwright/test'
import { Person } from './person.ts'

/** A node of the browser's accessibility tree: what a screen reader is given. */
interface AxNode {
  readonly nodeId: string
  readonly ignored: boolean
  readonly backendDOMNodeId?: number
  readonly role?: { readonly value: string }
  readonly name?: { readonly value: string }
  readonly description?: { readonly value: string }
  readonly childIds?: readonly string[]
  readonly properties?: readonly { readonly name: string; readonly value: { readonly value?: unknown } }[]
}

interface Read {
  readonly role: string
  readonly name: string
  readonly description: string
  readonly isInvalid: boolean
  readonly top: number
  readonly left: number
  readonly bottom: number
}

const FIELDS = ['textbox', 'combobox', 'checkbox', 'radio']
const TOLD = [...FIELDS, 'searchbox', 'slider', 'heading', 'button', 'link', 'tab']

/** What is read in a part of the page, in the order in which it is read, with where it is seen. */
async function readingOf(page: Page, role: 'main' | 'dialog'): Promise<readonly Read[]> {
  const session = await page.context().newCDPSession(page)
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as { nodes: readonly AxNode[] }
  const byId = new Map(nodes.map((node) => [node.nodeId, node]))
  const inOrder = (node: AxNode): AxNode[] => [node, ...(node.childIds ?? []).flatMap((id) => inOrder(byId.get(id) ?? node))]
  const part = nodes.find((node) => node.role?.value === role && !node.ignored)
  const told = (part ? inOrder(part) : []).filter((node) => !node.ignored && TOLD.includes(node.role?.value ?? ''))
  const read: Read[] = []
  for (const node of told) {
    const place = await placeOf(session, node.backendDOMNodeId)
    // Hidden from the eye alone: a title that only names the screen.
    if (!place || place.bottom - place.top < 2) continue
    read.push({
      role: node.role?.value ?? '',
      name: node.name?.value ?? '',
      description: node.description?.value ?? '',
      isInvalid: node.properties?.some(({ name, value }) => name === 'invalid' && value.value === 'true') ?? false,
      ...place,
    })
  }
  await session.detach()
  return read
}

async function placeOf(
  session: CDPSession,
  backendNodeId: number | undefined,
): Promise<Pick<Read, 'top' | 'left' | 'bottom'> | undefined> {
  if (backendNodeId === undefined) return undefined
  try {
    const { model } = await session.send('DOM.getBoxModel', { backendNodeId })
    const [left = 0, top = 0, , , , bottom = 0] = model.border
    return { left, top, bottom }
  } catch {
    return undefined
  }
}

/** Steps that go back up the page although nothing beside them does: read in another order than seen. */
function outOfOrder(read: readonly Read[]): string[] {
  return read.flatMap((next, place) => {
    const before = read[place - 1]
    const isAbove = before !== undefined && next.bottom <= before.top + 1
    return isAbove ? [`«${next.name}» is read after «${before.name}», and stands above it`] : []
  })
}

/** Everything is named, nothing is read in another order than it is seen, and the button that goes on comes after the last field. */
function expectReadAsSeen(read: readonly Read[], goesOn: string): void {
  expect.soft(outOfOrder(read)).toEqual([])
  expect.soft(read.filter(({ name }) => name === '')).toEqual([])
  expect.soft(read.some(({ role }) => FIELDS.includes(role))).toBe(true)
  const onward = read.findLastIndex(({ role, name }) => role === 'button' && name.includes(goesOn))
  expect.soft(onward).toBeGreaterThan(read.findLastIndex(({ role }) => FIELDS.includes(role)))
}

/** A field that was left with something wrong in it says so itself: invalid, and described by what is wrong. */
async function expectFaultRead(page: Page, name: string, words: string): Promise<void> {
  await expect
    .poll(
      async () => (await readingOf(page, 'main')).find((read) => read.name.startsWith(name) && read.isInvalid)?.description ?? '',
    )
    .toContain(words)
}

test(
  'money is read aloud in the order in which it is seen, with names, descriptions and what is wrong',
  { tag: ['@once', '@full'] },
  async ({ page }, info) => {
    const anna = new Person(page, info)
    await anna.arrive({ path: '/wallet/topup', balances: [`900.00 ${anna.home}`, `90.00 ${anna.second}`] })
    const amount = anna.field('amount.label')

    await test.step('top-up', async () => {
      await expect(amount).toBeVisible()
      await page.waitForLoadState('networkidle')
      expectReadAsSeen(await readingOf(page, 'main'), anna.t('topup.pay'))
      await amount.fill('1')
      await amount.blur()
      await expectFaultRead(page, anna.t('amount.label'), anna.money('10.00', anna.home))
    })
    await test.step('withdrawal, and what is confirmed', async () => {
      await page.goto(`${anna.url}/wallet/withdrawal`)
      await expect(amount).toBeVisible()
      await page.waitForLoadState('networkidle')
      expectReadAsSeen(await readingOf(page, 'main'), anna.t('wd.submit'))
      await amount.fill('99999')
      await expectFaultRead(page, anna.t('amount.label'), anna.money('99099.00', anna.home))
      await amount.fill('500')
      await anna.field('wd.card').fill('2200123456024821')
      await anna.button('wd.submit_amount', { amount: anna.money('500.00', anna.home) }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      expectReadAsSeen(await readingOf(page, 'dialog'), anna.money('500.00', anna.home))
    })
    await test.step('exchange, and what is confirmed', async () => {
      await page.goto(`${anna.url}/exchange`)
      const given = page.getByRole('group', { name: anna.t('ex.from') }).getByRole('textbox')
      await expect(given).toBeVisible()
      await page.waitForLoadState('networkidle')
      expectReadAsSeen(await readingOf(page, 'main'), anna.t('ex.submit'))
      await given.fill('99999')
      await expectFaultRead(page, anna.t('ex.from'), anna.money('99099.00', anna.home))
    })
    await test.step('to a person', async () => {
      await page.goto(`${anna.url}/wallet/send`)
      await expect(anna.button('common.continue')).toBeVisible()
      await page.waitForLoadState('networkidle')
      expectReadAsSeen(await readingOf(page, 'main'), anna.t('common.continue'))
    })
  },
)
