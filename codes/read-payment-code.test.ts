import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { money } from '#money/money'
import { readPaymentCode } from './read-payment-code.ts'

const codeOf = (text: string) => {
  const read = readPaymentCode(text)
  return read?.ok ? read.code : undefined
}
const faultOf = (text: string) => {
  const read = readPaymentCode(text)
  return read && !read.ok ? read.fault : undefined
}

const EMV =
  '00020101021229300012D156000000000510A93FO3230Q31280012D15600000001030812345678520441115802CN5914BEST TRANSPORT6007BEIJING64200002ZH0104最佳运输0202北京540523.7253031565502016233030412340603***0708A60086670902ME91320016A0112233449988770708123456786304A13A'
const QRIS =
  '00020101021226610016ID.CO.SHOPEE.WWW01189360091800216005230208216005230303UME51440014ID.CO.QRIS.WWW0215ID10243228429300303UME5204792953033605409100003.005802ID5907Pakasir6012KAB. KEBUMEN61055439262230519SP25RZRATEQI2HQ65Q46304A079'
const PIX =
  '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D'
const TIP =
  '00020101021226310015com.example.pay0108M-000042520454115303840540510.5055020256041.005802US5909Demo Shop6011Springfield62180105INV-70505REF-96304C1C0'

describe('merchant codes of EMVCo', () => {
  test('the sample of EMVCo itself: its name is told in the language of the place', () => {
    expect(codeOf(EMV)).toMatchObject({
      format: 'emv',
      currency: 'CNY',
      isForOnePayment: true,
      facts: { recipient: '最佳运输', place: '北京', amount: { money: money('CNY', 2372n) } },
    })
  })

  test('one of QRIS is known by the scheme that its accounts name', () => {
    expect(codeOf(QRIS)).toMatchObject({
      format: 'qris',
      facts: { recipient: 'Pakasir', place: 'KAB. KEBUMEN', amount: { money: money('IDR', 10_000_300n) } },
    })
  })

  test('one of Pix has its key for many payments, and leaves the amount to the payer', () => {
    const code = codeOf(PIX)
    expect(code).toMatchObject({ format: 'pix', isForOnePayment: false, facts: { recipient: 'Fulano de Tal', reference: '***' } })
    expect(code?.facts.amount).toBeUndefined()
  })

  test('one of no known scheme is read as well', () => {
    expect(codeOf(TIP)).toMatchObject({
      format: 'emv',
      facts: { recipient: 'Demo Shop', reference: 'INV-7', amount: { money: money('USD', 1050n) } },
    })
  })

  test('one that was changed without its check sum is damaged, one that is cut off too, and one without accounts is malformed', () => {
    expect(faultOf(QRIS.replace('010212', '010211'))).toBe('damaged')
    expect(faultOf(PIX.replace('Fulano', 'Fulana'))).toBe('damaged')
    expect(faultOf(TIP.slice(0, -1))).toBe('damaged')
    expect(faultOf('00020153038406304845E')).toBe('malformed')
  })

  test('what a scanner puts behind it does not matter', () => {
    expect(codeOf(`${PIX}\r\n`)?.format).toBe('pix')
  })
})

describe('links of the Faster Payments System', () => {
  test.each([
    ['https://qr.nspk.ru/AS100001ORTF4GAF80KPJ53K186D9A3G?type=01&bank=100000000007&crc=0C8A', false, undefined],
    ['https://qr.nspk.ru/AD100004BAL7227F9BNP6KNE007J9B3K?type=02&bank=100000000007&sum=1&cur=RUB&crc=AB75', true, 1n],
    ['https://qr.nspk.ru/BD1P002RS4PJ6HNM82HQSADEC1DBIGQK?type=02&bank=100000000061&sum=1112&cur=RUB&crc=BDD5', true, 1112n],
    ['https://qr.nspk.ru/AS10003P3RH0LJ2A9ROO038L6NT5RU1M?type=01&bank=000000000001&sum=10000&cur=RUB&crc=F3D0', false, 10_000n],
    ['https://qr.nspk.ru/AD10000000000000000000000000TEST?type=02&bank=100000000000&sum=15050&cur=RUB&crc=2562', true, 15_050n],
  ])('%s', (link, isForOnePayment, kopecks) => {
    const amount = kopecks === undefined ? undefined : { money: money('RUB', kopecks) }
    const id = link.slice(19, 51)
    expect(codeOf(link)).toEqual({ format: 'sbp', currency: 'RUB', id, isForOnePayment, facts: { reference: id, amount } })
  })

  test('a cash desk has its sum with the system', () => {
    expect(codeOf('https://qr.nspk.ru/BS1R005K1SNNNVMA8OLOTTFGU6V5EOC8')).toMatchObject({
      id: 'BS1R005K1SNNNVMA8OLOTTFGU6V5EOC8',
    })
  })

  test('one whose sum or bank was changed is damaged, one of another host no payment at all', () => {
    const link = 'https://qr.nspk.ru/AS10003P3RH0LJ2A9ROO038L6NT5RU1M?type=01&bank=000000000001&sum=10000&cur=RUB&crc=F3D0'
    expect(faultOf(link.replace('sum=10000', 'sum=90000'))).toBe('damaged')
    expect(faultOf(link.replace('bank=000000000001&', ''))).toBe('damaged')
    for (const host of ['qr.nspk.ru.evil.example', 'x@qr.nspk.ru', 'qr.nspk.ru:8443', 'sub.nspk.ru'])
      expect(readPaymentCode(link.replace('qr.nspk.ru', host))).toBeUndefined()
  })
})

describe('bills of GOST R 56042', () => {
  const SAMPLE =
    'ST00012|Name=ООО "Три кита"|PersonalAcc=40702810138250123017|BankName=ОАО "БАНК"|BIC=044525225|CorrespAcc=30101810400000000225|Sum=100000|Purpose=Оплата членского взноса|PayeeINN=6200098765|LastName=Иванов|FirstName=Иван|MiddleName=Иванович|PayerAddress=г.Рязань, ул.Ленина, д.10, кв.15'

  test("the standard's own sample", () => {
    expect(codeOf(SAMPLE)).toMatchObject({
      format: 'gost',
      bic: '044525225',
      facts: { recipient: 'ООО "Три кита"', purpose: 'Оплата членского взноса', amount: { money: money('RUB', 100_000n) } },
    })
  })

  test('another separator is told by the eighth character, and then a bar is a part of the name', () => {
    const bill = 'ST00012~Name=ООО А|Б~PersonalAcc=40702810138250123017~BankName=Банк~BIC=044525225~CorrespAcc=0'
    expect(codeOf(bill)?.facts.recipient).toBe('ООО А|Б')
    expect(faultOf(bill.replace('~Name', '|Name'))).toBe('malformed')
  })

  test('without its account it is malformed, and a sum in roubles stays words', () => {
    expect(faultOf(SAMPLE.replace('PersonalAcc=40702810138250123017|', ''))).toBe('malformed')
    expect(codeOf(SAMPLE.replace('Sum=100000', 'Sum=1000.00'))?.facts.amount).toEqual({ words: 'Sum=1000.00' })
  })
})

describe('credit transfers of EPC069-12', () => {
  const lines = (...each: readonly string[]) => each.join('\n')
  const RED_CROSS = lines(
    'BCD',
    '001',
    '1',
    'SCT',
    'BPOTBEB1',
    'Red Cross of Belgium',
    'BE72000000001616',
    'EUR1',
    'CHAR',
    '',
    'Urgency fund',
    'Sample EPC QR code',
  )
  const WITHOUT_BANK = lines(
    'BCD',
    '002',
    '1',
    'SCT',
    '',
    'Max Mustermann',
    'DE89370400440532013000',
    'EUR99.99',
    '',
    '',
    'Invoice 2026-001',
  )

  test('tell the beneficiary, the account, the amount and what it is for', () => {
    expect(codeOf(RED_CROSS)).toEqual({
      format: 'epc',
      currency: 'EUR',
      bic: 'BPOTBEB1',
      facts: {
        recipient: 'Red Cross of Belgium',
        account: 'BE72000000001616',
        bank: 'BPOTBEB1',
        reference: undefined,
        purpose: 'Urgency fund',
        amount: { money: money('EUR', 100n) },
      },
    })
    expect(codeOf(WITHOUT_BANK)?.facts).toMatchObject({ bank: undefined, amount: { money: money('EUR', 9999n) } })
    const structured = lines(
      'BCD',
      '001',
      '1',
      'SCT',
      'BHBLDEHHXXX',
      'Franz Mustermänn',
      'DE71110220330123456789',
      'EUR12.3',
      'GDDS',
      'RF18539007547034',
    )
    expect(codeOf(structured)?.facts).toMatchObject({ reference: 'RF18539007547034', amount: { money: money('EUR', 1230n) } })
    expect(codeOf(WITHOUT_BANK.replaceAll('\n', '\r\n'))).toEqual(codeOf(WITHOUT_BANK))
  })

  test('may leave the amount to the payer', () => {
    expect(codeOf(WITHOUT_BANK.replace('EUR99.99', ''))?.facts.amount).toBeUndefined()
  })

  test.each([
    ['an account with a wrong check digit', RED_CROSS.replace('BE72', 'BE73')],
    ['no bank where the version wants one', RED_CROSS.replace('BPOTBEB1', '')],
    ['no beneficiary', RED_CROSS.replace('Red Cross of Belgium', '')],
    ['an amount with a comma', RED_CROSS.replace('EUR1', 'EUR 1,00')],
    ['another currency', RED_CROSS.replace('EUR1', 'USD1')],
    ['another kind of transfer', RED_CROSS.replace('SCT', 'SDD')],
    ['a reference of both kinds', WITHOUT_BANK.replace('\n\nInvoice', '\nRF18539007547034\nInvoice')],
    ['a line too many', `${RED_CROSS}\nmore`],
    ['ends of lines of two kinds', RED_CROSS.replace('\nSCT', '\r\nSCT')],
  ])('%s: malformed', (_what, code) => {
    expect(faultOf(code)).toBe('malformed')
  })
})

test('what is no payment is none, and neither is what no code can hold', () => {
  for (const text of ['', 'просто текст', 'https://shop.example/pay', 'ethereum:0x52908400098527886E0F7030069857D2E4169EE7'])
    expect(readPaymentCode(text)).toBeUndefined()
  expect(readPaymentCode(`ST00012|Name=${'а'.repeat(5000)}`)).toBeUndefined()
  expect(readPaymentCode(PIX.replace('Fulano', 'Ful\u0000no'))).toBeUndefined()
})

test('anything can be read without a fault', () => {
  const starts = fc.constantFrom('', '000201', 'ST00012|', 'BCD\n', 'https://qr.nspk.ru/', EMV, QRIS)
  fc.assert(fc.property(starts, fc.string({ unit: 'binary' }), (start, rest) => void readPaymentCode(start + rest)))
})

describe('public codes of other wallets', () => {
  const qris = (end: string) =>
    `00020101021226660014ID.CO.QRIS.WWW01189360001500000000010215ID10200000000010303UMI5204581253033605405100005${end}`
  const pix = (amount: string) =>
    `00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865${amount}5802BR5913Fulano de Tal6008BRASILIA62070503***6304`

  test.each([
    [qris('802ID5913WARUNG CONTOH6007JAKARTA61051011062070703A016304EEC7'), undefined],
    [
      qris('5020256035005802ID5913WARUNG CONTOH6007JAKARTA61051011062070703A01630490EF'),
      { kind: 'fee', amount: { money: money('IDR', 50_000n) } },
    ],
    [qris('50203570510.005802ID5913WARUNG CONTOH6007JAKARTA61051011062070703A0163041A79'), { kind: 'percent', percent: '10.00' }],
    [qris('502015802ID5913WARUNG CONTOH6007JAKARTA61051011062070703A0163041C27'), { kind: 'tip' }],
  ])('a fee or a tip beside the amount is read: %s', (text, surcharge) => {
    expect(codeOf(text)?.facts).toMatchObject({ amount: { money: money('IDR', 1_000_000n) } })
    expect(codeOf(text)?.facts.surcharge).toEqual(surcharge)
  })

  test.each([
    [`${pix('40210')}A475`, '10 BRL'],
    [`${pix('40310.')}34E4`, '10 BRL'],
    [`${pix('4031.2')}1442`, '1.20 BRL'],
    [`${pix('4061308.9')}808F`, '1308.90 BRL'],
    [
      '00020101021229180014your_name@wing520459995802KH5909Your Name6010Phnom Penh991700131724927295157541100000009800530311662610112TRX0192837750211855123456780305MShop0717Buy 1A_Level_Book63041087',
      '9800 KHR',
    ],
  ])('an amount of a currency that is not of the books is told without what is of no use: %s', (text, words) => {
    expect(codeOf(text)?.facts.amount).toEqual({ words })
  })

  test('another version, and the check sum of one country, are not taken for damage', () => {
    expect(
      faultOf(
        '00020201021126580014A000000615000101065887340212MBBQR1666987031000000000005204581253034585802MY5908TAKOYAKI6006PAHANG630400D7',
      ),
    ).toBe('unsupported')
    expect(
      faultOf(
        '00020101021232990015qr.demirbank.kg0108ib_andro1016118000035393208912021213021211328454d5b3ee5d47c7b61c0a0b07bb939a5204482953034175405100535909DEMIRBANK6304283f',
      ),
    ).toBe('unsupported')
    expect(faultOf(`${pix('40210')}0000`)).toBe('damaged')
    expect(faultOf('000202 and nothing of a code')).toBeUndefined()
  })

  test('a bill with line ends and blanks around its fields is read', () => {
    const bill =
      "ST00011|Name=Филиал ПАО 'Тепло'|PersonalAcc=40702810138250123017|\n BankName=Отделение № 1|BIC=044525225|CorrespAcc=30101810400000000225|\r\nPersAcc=000123456\n|Sum=123456\n"
    expect(codeOf(bill)).toMatchObject({
      format: 'gost',
      facts: { bank: 'Отделение № 1', reference: '000123456', amount: { money: money('RUB', 123_456n) } },
    })
  })
})
