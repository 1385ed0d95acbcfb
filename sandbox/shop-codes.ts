import { randomInt } from 'node:crypto'
import { crc16 } from '#codes/crc'

/** The formats of codes that the shop shows. */
export const FORMATS = ['sbp', 'qris', 'pix', 'gost', 'epc'] as const
export type Format = (typeof FORMATS)[number]

/** What is put into a code; an amount as a decimal string, or none where the payer decides. */
export interface Claims {
  readonly name: string
  readonly amount: string | undefined
}

/** What the vendor takes for a code: a code of Pix is in reais, which it takes dollars for. */
export const CURRENCY_OF: Readonly<Record<Format, string>> = { sbp: 'RUB', qris: 'IDR', pix: 'USD', gost: 'RUB', epc: 'EUR' }

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const REAIS_OF_A_DOLLAR = 5

/** Writes a code that nobody has seen yet. */
export function writeCode(format: Format, claims: Claims): string {
  return WRITE[format](claims)
}

const WRITE: Readonly<Record<Format, (claims: Claims) => string>> = {
  sbp({ amount }) {
    const link = `https://qr.nspk.ru/A${amount === undefined ? 'S' : 'D'}10${letters(28)}`
    const type = amount === undefined ? 'type=01' : 'type=02'
    const signed = `${link}?${type}&bank=100000000000${amount === undefined ? '' : `&sum=${hundredths(amount)}&cur=RUB`}`
    return `${signed}&crc=${crc16(signed)}`
  },
  qris({ name, amount }) {
    const seller = template([
      ['00', 'ID.CO.SANDBOX.WWW'],
      ['01', '936000000000000001'],
      ['02', letters(15)],
      ['03', 'UMI'],
    ])
    const national = template([
      ['00', 'ID.CO.QRIS.WWW'],
      ['02', 'ID1020000000001'],
      ['03', 'UMI'],
    ])
    const rest = [['58', 'ID'] as const, ['59', name] as const, ['60', 'JAKARTA'] as const]
    return merchantCode([['26', seller], ['51', national], ['52', '5812'], ['53', '360'], ...amountField(amount), ...rest])
  },
  pix({ name, amount }) {
    const seller = template([
      ['00', 'br.gov.bcb.pix'],
      ['01', '123e4567-e12b-12d1-a456-426655440000'],
    ])
    const reais = amount === undefined ? undefined : inHundredths(hundredths(amount) * REAIS_OF_A_DOLLAR)
    const rest = [['58', 'BR'] as const, ['59', name] as const, ['60', 'BRASILIA'] as const]
    const order = template([['05', letters(12)]])
    return merchantCode([['26', seller], ['52', '0000'], ['53', '986'], ...amountField(reais), ...rest, ['62', order]])
  },
  gost({ name, amount }) {
    const account = 'PersonalAcc=40702810138250123017|BankName=Банк «Песочница»|BIC=044525225|CorrespAcc=30101810400000000225'
    return `ST00012|Name=${name}|${account}${amount === undefined ? '' : `|Sum=${hundredths(amount)}`}|Purpose=Заказ ${letters(8)}`
  },
  epc({ name, amount }) {
    const asked = amount === undefined ? '' : `EUR${amount}`
    return ['BCD', '002', '1', 'SCT', '', name, 'DE89370400440532013000', asked, '', '', `Order ${letters(8)}`].join('\n')
  },
}

function merchantCode(fields: readonly (readonly [id: string, value: string])[]): string {
  const body = `${template([['00', '01'], ['01', '12'], ...fields])}6304`
  return body + crc16(body)
}

function template(fields: readonly (readonly [id: string, value: string])[]): string {
  return fields.map(([id, value]) => `${id}${String(Array.from(value).length).padStart(2, '0')}${value}`).join('')
}

function amountField(amount: string | undefined): readonly (readonly [id: string, value: string])[] {
  return amount === undefined ? [] : [['54', amount]]
}

function hundredths(amount: string): number {
  const [whole = '0', fraction = ''] = amount.split('.')
  return Number(whole) * 100 + Number(fraction.padEnd(2, '0').slice(0, 2))
}

function inHundredths(count: number): string {
  return `${Math.floor(count / 100)}.${String(count % 100).padStart(2, '0')}`
}

function letters(count: number): string {
  return Array.from({ length: count }, () => LETTERS[randomInt(LETTERS.length)]).join('')
}
