import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { recogniseCode } from './code.ts'
import { printable } from './printable.ts'

const ORIGIN = 'https://wallet.example'
const kindOf = (contents: string) => recogniseCode(contents, ORIGIN).meaning.kind

describe('what a code is', () => {
  test('is told for each kind', () => {
    expect(
      kindOf('https://qr.nspk.ru/AS10003P3RH0LJ2A9ROO038L6NT5RU1M?type=01&bank=000000000001&sum=10000&cur=RUB&crc=F3D0'),
    ).toBe('sbp')
    expect(kindOf('ST00012|Name=Кит|PersonalAcc=40702810138250123017|BankName=Б|BIC=044525225|CorrespAcc=0')).toBe('bill')
    expect(kindOf(`${ORIGIN}/pay/Q7mZ2kP9xV4tB8nL?currency=USD`)).toBe('wallet')
    expect(kindOf('0x52908400098527886E0F7030069857D2E4169EE7')).toBe('address')
    expect(kindOf('bitcoin:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa?amount=1')).toBe('bitcoin')
    expect(kindOf('ethereum:0x52908400098527886E0F7030069857D2E4169EE7@137')).toBe('token')
    expect(kindOf('https://shop.example/pay')).toBe('link')
    expect(kindOf('https://other.example/pay/Q7mZ2kP9xV4tB8nL')).toBe('link')
    expect(kindOf(' просто текст ')).toBe('text')
  })

  test('a code of a payment that cannot be read says why, and shows nothing of it', () => {
    const bill = 'ST00012|Name=ООО Кит|PersonalAcc=40702810138250123017|BankName=Б|BIC=044525225|CorrespAcc=0'
    expect(kindOf(bill.replace('ООО', '\ufffd\ufffd'))).toBe('damaged')
    expect(kindOf(bill.replace('BIC=044525225', 'BIC=04'))).toBe('malformed')
    expect(kindOf('0002020102115204581253034585802MY5908TAKOYAKI6006PAHANG630400D7')).toBe('unsupported')
  })

  test('a damaged payment link is a link like any other', () => {
    const { meaning, opens } = recogniseCode('https://qr.nspk.ru/AS10003P3RH0LJ2A9ROO038L6NT5RU1M?sum=1&crc=0000', ORIGIN)
    expect([meaning.kind, opens?.host]).toEqual(['link', 'qr.nspk.ru'])
  })

  test('only https leads anywhere, and the host is the one that would be asked [code-1]', () => {
    expect(recogniseCode('HTTPS://Shop.Example:8443/a?b#c', ORIGIN).opens).toEqual({
      href: 'https://shop.example:8443/a?b#c',
      host: 'shop.example:8443',
    })
    // A letter of another script is shown as what it is.
    expect(recogniseCode('https://аpple.com/', ORIGIN).opens?.host).toBe('xn--pple-43d.com')
    const closed = [
      'http://shop.example',
      'javascript:alert(1)',
      'data:text/html,<script>alert(1)</script>',
      'intent://scan/#Intent;scheme=zxing;end',
      'tel:+79120000000',
      'https://bank.example@evil.example/',
      'https://user:word@evil.example/',
      'https://shop.example/\u202Egpj.exe',
      'https://shop.example/ and more',
      'https://',
      'shop.example',
    ]
    expect(closed.filter((contents) => recogniseCode(contents, ORIGIN).opens)).toEqual([])
  })

  test('anything at all can be read without a fault', () => {
    const schemes = fc.constantFrom(
      '',
      'https://',
      'https://qr.nspk.ru/',
      'ST00012|',
      '000201',
      'ethereum:',
      `${ORIGIN}/pay/`,
      'data:',
    )
    fc.assert(
      fc.property(schemes, fc.string({ unit: 'binary' }), (scheme, rest) => {
        const code = recogniseCode(scheme + rest, ORIGIN)
        expect(code.opens === undefined || new URL(code.opens.href).protocol === 'https:').toBe(true)
      }),
      { numRuns: 300 },
    )
  })
})

test('words of a stranger stay in one line, keep their order, and are seen or left out', () => {
  expect(printable('  Shop\u202E\u2066\n\u0007name\u2029 ')).toBe('Shop name')
  for (const nothing of ['\u200b\u2060\ufeff\u00ad', '\u3164\u2800', '\u200d\u200c']) expect(printable(nothing)).toBe('')
  // Persian, and a family: what joins them is theirs.
  for (const words of ['می\u200cخواهم', '👩\u200d👧']) expect(printable(words)).toBe(words)
})
