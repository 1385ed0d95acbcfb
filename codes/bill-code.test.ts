import { describe, expect, test } from 'vitest'
import { money } from '#money/money'
import { readBillCode } from './bill-code.ts'

const factsOf = (text: string) => {
  const read = readBillCode(text)
  return read?.ok ? read.code.facts : undefined
}
const BILL =
  'ST00012|Name=ООО «Три кита»|PersonalAcc=40702810138250123017|BankName=ОАО "БАНК"|BIC=044525225|CorrespAcc=30101810400000000225'

describe("a bill's code", () => {
  test('tells the recipient, the account, the bank, the purpose and the sum, which is in kopecks', () => {
    expect(factsOf(`${BILL}|Sum=100050|Purpose=Оплата по счету 7|PayeeINN=6200098765|PersAcc=000123`)).toEqual({
      recipient: 'ООО «Три кита»',
      account: '40702810138250123017',
      bank: 'ОАО "БАНК"',
      reference: '000123',
      purpose: 'Оплата по счету 7',
      amount: { money: money('RUB', 100_050n) },
    })
  })

  test('may leave the sum to the payer, and may end with a bar', () => {
    expect(factsOf(BILL)?.amount).toBeUndefined()
    expect(factsOf(`${BILL}|`)).toBeDefined()
  })

  test('is refused without one of the five that it begins with, out of their order, or with a number of another length', () => {
    for (const part of BILL.split('|').slice(1)) expect(factsOf(BILL.replace(`|${part}`, ''))).toBeUndefined()
    const [header = '', name = '', ...rest] = BILL.split('|')
    expect(factsOf([header, ...rest, name].join('|'))).toBeUndefined()
    expect(factsOf(BILL.replace('40702810138250123017', '4070281013825012301'))).toBeUndefined()
    expect(factsOf(BILL.replace('044525225', '04452522X'))).toBeUndefined()
    expect(factsOf(BILL.replace('ООО «Три кита»', ''))).toBeUndefined()
  })

  test('is refused with a name given twice, a part without a name, or another header', () => {
    expect(factsOf(`${BILL}|Sum=1|sum=100`)).toBeUndefined()
    expect(factsOf(`${BILL}|Sum`)).toBeUndefined()
    expect(factsOf(BILL.replace('ST00012', 'ST00019'))).toBeUndefined()
    expect(factsOf(`x${BILL}`)).toBeUndefined()
  })

  test('has no sum of zero, and keeps one that is no number of kopecks as it stands there', () => {
    for (const sum of ['0', '']) expect(factsOf(`${BILL}|Sum=${sum}`)?.amount).toBeUndefined()
    for (const words of ['-1', '1.5', '1e3', '١'])
      expect(factsOf(`${BILL}|Sum=${words}`)?.amount).toEqual({ words: `Sum=${words}` })
  })
})
