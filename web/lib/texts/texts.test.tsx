// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setLanguage } from '#web/lib/session/session.ts'
import { renderPage } from '#web/ui/test-page.tsx'
import { followLanguage, LinkedText, overrideTexts, useTranslate } from './texts.tsx'

function Page() {
  const t = useTranslate()
  return (
    <>
      <h1>{t('topup.title')}</h1>
      <p>{t('authin.title')}</p>
      <p>{t('search.count', { count: 3 })}</p>
      <p>{t('code.sent', { phone: '{count}' })}</p>
    </>
  )
}

test('texts are of the brand and the language, plural forms by count', async () => {
  await renderPage(<Page />)
  expect(screen.getByText('Рубли и валюта в одном кошельке')).toBeTruthy()
  expect(screen.getByText('Найдено 3 варианта')).toBeTruthy()
  expect(document.documentElement.lang).toBe('ru')
})

test('what a person typed is not read as a place for a parameter', async () => {
  await renderPage(<Page />)
  expect(screen.getByText('Отправили на {count}')).toBeTruthy()
})

test('the language changes without a reload', async () => {
  const stop = followLanguage('stater')
  await renderPage(<Page />)
  act(() => setLanguage('en'))
  expect(await screen.findByRole('heading', { name: 'Top-up' })).toBeTruthy()
  expect(document.documentElement.lang).toBe('en')
  stop()
})

test('the server’s texts stand above the built-in ones', async () => {
  await renderPage(<Page />)
  act(() => overrideTexts('ru', [{ iname: 'topup.title', text: 'Пополнить кошелек' }]))
  expect(screen.getByRole('heading', { name: 'Пополнить кошелек' })).toBeTruthy()
  act(() => overrideTexts('ru', [{ iname: 'topup.title', text: 'Пополнение' }]))
})

test('a marked part of a text is a link', async () => {
  await renderPage(<LinkedText text="Принимаю <doc>условия</doc> целиком" link={(words) => <a href="/terms">{words}</a>} />)
  expect(screen.getByRole('link', { name: 'условия' }).parentElement?.textContent).toContain('Принимаю условия целиком')
})
