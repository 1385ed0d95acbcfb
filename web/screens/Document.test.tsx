// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Route, Switch } from 'wouter'
import { PATHS } from '#web/lib/address/paths.ts'
import { loadDocumentText } from '#web/lib/brand/document-text.ts'
import { renderPage } from '#web/ui/test-page.tsx'
import Document from './Document.tsx'

const screenAt = (at: string, language: 'ru' | 'en') =>
  renderPage(
    <Switch>
      <Route path={PATHS.Document}>
        <Document />
      </Route>
    </Switch>,
    { at, language },
  )

test.each([
  ['ru', 'Редакция от 1 ноября 2026 года', 'Это образец. Оператор кошелька заменяет его своим текстом'],
  ['en', 'Version of 1 November 2026', "This is a sample. The wallet's operator publishes its own text here"],
] as const)(
  'a document is shown as its file says it, with the day of its version, and a sample says that it is one (%s)',
  async (language, version, sample) => {
    const written = await loadDocumentText('topup_terms', language)
    const [heading = ''] = (written?.blocks ?? []).flatMap((block) =>
      block.kind === 'heading' ? block.spans.map(({ text }) => text) : [],
    )
    await screenAt('/documents/topup_terms', language)
    expect(await screen.findByRole('heading', { level: 2, name: heading })).toBeTruthy()
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
    expect(screen.getByText(version)).toBeTruthy()
    expect(screen.getByRole('link', { name: /^\+7/ }).getAttribute('href')).toBe('tel:+78000000000')
    expect(screen.queryAllByText(sample)).toHaveLength(written?.isSample ? 1 : 0)
  },
)
