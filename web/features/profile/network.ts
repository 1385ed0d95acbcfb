/** A network as people read it: `192.0.2.0/24` is `192.0.2.*`, `2001:db8:1::/48` is `2001:db8:1:*`. */
export function shownNetwork(network: string): string {
  const [address = ''] = network.split('/')
  return address.includes(':') ? address.replace(/:*$/, ':*') : address.replace(/\d+$/, '*')
}
