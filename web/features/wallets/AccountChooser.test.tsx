// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import { parseDecimal } from '#money/amount'
import { queryClient } from '#web/lib/api/query-client.ts'
import { withTestServer } from '#web/lib/api/with-test-server.ts'
import { setAmountsHidden } from '#web/lib/session/session.ts'
import { renderPage } from '#web/ui/test-page.tsx'
import { AccountChooser, type AccountChooserProps } from './AccountChooser.tsx'
import type { Account } from './accounts.ts'
import { accountsQuery } from './queries.ts'

const ACCOUNTS = [
  { id: 'usd', balance: parseDecimal('21860.02', 'USD') },
  { id: 'idr', balance: parseDecimal('1234.00', 'IDR') },
  { id: 'rub', balance: parseDecimal('500.00', 'RUB') },
]

withTestServer()

interface RowsProps extends Omit<AccountChooserProps, 'look' | 'label'> {
  readonly accounts?: readonly Account[]
}

/** The rows of a person with these accounts. */
function Rows({ accounts = ACCOUNTS, ...choice }: RowsProps) {
  useState(() => {
    queryClient.setQueryData(accountsQuery.queryKey, accounts)
  })
  return <AccountChooser look="rows" label="Найденное" {...choice} />
}

function rows(): string[] {
  return screen.getAllByRole('listitem').map((row) => (row.textContent ?? '').replaceAll('\u00a0', ' '))
}

describe('the accounts of a panel', () => {
  test('are told as in the specification: code, then amount', async () => {
    await renderPage(<Rows isCoded chosenId="usd" onChoose={() => undefined} />)
    expect(rows()[0]).toContain('USD 21 860,02')
    expect(rows()[0]).toContain('Выбран')
    expect(rows()[1]).toContain('IDR 1 234,00')
    expect(rows()[1]).not.toContain('Выбран')
  })

  test('are told in English with its signs', async () => {
    await renderPage(<Rows isCoded chosenId="rub" onChoose={() => undefined} />, {
      language: 'en',
    })
    expect(rows()[0]).toContain('USD 21,860.02')
    expect(rows()[2]).toContain('Selected')
  })

  test('have their symbol first in an exchange, and ¤ never without its code', async () => {
    await renderPage(<Rows chosenId="usd" onChoose={() => undefined} />)
    expect(rows()[0]).toContain('$ 21 860,02')
    expect(rows()[1]).toContain('IDR · ¤ 1 234,00')
  })

  test('keep their code when amounts are hidden', async () => {
    await renderPage(<Rows isCoded chosenId="usd" onChoose={() => undefined} />)
    setAmountsHidden(true)
    expect(await screen.findAllByText('••••')).toHaveLength(3)
    expect(rows()[0]).toContain('USD ••••')
    expect(rows().join()).not.toMatch(/[0-9]/)
  })

  test('are chosen by a press; the one the other side has is in sight and cannot be', async () => {
    const chosen: string[] = []
    const { person } = await renderPage(<Rows chosenId="usd" takenId="rub" onChoose={(id) => chosen.push(id)} />)
    expect(rows()[2]).toContain('Уже выбран')
    await person.click(screen.getByRole('button', { name: /^RUB/ }))
    await person.click(screen.getByRole('button', { name: /^IDR/ }))
    expect(chosen).toEqual(['idr'])
  })

  test('may be twenty-seven, one of which is found by what is typed', async () => {
    const many = Array.from({ length: 27 }, (_, place) => ({ id: String(place), balance: parseDecimal(`${place}.00`, 'USD') }))
    const { person } = await renderPage(<Rows isCoded accounts={many} chosenId="0" onChoose={() => undefined} />)
    expect(rows()).toHaveLength(27)
    await person.type(screen.getByRole('textbox', { name: 'Поиск' }), '26')
    expect(rows()).toHaveLength(1)
    expect(screen.getByText('Найден 1 вариант')).toBeTruthy()
  })
})
