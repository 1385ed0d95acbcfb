import { describe, expect, test } from 'vitest'
import { money } from '#money/money'
import { readTokenAddress } from './token-address.ts'

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
