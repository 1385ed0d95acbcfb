import { expect, test } from 'vitest'
import { addressKey } from './address-key.ts'

test('an IPv4 address counts for itself, also where it comes as IPv6', () => {
  expect(addressKey('192.0.2.7')).toBe('192.0.2.7')
  expect(addressKey('::ffff:192.0.2.7')).toBe('192.0.2.7')
})

test('all addresses of one subscriber of IPv6 count as one, and the next subscriber as another', () => {
  expect(addressKey('2001:db8:1:2::1')).toBe('2001:db8:1:2::/64')
  expect(addressKey('2001:db8:1:2:ffff:ffff:ffff:ffff%eth0')).toBe(addressKey('2001:db8:1:2::1'))
  expect(addressKey('2001:db8:1:3::1')).not.toBe(addressKey('2001:db8:1:2::1'))
})
