// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { parseDecimal } from '#money/amount'
import { renderPage } from '#web/ui/test-page.tsx'
import { useAmountErrors } from './use-amount-errors.tsx'

function Hint({ highest }: { readonly highest: string }) {
  const { hint } = useAmountErrors({
    readiness: { isReady: false, fault: undefined },
    limits: { hint: 'Минимум 100,00 ₽', tooLittle: undefined, tooMuch: undefined },
    refused: undefined,
    wayUp: undefined,
    offer: {
      highest: parseDecimal(highest, 'RUB'),
      least: parseDecimal('100.00', 'RUB'),
      text: 'wd.submit_amount',
      onTake: () => undefined,
    },
  })
  return <p>{hint}</p>
}

test.each([
  ['99.99', 'Доступно меньше, чем минимум 100,00 ₽'],
  ['100.00', 'Минимум 100,00 ₽'],
])('with %s as the highest amount and a minimum of 100.00 the hint is «%s»', async (highest, words) => {
  await renderPage(<Hint highest={highest} />)
  expect(screen.getByText(words)).toBeTruthy()
})
