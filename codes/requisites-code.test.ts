import { expect, test } from 'vitest'
import { readPaymentCode } from './read-payment-code.ts'
import { type CodedRequisites, codeOfRequisites } from './requisites-code.ts'

const RUSSIAN: CodedRequisites = {
  account: '40702810138250123017',
  holder: 'ООО «Три кита»',
  bank: 'ОАО «Банк»',
  bankCode: '044525225',
  purpose: 'Пополнение кошелька',
}
const EUROPEAN: CodedRequisites = {
  account: 'DE89370400440532013000',
  holder: 'E-Wallet',
  bank: 'Sandbox Bank',
  bankCode: 'SANDGB2L',
  purpose: 'Wallet top-up',
}
const factsOf = (code = '') => {
  const read = readPaymentCode(code)
  return read?.ok ? read.code : undefined
}

test('of a Russian account it is a bill, whose amount the payer says', () => {
  const code = codeOfRequisites('RUB', RUSSIAN)
  expect(code).toMatch(/^ST00012\|Name=ООО «Три кита»\|PersonalAcc=40702810138250123017\|/)
  expect(factsOf(code)).toMatchObject({
    format: 'gost',
    bic: '044525225',
    facts: {
      recipient: RUSSIAN.holder,
      account: RUSSIAN.account,
      bank: RUSSIAN.bank,
      purpose: RUSSIAN.purpose,
      amount: undefined,
    },
  })
})

test('of an IBAN in euros it is a SEPA transfer, also without a purpose and a bank', () => {
  expect(factsOf(codeOfRequisites('EUR', EUROPEAN))).toMatchObject({
    format: 'epc',
    facts: { recipient: 'E-Wallet', account: EUROPEAN.account, purpose: 'Wallet top-up', amount: undefined },
  })
  expect(factsOf(codeOfRequisites('EUR', { ...EUROPEAN, bankCode: undefined, purpose: undefined }))?.facts).toMatchObject({
    account: EUROPEAN.account,
    purpose: undefined,
  })
})

test('there is none in a currency without one, nor where it could not be read again', () => {
  expect(codeOfRequisites('USD', EUROPEAN)).toBeUndefined()
  expect(codeOfRequisites('RUB', { ...RUSSIAN, bank: 'Банк|BIC=1' })).toBeUndefined()
  expect(codeOfRequisites('RUB', { ...RUSSIAN, bankCode: undefined })).toBeUndefined()
  expect(codeOfRequisites('EUR', { ...EUROPEAN, account: 'DE88370400440532013000' })).toBeUndefined()
  expect(codeOfRequisites('EUR', { ...EUROPEAN, holder: 'E\nWallet' })).toBeUndefined()
})
