// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { transactions } from '#contract/history'
import { createTexts } from '#texts/texts'
import { renderPage } from '#web/ui/test-page.tsx'
import { TransactionRow } from './list/TransactionRow.tsx'
import { readPage } from './list/transactions.ts'
import { Receipt } from './receipt/Receipt.tsx'
import { ReceiptActions } from './receipt/ReceiptActions.tsx'

// What the server has sent to the two of a gift (tests/new-kind/wallet.test.ts).
const FILES = import.meta.glob<unknown>('./gift-lines.json', { eager: true, import: 'default' })
const texts = createTexts()
const LINES = v.parse(v.object({ giver: v.array(v.unknown()), receiver: v.array(v.unknown()) }), FILES['./gift-lines.json'])

/** The oldest line of a person, as the page draws its row and its receipt. */
async function drawOldest(results: unknown[]): Promise<string> {
  const [gift] = readPage(
    v.parse(transactions.response, { status: 'ok', results: results.slice(-1), next_cursor: null }),
  ).transactions
  if (!gift) throw new Error('It was not read')
  await renderPage(
    <>
      <TransactionRow transaction={gift} onOpen={() => undefined} />
      <Receipt transaction={gift} />
      <ReceiptActions transaction={gift} />
    </>,
  )
  expect(screen.queryByText(texts.translate('ru', 'receipt.repeat'))).toBeNull()
  return document.body.textContent ?? ''
}

test('who gave it has a row and a receipt of it, with the fee, and nothing that would make it again', async () => {
  const drawn = await drawOldest(LINES.giver)
  expect(drawn).toContain('Кому: Борис П.')
  expect(drawn).toContain(texts.translate('ru', 'receipt.fee'))
  expect(drawn).toMatch(/30,30\s₽/)
})

test('who received it has theirs, and nothing of the fee', async () => {
  const drawn = await drawOldest(LINES.receiver)
  expect(drawn).toContain('От кого: Анна С.')
  expect(drawn).not.toContain(texts.translate('ru', 'receipt.fee'))
  expect(drawn).toMatch(/30,00\s₽/)
  expect(drawn).not.toMatch(/30,30/)
})
