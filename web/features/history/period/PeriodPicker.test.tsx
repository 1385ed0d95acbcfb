// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPage } from '#web/ui/test-page.tsx'
import { PeriodPicker } from './PeriodPicker.tsx'
import { wholeDays } from './period.ts'

const WEEK = wholeDays(new Date(2026, 2, 1), new Date(2026, 2, 7))

afterEach(() => {
  vi.useRealTimers()
})

test('the picker names its range by day and month, in Russian as «1 марта – 7 марта» [PeriodPicker-1]', async () => {
  await renderPage(<PeriodPicker period={WEEK} onPeriodChange={() => undefined} />)
  expect(screen.getByRole('button').textContent).toBe('1 марта – 7 марта')
})

test('the picker offers All Days and the eight presets, in the order of the specification [PeriodPicker-2]', async () => {
  const { person } = await renderPage(<PeriodPicker period="all" onPeriodChange={() => undefined} />)
  await person.click(screen.getByRole('button', { name: /Все дни/ }))
  const presets = await screen.findByRole('radiogroup', { name: 'Готовые периоды' })
  expect(
    within(presets)
      .getAllByRole('radio')
      .map((radio) => radio.closest('label')?.textContent),
  ).toEqual([
    'Все дни',
    'Сегодня',
    'Вчера',
    'Эта неделя',
    'Прошлая неделя',
    'Этот месяц',
    'Прошлый месяц',
    'Этот год',
    'Прошлый год',
  ])
})

test('future days cannot be pressed, today can', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 2, 7, 12) })
  const { person } = await renderPage(<PeriodPicker period="all" onPeriodChange={() => undefined} />)
  await person.click(screen.getByRole('button', { name: /Все дни/ }))
  const day = (name: RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })
  await screen.findAllByRole('grid')
  expect(day(/^суббота, 7 марта 2026, сегодня/).disabled).toBe(false)
  expect(day(/^воскресенье, 8 марта 2026/).disabled).toBe(true)
})
