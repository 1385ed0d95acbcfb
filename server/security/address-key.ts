import ipaddr from 'ipaddr.js'

/**
 * What the limits of an address are counted by: an IPv4 address itself, of an IPv6 address the network of 64 bits, which is what one
 * subscriber has (RFC 6177).
 */
export function addressKey(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  return parsed.kind() === 'ipv4' ? parsed.toString() : networkOf(parsed, 64)
}

/**
 * From where somebody comes, as it is kept and shown to them: of an IPv4 address the first 24 bits, of an IPv6 address 48, in CIDR
 * notation. Nothing of what is no address.
 */
export function addressNetwork(address: string): string | undefined {
  if (!ipaddr.isValid(address)) return undefined
  const parsed = ipaddr.process(address)
  return networkOf(parsed, parsed.kind() === 'ipv4' ? 24 : 48)
}

function networkOf(parsed: ipaddr.IPv4 | ipaddr.IPv6, bits: number): string {
  const family = parsed.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6
  return `${family.networkAddressFromCIDR(`${parsed.toString()}/${bits}`).toString()}/${bits}`
}
