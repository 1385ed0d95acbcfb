import { describe, expect, test } from 'vitest'
import { money } from '#money/money'
import { readAddress, readAddressToFill, readTokenAddress } from './token-address.ts'

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7'
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'

describe('an address for USDC', () => {
  test('is read bare, as a request, and in the capitals of a code without small letters', () => {
    for (const text of [ADDRESS, `ethereum:${ADDRESS}`, `ethereum:pay-${ADDRESS}@1`, `ethereum:${ADDRESS}?gas=21000&value=0`]) {
      expect(readTokenAddress(text)).toEqual({ address: ADDRESS })
    }
    expect(readTokenAddress(`ETHEREUM:0X${ADDRESS.slice(2)}`)).toEqual({ address: ADDRESS })
  })

  test('is the receiver, not the contract, of a request to transfer USDC, with its amount', () => {
    expect(readTokenAddress(`ethereum:${USDC}@1/transfer?address=${ADDRESS}&uint256=12500000`)).toEqual({
      address: ADDRESS,
      amount: { money: money('USDC', 12_500_000n) },
    })
    const amountOf = (units: string) => readTokenAddress(`ethereum:${USDC}/transfer?address=${ADDRESS}&uint256=${units}`)?.amount
    expect(amountOf('1e6')).toEqual({ money: money('USDC', 1_000_000n) })
    expect(amountOf('2.014e6')).toEqual({ money: money('USDC', 2_014_000n) })
    expect(amountOf('.5E6')).toEqual({ money: money('USDC', 500_000n) })
    for (const zero of ['', '0', '0e6', '0.0e1']) expect(amountOf(zero)).toBeUndefined()
    for (const strange of ['0x10', '1e99', '1.5', '-1', '1'.repeat(19)]) {
      expect(amountOf(strange)).toEqual({ words: `uint256=${strange}` })
    }
  })

  test('is none on another network, for ether, of another token, of another call, of two amounts, or the contract itself', () => {
    const strange = [
      `ethereum:${ADDRESS}@137`,
      `ethereum:${ADDRESS}/transfer?address=${ADDRESS}&uint256=1`,
      `ethereum:${USDC}/approve?address=${ADDRESS}&uint256=1`,
      `ethereum:${USDC}/transfer?address=${ADDRESS}&address=${USDC}`,
      `ethereum:${USDC}/transfer?uint256=1`,
      `ethereum:${USDC}/transfer?address=${ADDRESS}&uint256=1&uint256=2`,
      `ethereum:${USDC}/transfer?address=${USDC}&uint256=1`,
      `ethereum:${USDC}/transfer?address=${ADDRESS}&uint256=1&value=1e18`,
      `ethereum:${ADDRESS}?value=1e18`,
      `ETHEREUM:${ADDRESS}?VALUE=1E18`,
      `ethereum:${ADDRESS}?chainId=137`,
      USDC,
      `ethereum:${USDC}`,
      `bitcoin:${ADDRESS}`,
      ADDRESS.slice(0, -1),
      `${ADDRESS}0`,
      'ethereum:vitalik.eth',
    ]
    expect(strange.filter((text) => readTokenAddress(text) !== undefined)).toEqual([])
  })
})

describe('what is typed, pasted or scanned for an address', () => {
  test.each([
    ` ${ADDRESS}\n`,
    `${ADDRESS}\u200b`,
    `\u202a${ADDRESS}\u202c`,
    `0X${ADDRESS.slice(2)}`,
    `${ADDRESS.slice(0, 20)}\n${ADDRESS.slice(20)}`,
    `${ADDRESS.slice(0, 20)} ${ADDRESS.slice(20)}`,
    `ethereum:${ADDRESS}`,
    `ethereum:${ADDRESS}@0x1`,
    `eth:${ADDRESS}`,
    `eip155:1:${ADDRESS}`,
  ])('%j is the address', (text) => {
    expect(readAddress(text)).toEqual({ ok: true, address: ADDRESS })
  })

  const POLYGON = { why: 'network', network: 'Polygon', address: ADDRESS }
  test.each([
    ['0x0000000000000000000000000000000000000000', { why: 'burnt' }],
    ['0x000000000000000000000000000000000000dEaD', { why: 'burnt' }],
    ['0x0000000000000000000000000000000000000001', { why: 'burnt' }],
    ['0xdead000000000000000042069420694206942069', { why: 'burnt' }],
    [`0x${'f'.repeat(40)}`, { why: 'burnt' }],
    [USDC, { why: 'contract' }],
    ['0xdAC17F958D2ee523a2206206994597C13D831ec7', { why: 'contract' }],
    ['0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', { why: 'contract' }],
    [`ethereum:${USDC}/transfer?address=0x000000000000000000000000000000000000dEaD`, { why: 'burnt' }],
    [`ethereum:${ADDRESS}@137`, POLYGON],
    [`ethereum:${ADDRESS}@0x89`, POLYGON],
    [`ethereum:${ADDRESS}?chainId=137`, POLYGON],
    [`matic:${ADDRESS}`, POLYGON],
    [`eip155:137:${ADDRESS}`, POLYGON],
    [`base:${ADDRESS}`, { ...POLYGON, network: 'Base' }],
    [`zora:${ADDRESS}`, { ...POLYGON, network: 'zora' }],
    [`Address:${ADDRESS}`, { why: 'words' }],
    [`ethereum:${ADDRESS}?value=0&value=5`, { why: 'request' }],
    [`eip155:999:${ADDRESS}`, { ...POLYGON, network: '№ 999' }],
    [
      `ethereum:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913@8453/transfer?address=${ADDRESS}&uint256=1e6`,
      { ...POLYGON, network: 'Base' },
    ],
    ['TQ5NMqJjhpQGK7YJbESKfjXZqHFbFdnB2f', { why: 'network', network: 'Tron', address: undefined }],
    ['bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', { why: 'network', network: 'Bitcoin', address: undefined }],
    [`${ADDRESS}\n0x8617E340B3D01FA5F11F306F4090FD50E238070D`, { why: 'several' }],
    [`${ADDRESS}0x8617E340B3D01FA5F11F306F4090FD50E238070D`, { why: 'several' }],
    [`USDC: ${ADDRESS}`, { why: 'words' }],
    [`ethereum:${ADDRESS}?value=1e18`, { why: 'request' }],
    [`ethereum:${USDC}/approve?address=${ADDRESS}&uint256=1`, { why: 'request' }],
    [ADDRESS.slice(0, -1), { why: 'short' }],
    [`${ADDRESS}0`, { why: 'wrong' }],
    [ADDRESS.replace('D2E4', 'D2e4'), { why: 'wrong' }],
    ['abc', { why: 'short' }],
  ])('%s is told: %j', (text, fault) => {
    expect(readAddress(text)).toEqual({ ok: false, fault })
  })

  test('with an amount that cannot be read fills nothing in', () => {
    const asking = (units: string) => `ethereum:${USDC}/transfer?address=${ADDRESS}&uint256=${units}`
    expect(readAddressToFill(asking('1250000'))).toEqual({ ok: true, address: ADDRESS, money: money('USDC', 1_250_000n) })
    expect(readAddressToFill(asking('0x10'))).toEqual({ ok: false, fault: { why: 'amount' } })
  })
})
