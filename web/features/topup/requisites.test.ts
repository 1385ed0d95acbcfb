import { expect, test } from 'vitest'
import { codeTextOf, linesOf, type Requisites } from './requisites.ts'

const keys = (requisites: Requisites) => linesOf(requisites).map(({ key }) => key)
const RUSSIAN = {
  kind: 'bank',
  pay_to: '40817810500000000001',
  holder: 'E-Wallet',
  bank: 'Банк',
  bank_code: '044525000',
} as const

test('a bank account is told as its banks ask for it, and what it has nothing of is left out', () => {
  expect(keys({ ...RUSSIAN, reference: 'Top-up' })).toEqual([
    'requisites.holder',
    'requisites.account',
    'requisites.bank',
    'requisites.bik',
    'requisites.reference',
  ])
  const abroad = { ...RUSSIAN, pay_to: 'DE89370400440532013000', bank_code: 'SANDGB2L' }
  expect(keys(abroad)).toEqual(['requisites.holder', 'requisites.iban', 'requisites.bank', 'requisites.swift'])
  expect(keys({ ...RUSSIAN, bank_code: undefined })).not.toContain('requisites.swift')
})

test('an address is told with its network and nothing of a bank', () => {
  expect(linesOf({ kind: 'address', pay_to: '0xab', network: 'Ethereum (ERC-20)' })).toEqual([
    { key: 'requisites.address', value: '0xab' },
    { key: 'requisites.network', value: 'Ethereum (ERC-20)' },
  ])
})

test('the code of an address is the address; a bank’s is what banks of its currency read, and there is none where they read none', () => {
  expect(codeTextOf('USDC', { kind: 'address', pay_to: '0xab', network: 'Ethereum (ERC-20)' })).toBe('0xab')
  expect(codeTextOf('RUB', RUSSIAN)).toBe(
    'ST00012|Name=E-Wallet|PersonalAcc=40817810500000000001|BankName=Банк|BIC=044525000|CorrespAcc=0',
  )
  expect(codeTextOf('USD', RUSSIAN)).toBeUndefined()
})
