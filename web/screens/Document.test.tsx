// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Route, Switch } from 'wouter'
import { PATHS } from '#web/lib/address/paths.ts'
import { currentBrand } from '#web/lib/brand/brand.ts'
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
  ['ru', 'Это образец. Оператор кошелька заменяет его своим текстом'],
  ['en', "This is a sample. The wallet's operator publishes its own text here"],
] as const)(
  'a document is shown as its file says it, with its version, and a sample says that it is one (%s)',
  async (language, sample) => {
    const written = await loadDocumentText('topup_terms', language)
    const [heading = ''] = (written?.blocks ?? []).flatMap((block) =>
      block.kind === 'heading' ? block.spans.map(({ text }) => text) : [],
    )
    await screenAt('/documents/topup_terms', language)
    expect(await screen.findByRole('heading', { level: 2, name: heading })).toBeTruthy()
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
    const version = currentBrand().documents.find(({ id }) => id === 'topup_terms')?.version
    expect(screen.getByText(new RegExp(`^\\S+ ${version}$`))).toBeTruthy()
    expect(screen.queryAllByText(sample)).toHaveLength(written?.isSample ? 1 : 0)
  },
)
