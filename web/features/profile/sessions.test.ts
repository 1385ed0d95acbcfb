import { expect, test } from 'vitest'
import { shownNetwork } from './sessions.ts'

test.each([
  ['192.0.2.0/24', '192.0.2.*'],
  ['2001:db8:1::/48', '2001:db8:1:*'],
])('%s reads %s', (network, shown) => {
  expect(shownNetwork(network)).toBe(shown)
})
