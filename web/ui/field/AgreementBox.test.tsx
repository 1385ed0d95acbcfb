// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderPage } from '#web/ui/test-page.tsx'
import { AgreementBox } from './AgreementBox.tsx'

function Box({ href }: { readonly href: string | undefined }) {
  const [isChecked, setChecked] = useState(false)
  return <AgreementBox text="Принимаю <doc>условия</doc>" href={href} isChecked={isChecked} onCheckedChange={setChecked} />
}

test('the whole label ticks the box, and the document opens by a link outside of the label', async () => {
  const { person } = await renderPage(<Box href="/documents/terms" />)
  const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Принимаю условия' })
  await person.click(screen.getByText('Принимаю условия'))
  expect(box.checked).toBe(true)
  const link = screen.getByRole('link', { name: /^Открыть\s+условия/ })
  expect(link.closest('label')).toBeNull()
  expect(link.getAttribute('href')).toBe('/documents/terms')
  await renderPage(<Box href={undefined} />)
  expect(screen.queryByRole('link')).toBeNull()
})
