/** What a person drops or pastes: a file, the address of a picture on another site, something else, or nothing that concerns us. */
export type Dropped =
  | { readonly kind: 'file'; readonly file: File }
  | { readonly kind: 'remote' }
  | { readonly kind: 'other' }
  | { readonly kind: 'nothing' }

/** As much of a DataTransfer as is needed. */
export interface DataTransferLike {
  readonly files: ArrayLike<File>
  readonly types: readonly string[]
  getData(type: string): string
}

/**
 * Looks at what was dropped or pasted. A file is taken as it is, for its bytes are here; an address on another host is refused,
 * whether it comes alone, in a list, as a link's text or in a picture's markup, and is never asked for.
 */
export function readDropped(transfer: DataTransferLike, origin: string): Dropped {
  const file = transfer.files[0]
  if (file) return { kind: 'file', file }
  const addresses = addressesIn(transfer)
  if (addresses.some((address) => isElsewhere(address, origin))) return { kind: 'remote' }
  return { kind: addresses.length > 0 || transfer.types.includes('Files') ? 'other' : 'nothing' }
}

function addressesIn(transfer: DataTransferLike): readonly string[] {
  const listed = transfer
    .getData('text/uri-list')
    .split(/\r?\n/)
    .filter((line) => line !== '' && !line.startsWith('#'))
  const plain = transfer.getData('text/plain').trim()
  return [...listed, ...picturesIn(transfer.getData('text/html')), ...(/^https?:\/\/\S+$/i.test(plain) ? [plain] : [])]
}

/** The sources of the pictures in a markup. Looked for by words, not by parsing: a parsed picture would be fetched. */
function picturesIn(markup: string): readonly string[] {
  return Array.from(
    markup.matchAll(/<img\b[^>]*?\bsrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/gi),
    ([, a, b, c]) => a ?? b ?? c ?? '',
  )
}

function isElsewhere(address: string, origin: string): boolean {
  if (!URL.canParse(address, origin)) return false
  const url = new URL(address, origin)
  return /^(https?|ftp):$/.test(url.protocol) && url.origin !== origin
}
