import { describe, expect, test } from 'vitest'
import { parseDecimal, toDecimal } from '#money/amount'
import {
  basisPointsOf,
  called,
  destinationFault,
  filledAddress,
  maskedCard,
  mostOf,
  type Recipient,
  requestOf,
  shareOf,
  validateWithdrawal,
  type WithdrawalFormState,
  withoutRecipient,
} from './withdrawal-form.ts'

const CARD = '2200123456024821'
const ADDRESS = `0x${'1a'.repeat(20)}`
const RECENT_CARD: Recipient = { id: 'r1', kind: 'card', masked: '••\u00a04821' }
const RECENT_ADDRESS: Recipient = { id: 'r2', kind: 'address', masked: '0x1a1a…1a1a' }
const READY: WithdrawalFormState = {
  balance: parseDecimal('50000.00', 'RUB'),
  amount: '12500',
  card: CARD,
  typedCard: undefined,
  address: '',
  recipient: undefined,
  feeBasisPoints: 0n,
}
const USDC: WithdrawalFormState = {
  ...READY,
  balance: parseDecimal('100.123456', 'USDC'),
  amount: '100',
  card: '',
  address: ADDRESS,
}

function whyNot(form: WithdrawalFormState) {
  const readiness = validateWithdrawal(form)
  return readiness.isReady ? 'ready' : { missing: readiness.missing, fault: readiness.fault }
}

describe('the withdrawal button', () => {
  test('can be pressed with an amount above zero and a card', () => {
    expect(validateWithdrawal(READY)).toEqual({
      isReady: true,
      terms: {
        amount: parseDecimal('12500.00', 'RUB'),
        fee: parseDecimal('0.00', 'RUB'),
        left: parseDecimal('37500.00', 'RUB'),
        destination: { kind: 'card', pan: CARD },
      },
    })
  })

  test('can be pressed for USDC with an address, not with a card', () => {
    expect(validateWithdrawal(USDC)).toMatchObject({
      isReady: true,
      terms: { destination: { kind: 'address', address: ADDRESS } },
    })
    expect(whyNot({ ...USDC, address: ' ', card: CARD })).toEqual({ missing: ['reason.address'], fault: undefined })
  })

  test('can be pressed with an earlier recipient of the kind that the currency is paid out to', () => {
    const toRecent = (form: WithdrawalFormState, recipient: Recipient) => whyNot({ ...form, card: '', address: '', recipient })
    expect(toRecent(READY, RECENT_CARD)).toBe('ready')
    expect(toRecent(USDC, RECENT_ADDRESS)).toBe('ready')
    expect(toRecent(READY, RECENT_ADDRESS)).toEqual({ missing: ['reason.card'], fault: undefined })
    expect(toRecent(USDC, RECENT_CARD)).toEqual({ missing: ['reason.address'], fault: undefined })
  })

  test('is disabled by an empty amount', () => {
    expect(whyNot({ ...READY, amount: '' })).toEqual({ missing: ['reason.amount'], fault: undefined })
  })

  test('is disabled without a card for every other currency', () => {
    expect(whyNot({ ...READY, card: '', address: ADDRESS })).toEqual({ missing: ['reason.card'], fault: undefined })
  })

  test('names everything that is missing', () => {
    expect(whyNot({ ...READY, balance: undefined, amount: '', card: '' })).toEqual({
      missing: ['reason.account', 'reason.amount', 'reason.card'],
      fault: undefined,
    })
  })

  test('is disabled by a balance below the amount, and says by how much', () => {
    expect(validateWithdrawal({ ...READY, amount: '52500' })).toEqual({
      isReady: false,
      missing: [],
      fault: 'err.amount.funds',
      shortBy: parseDecimal('2500.00', 'RUB'),
    })
    expect(whyNot({ ...READY, amount: '50000' })).toBe('ready')
  })

  test('adds the fee to the amount', () => {
    const form = { ...READY, amount: '50000', feeBasisPoints: 100n }
    expect(validateWithdrawal(form)).toMatchObject({ isReady: false, shortBy: parseDecimal('500.00', 'RUB') })
    expect(validateWithdrawal({ ...form, amount: '10000' })).toMatchObject({
      isReady: true,
      terms: { fee: parseDecimal('100.00', 'RUB'), left: parseDecimal('39900.00', 'RUB') },
    })
  })

  test.each([
    ['0', 'err.amount.zero'],
    ['0.00', 'err.amount.zero'],
    ['1.234', 'reason.other_amount'],
    ['Infinity', 'reason.other_amount'],
  ])('is disabled by the amount %s', (amount, fault) => {
    expect(whyNot({ ...READY, amount })).toEqual({ missing: [], fault })
  })

  test('is disabled by more decimals than the provider takes', () => {
    expect(whyNot({ ...READY, decimals: 0, amount: '10.5' })).toEqual({ missing: [], fault: 'reason.other_amount' })
    expect(validateWithdrawal({ ...READY, decimals: 0, amount: '10' })).toMatchObject({ isReady: true })
  })
})

test('a short card or address is refused before the PIN step [withdrawal-form-1]', () => {
  expect(destinationFault({ kind: 'card', pan: '2200' })).toMatchObject({ key: 'err.card_short', parameters: { n: 4 } })
  expect(destinationFault({ kind: 'card', pan: CARD })).toBeUndefined()
  expect(destinationFault({ kind: 'card', pan: '4111111111111112' })).toEqual({ key: 'err.card_wrong', isCertain: true })
  expect(destinationFault({ kind: 'card', pan: '12/29 4111' })).toEqual({ key: 'err.card_unread', isCertain: true })
  expect(destinationFault({ kind: 'address', address: '0x1a' })).toEqual({ key: 'err.address_short', isCertain: false })
  expect(destinationFault({ kind: 'address', address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD' })).toEqual({
    key: 'err.address_wrong',
    isCertain: false,
  })
  expect(destinationFault({ kind: 'address', address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' })).toBeUndefined()
  expect(destinationFault({ kind: 'address', address: ADDRESS })).toBeUndefined()
})

test('an address that would lose the money, or belongs to another network, has its own message', () => {
  const fault = (address: string) => destinationFault({ kind: 'address', address })
  expect(fault('0x000000000000000000000000000000000000dEaD')).toEqual({ key: 'err.address_burnt', isCertain: true })
  expect(fault('0xdAC17F958D2ee523a2206206994597C13D831ec7')).toEqual({ key: 'err.address_contract', isCertain: true })
  expect(fault(`ethereum:${ADDRESS}@137`)).toEqual({
    key: 'err.address_network',
    parameters: { network: 'Polygon', own: 'Ethereum (ERC-20)' },
    isCertain: true,
  })
})

test('a link fills in its address and amount; a text that cannot be read stays as it is', () => {
  const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
  expect(filledAddress(`ethereum:${usdc}/transfer?address=${ADDRESS}&uint256=1.5e6`)).toEqual({
    address: ADDRESS,
    amount: '1.50',
  })
  expect(filledAddress(` 0X${ADDRESS.slice(2)}\n`)).toEqual({ address: ADDRESS })
  expect(filledAddress(`${ADDRESS} 1`)).toEqual({ address: `${ADDRESS} 1` })
})

test('shares of a balance can be entered: rounded down to two decimals', () => {
  expect(toDecimal(shareOf(parseDecimal('0.03', 'RUB'), 50n))).toBe('0.01')
  expect(toDecimal(shareOf(parseDecimal('100.123456', 'USDC'), 25n))).toBe('25.03')
  expect(toDecimal(shareOf(parseDecimal('101', 'JPY'), 50n))).toBe('50')
  expect(toDecimal(shareOf(parseDecimal('25001.00', 'IDR'), 50n, 0))).toBe('12500.00')
})

test('MAX enters the highest amount that can be entered, less the fee', () => {
  expect(toDecimal(mostOf(parseDecimal('1234567.89', 'RUB'), 0n))).toBe('1234567.89')
  expect(toDecimal(mostOf(parseDecimal('100.129999', 'USDC'), 0n))).toBe('100.12')
  expect(toDecimal(mostOf(parseDecimal('0.00', 'RUB'), 0n))).toBe('0.00')
  expect(toDecimal(mostOf(parseDecimal('25000.99', 'IDR'), 0n, 0))).toBe('25000.00')
  for (const balance of ['0.01', '1.00', '100.00', '99999.99']) {
    const form = { ...READY, balance: parseDecimal(balance, 'RUB'), feeBasisPoints: 150n }
    const most = mostOf(form.balance, 150n)
    if (most.minor > 0n) expect(whyNot({ ...form, amount: toDecimal(most) })).toBe('ready')
    const more = { ...most, minor: most.minor + 1n }
    expect(whyNot({ ...form, amount: toDecimal(more) })).toEqual({ missing: [], fault: 'err.amount.funds' })
  }
})

test('a card is shown by its first six and last four digits', () => {
  expect(maskedCard(CARD)).toBe('2200\u00a012••\u00a0••••\u00a04821')
})

test('the request has one of card, address and recipient, never two [withdrawal-form-2]', () => {
  const sent = (form: WithdrawalFormState) => {
    const readiness = validateWithdrawal(form)
    return readiness.isReady ? requestOf(readiness.terms, { pin: '4815' }) : undefined
  }
  const rouble = { amount: '12500.00', currency_code: 'RUB', total: '12500.00', pin: '4815' }
  const coin = { amount: '100.00', currency_code: 'USDC', total: '100.00', pin: '4815' }
  expect(sent(READY)).toEqual({ ...rouble, pan: CARD })
  expect(sent({ ...READY, recipient: RECENT_CARD })).toEqual({ ...rouble, recipient_id: 'r1' })
  expect(sent({ ...READY, recipient: RECENT_ADDRESS })).toEqual({ ...rouble, pan: CARD })
  expect(sent(USDC)).toEqual({ ...coin, address: ADDRESS })
  expect(sent({ ...USDC, recipient: RECENT_ADDRESS })).toEqual({ ...coin, recipient_id: 'r2' })
})

test.each([
  ['0.00', 0n],
  ['1.50', 150n],
  ['12.05', 1205n],
  ['NaN', 0n],
  [undefined, 0n],
])('a fee of %s per cent is %d basis points', (percent, basisPoints) => {
  expect(basisPointsOf(percent)).toBe(basisPoints)
})

test('a recipient is shown by the user’s name for it and the card’s network, always with its mask', () => {
  expect(called({ masked: '•• 4821' })).toEqual({ masked: '•• 4821' })
  expect(called({ masked: '•• 4821', network: 'Visa' }).masked).toBe('Visa •• 4821')
  expect(called({ masked: '•• 4821', network: 'Visa', own_name: 'Мама' }).masked).toBe('Мама, Visa •• 4821')
})

test('typing another destination removes a recipient, even one that arrives later; emptying a field does not', () => {
  for (const typed of [{ card: '2' }, { address: '0x' }, { typedCard: { token: 'tok', masked: '••' } }]) {
    expect(withoutRecipient(typed)).toEqual({ ...typed, recipient: undefined })
  }
  for (const other of [{ card: '' }, { typedCard: undefined }, { amount: '10' }]) expect(withoutRecipient(other)).toEqual(other)
})

test('an invalid address counts as missing, also one with wrong letters', () => {
  for (const address of ['abc', '0x12', `0x${'zz'.repeat(20)}`])
    expect(whyNot({ ...USDC, address })).toEqual({ missing: ['reason.address'], fault: undefined })
  expect(whyNot(USDC)).toBe('ready')
})
