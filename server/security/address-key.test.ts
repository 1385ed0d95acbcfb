import { expect, test } from 'vitest'
import { addressKey, addressNetwork } from './address-key.ts'

test('an IPv4 address counts on its own, also in its IPv6 form', () => {
  expect(addressKey('192.0.2.7')).toBe('192.0.2.7')
  expect(addressKey('::ffff:192.0.2.7')).toBe('192.0.2.7')
})

test('all IPv6 addresses of one subscriber count as one, and the next subscriber as another', () => {
  expect(addressKey('2001:db8:1:2::1')).toBe('2001:db8:1:2::/64')
  expect(addressKey('2001:db8:1:2:ffff:ffff:ffff:ffff%eth0')).toBe(addressKey('2001:db8:1:2::1'))
  expect(addressKey('2001:db8:1:3::1')).not.toBe(addressKey('2001:db8:1:2::1'))
})

test.each([
  ['192.0.2.7', '192.0.2.0/24'],
  ['::ffff:192.0.2.7', '192.0.2.0/24'],
  ['2001:db8:1:2::1', '2001:db8:1::/48'],
  ['2001:db8:1:ffff::1%eth0', '2001:db8:1::/48'],
])('the network kept of %s is %s', (address, network) => {
  expect(addressNetwork(address)).toBe(network)
})

test('a text that is no address has no network', () => {
  expect(addressNetwork('unknown')).toBeUndefined()
})
