// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { setTestConfig } from '#web/lib/config/test-config.ts'
import { renderPage } from '#web/ui/test-page.tsx'
import { FeatureOff, type FeatureOffProps } from './FeatureOff.tsx'
import { NotAllowed } from './NotAllowed.tsx'

function Off(props: FeatureOffProps) {
  useState(() => setTestConfig({ off: [props.feature] }))
  return <FeatureOff {...props} />
}

test('the screen of a feature that is off says so, and leads Home', async () => {
  await renderPage(<Off feature="withdrawal" />)
  expect(screen.getByText('Вывод: временно недоступно')).toBeTruthy()
  expect(screen.getByText('Счета и история доступны')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'На главную' }).getAttribute('href')).toBe('/')
})

test('the screen uses the words of the specification when it has some', async () => {
  await renderPage(<Off feature="topup" title="Top-up is temporarily unavailable. Please try again later." />, { language: 'en' })
  expect(screen.getByText('Top-up is temporarily unavailable. Please try again later.')).toBeTruthy()
  expect(screen.queryByText(/^Top-up: /)).toBeNull()
})

test('a feature that the person may not use leads to identification, and not Home', async () => {
  await renderPage(<NotAllowed title="Вывод станет доступен после идентификации" />)
  expect(screen.getByText('Вывод станет доступен после идентификации')).toBeTruthy()
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/settings#identification'])
})
