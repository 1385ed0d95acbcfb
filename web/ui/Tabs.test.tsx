// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { Tabs } from './Tabs.tsx'
import { renderPage } from './test-page.tsx'

const TABS = [
  { value: 'from', label: 'Из RUB' },
  { value: 'to', label: 'В USD' },
] as const

function TwoTabs() {
  const [value, setValue] = useState<'from' | 'to'>('from')
  return (
    <Tabs label="Стороны" tabs={TABS} value={value} onValueChange={setValue}>
      {value === 'from' ? 'Отсюда' : 'Сюда'}
    </Tabs>
  )
}

test('a click shows the panel of its tab', async () => {
  const { person } = await renderPage(<TwoTabs />)
  await person.click(screen.getByRole('tab', { name: 'В USD' }))
  expect(screen.getByRole('tabpanel', { name: 'В USD' }).textContent).toBe('Сюда')
})

test('arrows walk the tabs, which are one stop on the way', async () => {
  const { person } = await renderPage(<TwoTabs />)
  await person.tab()
  await person.keyboard('{ArrowRight}')
  expect(document.activeElement?.textContent).toBe('В USD')
  expect(screen.getByRole('tabpanel').textContent).toBe('Сюда')
  await person.keyboard('{ArrowRight}')
  expect(screen.getByRole('tabpanel').textContent).toBe('Отсюда')
})
