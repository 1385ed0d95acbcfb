import ipaddr from 'ipaddr.js'

/**
 * What the limits of an address are counted by: an IPv4 address itself, of an IPv6 address the network of 64 bits, which is what one
 * subscriber has (RFC 6177).
 */
export function addressKey(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString()}/64`
}
