/** A stretch of a line, and its place in it: plain, bold, or with where it leads. */
export interface Span {
  readonly at: number
  readonly text: string
  readonly isBold?: boolean
  readonly href?: string
}

/** A part of a document; `line` is where it begins. A list's items are lines of their own. */
export type Block =
  | { readonly kind: 'heading'; readonly line: number; readonly spans: readonly Span[] }
  | { readonly kind: 'paragraph'; readonly line: number; readonly spans: readonly Span[] }
  | {
      readonly kind: 'list'
      readonly line: number
      readonly isNumbered: boolean
      readonly items: readonly { readonly line: number; readonly spans: readonly Span[] }[]
    }

/** What stands at the head of a document, between two lines of `---`, and what comes after it. */
export interface MarkdownDocument {
  readonly facts: Readonly<Record<string, string>>
  readonly blocks: readonly Block[]
}

const HEAD = /^---\n([\s\S]*?\n)?---\n/
const FACT = /^([a-z]+): *(\S.*)$/
const HEADING = /^#{1,6} +(.+)$/
const ITEM = /^(?:([-*])|[0-9]+[.)]) +(.+)$/
// Bold, and links to the web, to mail, to a phone and to a page of the wallet; whatever else stands there is text.
const SPAN = /\*\*(.+?)\*\*|\[([^\]]+)\]\(((?:https:\/\/|mailto:|tel:|\/)[^)\s]+)\)/g

/** Reads a document in the part of Markdown that legal texts need: headings, paragraphs, lists, bold and links. HTML stays text. */
export function readMarkdown(text: string): MarkdownDocument {
  const plain = text.replaceAll('\r\n', '\n')
  const [head = '', inner = ''] = HEAD.exec(plain) ?? []
  const facts = inner.split('\n').flatMap((line) => {
    const [, name, value] = FACT.exec(line) ?? []
    return name !== undefined && value !== undefined ? [[name, value] as const] : []
  })
  return { facts: Object.fromEntries(facts), blocks: readBlocks(plain.slice(head.length)) }
}

function readBlocks(text: string): Block[] {
  const blocks: Block[] = []
  let open: { line: number; lines: string[] } | undefined
  const close = (): void => {
    if (open) blocks.push(...blockOf(open.line, open.lines))
    open = undefined
  }
  for (const [line, written] of text.split('\n').entries()) {
    if (written.trim() === '') close()
    else if (HEADING.test(written)) {
      close()
      blocks.push({ kind: 'heading', line, spans: spansOf(written.replace(HEADING, '$1')) })
    } else if (open) open.lines.push(written)
    else open = { line, lines: [written] }
  }
  close()
  return blocks
}

/** Lines without an empty one between them: a list where they begin as one, with what comes after an item in it, else a paragraph. */
function blockOf(line: number, lines: readonly string[]): Block[] {
  const [, bullet] = ITEM.exec(lines[0] ?? '') ?? []
  if (!ITEM.test(lines[0] ?? '')) return [{ kind: 'paragraph', line, spans: spansOf(lines.map((each) => each.trim()).join(' ')) }]
  const items: { line: number; text: string }[] = []
  for (const [place, written] of lines.entries()) {
    const [, , text] = ITEM.exec(written) ?? []
    const last = items.at(-1)
    if (text !== undefined || !last) items.push({ line: line + place, text: text ?? written })
    else last.text = `${last.text} ${written.trim()}`
  }
  const spanned = items.map(({ line: at, text }) => ({ line: at, spans: spansOf(text) }))
  return [{ kind: 'list', line, isNumbered: bullet === undefined, items: spanned }]
}

function spansOf(text: string): Span[] {
  const spans: Span[] = []
  let from = 0
  for (const { 0: whole, 1: bold, 2: label, 3: href, index } of text.matchAll(SPAN)) {
    if (index > from) spans.push({ at: from, text: text.slice(from, index) })
    if (bold !== undefined) spans.push({ at: index, text: bold, isBold: true })
    else if (label !== undefined && href !== undefined) spans.push({ at: index, text: label, href })
    from = index + whole.length
  }
  if (from < text.length) spans.push({ at: from, text: text.slice(from) })
  return spans
}
