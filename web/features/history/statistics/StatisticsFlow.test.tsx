// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { parseDecimal } from '#money/amount'
import { setAmountsHidden } from '#web/lib/session/session.ts'
import { renderPage } from '#web/ui/test-page.tsx'
import { StatisticsFlow } from './StatisticsFlow.tsx'
import type { Sums, Way } from './statistics.ts'

const rubles = (decimal: string) => parseDecimal(decimal, 'RUB')

function sumsOf(change: number | undefined, others: Partial<Sums> = {}): Sums {
  const part = { name: 'withdrawal', label: 'Вывод', amount: rubles('250.00'), percent: 100 }
  return {
    flows: {
      out: { amount: rubles('250.00'), change, parts: [part] },
      in: { amount: rubles('0.00'), change: undefined, parts: [] },
    },
    exchanges: [],
    isGoingOn: false,
    recipients: [{ type: 'person', name: 'Борис К.', amount: rubles('190.00') }],
    rest: rubles('60.00'),
    isWhole: true,
    ...others,
  }
}

const show = (sums: Sums, way: Way = 'out') =>
  renderPage(<StatisticsFlow sums={sums} way={way} kind={undefined} onPress={() => undefined} />)

describe('against the previous period the page says', () => {
  test.each([
    [9, false, 'На 9 % больше, чем за прошлый период'],
    [-40, false, 'На 40 % меньше, чем за прошлый период'],
    [0, false, 'Примерно столько же, сколько за прошлый период'],
    [9, true, 'На 9 % больше, чем к этому времени прошлого периода'],
    [-40, true, 'На 40 % меньше, чем к этому времени прошлого периода'],
    [0, true, 'Примерно столько же, сколько к этому времени прошлого периода'],
  ])('for a change of %i per cent, the period not over: %s', async (change, isGoingOn, words) => {
    await show(sumsOf(change, { isGoingOn }))
    expect(screen.getByText(words)).toBeTruthy()
  })

  test('no comparison is shown when there is no earlier period', async () => {
    await show(sumsOf(undefined))
    expect(screen.queryByText(/прошл/)).toBeNull()
  })
})

test('the top recipients are below the expenses, with all others, and the page says when only the latest transactions were counted', async () => {
  await show(sumsOf(undefined))
  const list = screen.getByRole('list', { name: 'Кому ушло больше всего' })
  expect([...list.children].map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Борис К.190,00\u00a0₽'),
    expect.stringContaining('Остальным60,00\u00a0₽'),
  ])
  const note = 'Учтены только последние операции периода'
  expect(screen.queryByText(note)).toBeNull()
  await show(sumsOf(undefined, { isWhole: false }))
  expect(screen.getByText(note)).toBeTruthy()
})

test('a share below a tenth of a per cent is not shown as zero', async () => {
  const part = (name: string, decimal: string, percent: number) => ({ name, label: name, amount: rubles(decimal), percent })
  const parts = [part('withdrawal', '90000.00', 100), part('sent', '0.01', 0), part('payment', '0.00', 0)]
  const { flows } = sumsOf(undefined)
  const { container } = await show(sumsOf(undefined, { flows: { ...flows, out: { ...flows.out, parts } } }))
  const shares = [...container.querySelectorAll('tbody tr td:last-child')].map(({ textContent }) => textContent)
  expect(shares).toEqual(['100,0\u00a0%', '<\u00a00,1\u00a0%', '0,0\u00a0%'])
})

test('a direction without money has neither ring nor recipients, and says so', async () => {
  const { container } = await show(sumsOf(9), 'in')
  expect(screen.getByText('За этот период ничего не пришло')).toBeTruthy()
  expect(container.querySelector('circle')).toBeNull()
  expect(screen.queryByRole('list')).toBeNull()
})

test('hidden amounts are hidden in the ring, the tiles and the recipients', async () => {
  const { container } = await show(sumsOf(9))
  expect(container.textContent).toMatch(/250.*190.*60/s)
  setAmountsHidden(true)
  expect(await screen.findAllByText('••••')).toHaveLength(4)
  expect(container.textContent).not.toMatch(/250|190|60/)
})
