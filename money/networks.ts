interface NetworkFacts {
  /** What its users call it, the same in every language. */
  readonly name: string
  /** The grammar of its addresses, and how many characters they have. */
  readonly address: RegExp
  readonly addressLength: number
}

/** The networks that a currency can be paid out on. EVM: addresses are 20 bytes in hex. */
export const NETWORKS = {
  evm: { name: 'Ethereum (ERC-20)', address: /^0x[0-9a-fA-F]{40}$/, addressLength: 42 },
} as const satisfies Record<string, NetworkFacts>

export type Network = keyof typeof NETWORKS

/** Whether a text is the name of a network we know. */
export function isNetwork(unchecked: string): unchecked is Network {
  return Object.hasOwn(NETWORKS, unchecked)
}
