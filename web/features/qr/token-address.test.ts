import { describe, expect, test } from 'vitest'
import { money } from '#money/money'
import { readTokenAddress } from './token-address.ts'

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7'
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'

describe('an address for USDC', () => {
  test('is read bare, as a request, and in the capitals of a code without small letters', () => {
    for (const text of [ADDRESS, `ethereum:${ADDRESS}`, `ethereum:pay-${ADDRESS}@1`, `ethereum:${ADDRESS}?gas=21000`]) {
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
    expect(amountOf('0')).toBeUndefined()
    expect(amountOf('0x10')).toEqual({ words: '0x10' })
    expect(amountOf('1e99')).toEqual({ words: '1e99' })
    expect(amountOf('1.5')).toEqual({ words: '1.5' })
  })

  test('is none on another network, of another token, of another call, or the contract itself', () => {
    const strange = [
      `ethereum:${ADDRESS}@137`,
      `ethereum:${ADDRESS}/transfer?address=${ADDRESS}&uint256=1`,
      `ethereum:${USDC}/approve?address=${ADDRESS}&uint256=1`,
      `ethereum:${USDC}/transfer?address=${ADDRESS}&address=${USDC}`,
      `ethereum:${USDC}/transfer?uint256=1`,
      `ethereum:${USDC}/transfer?address=${ADDRESS}&uint256=1&uint256=2`,
      `ethereum:${ADDRESS}?value=1e18`,
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
