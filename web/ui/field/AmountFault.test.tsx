// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { money } from '#money/money'
import { queryClient } from '#web/lib/api/query-client.ts'
import { setTestConfig, TEST_LIMITS } from '#web/lib/config/test-config.ts'
import { profileQuery } from '#web/lib/session/profile.ts'
import { setAmountsHidden } from '#web/lib/session/session.ts'
import { setTestProfile } from '#web/lib/session/test-profile.ts'
import { renderPage } from '#web/ui/test-page.tsx'
import { AmountFault, isOffered, ShortBy, TopUpInstead, topupOf } from './AmountFault.tsx'

test('the missing amount is rounded up to the typing step, and to the minimum of a top-up', () => {
  expect(topupOf(money('RUB', 150_000n), '10.00')).toEqual(money('RUB', 150_000n))
  expect(topupOf(money('RUB', 1n), '10.00')).toEqual(money('RUB', 1000n))
  expect(topupOf(money('IDR', 150_050n), '10.00', 0)).toEqual(money('IDR', 150_100n))
  expect(topupOf(money('USDC', 1_000_001n), '1.00')).toEqual(money('USDC', 1_010_000n))
})

test.each([
  [true, ['/wallet/topup?currencyCode=RUB&amount=1500.00', '/wallet/topup?currencyCode=RUB']],
  [false, []],
])(
  'when the user may top up (%s), the link leads there with the missing amount, and from an empty account without one',
  async (is_topup_allowed, places) => {
    queryClient.setQueryDefaults(profileQuery.queryKey, { enabled: false })
    await renderPage(
      <>
        <ShortBy of={money('RUB', 150_000n)} />
        <TopUpInstead currency="RUB" />
      </>,
    )
    act(() => {
      setTestConfig({ limits: [TEST_LIMITS] })
      setTestProfile({ is_topup_allowed, limits: [TEST_LIMITS] })
    })
    expect(await screen.findByText(/Не хватает 1\s500,00\s₽/)).toBeTruthy()
    expect(screen.queryAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(places)
    act(() => setAmountsHidden(true))
    expect(await screen.findByText(/^Не хватает денег на счете/)).toBeTruthy()
    expect(document.body.textContent).not.toContain('500')
  },
)

test('the link to a higher level follows a limit of the level, and no other refusal', async () => {
  const wayUp = <button type="button">Повысить уровень</button>
  const page = await renderPage(<AmountFault refused={{ text: 'До 5', isLevelLimit: true }} wayUp={wayUp} />)
  expect(page.container.textContent).toBe('До 5. Повысить уровень')
  const other = await renderPage(<AmountFault refused={{ text: 'Завтра', isLevelLimit: false }} wayUp={wayUp} />)
  expect(other.container.textContent).toBe('Завтра')
})

test('an amount is offered from the lowest amount up, and never zero', () => {
  const rubles = (minor: bigint) => money('RUB', minor)
  expect(isOffered(rubles(5_000n), rubles(5_000n))).toBe(true)
  expect(isOffered(rubles(4_999n), rubles(5_000n))).toBe(false)
  expect(isOffered(rubles(1n), undefined)).toBe(true)
  expect(isOffered(rubles(0n), undefined)).toBe(false)
})

test('a press on what is left of a limit fills it in; hidden amounts are not named', async () => {
  const onTake = vi.fn<(amount: string) => void>()
  const refused = { text: 'До 5 в день', isLevelLimit: true }
  const highest = money('RUB', 12_000_000n)
  const { person } = await renderPage(
    <AmountFault refused={refused} wayUp={undefined} offer={{ highest, text: 'wd.submit_amount', onTake }} />,
  )
  await person.click(screen.getByRole('button', { name: /^Вывести 120\s000,00\s₽$/ }))
  expect(onTake.mock.calls).toEqual([['120000.00']])
  act(() => setAmountsHidden(true))
  expect(screen.getByRole('button', { name: 'Указать остаток лимита' })).toBeTruthy()
})
