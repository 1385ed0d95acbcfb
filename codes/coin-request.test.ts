import { describe, expect, test } from 'vitest'
import { readCoinRequest } from './coin-request.ts'

const GENESIS = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'
const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7'

describe('a request for a coin that is not paid out', () => {
  test('of bitcoin is read with address, amount and words, in either case', () => {
    expect(readCoinRequest(`bitcoin:${GENESIS}?amount=20.3&label=Luke-Jr`)).toEqual({
      kind: 'bitcoin',
      facts: { recipient: GENESIS, purpose: 'Luke-Jr', amount: { words: '20.3 BTC' } },
    })
    expect(readCoinRequest(`bitcoin:${GENESIS}`)).toEqual({ kind: 'bitcoin', facts: { recipient: GENESIS } })
    const capitals =
      'BITCOIN:BC1QUFGY354J3KMVUCH987XE4S40836X3H0LG8F5NQ?BC=BC1P5SWKUGEZN97763TL0YTY6556856UUG0Q6JFLLJVEP9M4P7339X5QZYRH4Q'
    expect(readCoinRequest(capitals)?.facts.recipient).toBe('BC1QUFGY354J3KMVUCH987XE4S40836X3H0LG8F5NQ')
    expect(readCoinRequest('bitcoin:?lightning=lnbc1')).toEqual({ kind: 'bitcoin', facts: {} })
  })

  test('of bitcoin is none when it demands what is not known, says something twice, or nothing, or an amount that is none', () => {
    const strange = [
      `bitcoin:${GENESIS}?req-somethingyoudontunderstand=50`,
      `bitcoin:${GENESIS}?REQ-x=1`,
      `bitcoin:${GENESIS}?label=a&label=b`,
      `bitcoin:${GENESIS}?amount=1&AMOUNT=2`,
      `bitcoin:${GENESIS}?amount=50,000.00`,
      `bitcoin:${GENESIS}?amount=-1`,
      `bitcoin:${GENESIS}?amount=1e8`,
      'bitcoin:',
      'bitcoin:?label=a',
      `bitcoin://${GENESIS}`,
      `litecoin:${GENESIS}`,
      GENESIS,
    ]
    expect(strange.filter((text) => readCoinRequest(text) !== undefined)).toEqual([])
  })

  test('of ether, of another token or network names whom it is for', () => {
    const other = `ethereum:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913@8453/transfer?address=${ADDRESS}&uint256=1.5e6`
    expect(readCoinRequest(other)).toEqual({ kind: 'token', facts: { recipient: ADDRESS } })
    expect(readCoinRequest(`ethereum:${ADDRESS}?value=2.014e18`)).toEqual({ kind: 'token', facts: { recipient: ADDRESS } })
    expect(readCoinRequest('ethereum:vitalik.eth')).toEqual({ kind: 'token', facts: { recipient: 'vitalik.eth' } })
    expect(readCoinRequest('ethereum:0x12')).toBeUndefined()
  })
})
