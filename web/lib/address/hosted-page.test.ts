import { expect, test } from 'vitest'
import { readHostedPage } from './hosted-page.ts'

const ORIGIN = 'http://localhost:5173'

test.each([
  ['https://pay.example/p/1', 'pay.example'],
  ['http://localhost:5173/sandbox/payments/1', 'localhost:5173'],
])('%s is a page at %s', (address, host) => {
  expect(readHostedPage(address, ORIGIN)).toEqual({ url: address, host })
})

test.each([
  'http://pay.example/p/1',
  'http://localhost:5174/',
  'javascript:alert(1)',
  'data:text/html,x',
  '/relative',
  'https://wallet@evil.example/',
  '//evil.example/',
  '',
  'nonsense',
])('%s is not gone to', (address) => {
  expect(readHostedPage(address, ORIGIN)).toBeUndefined()
})
