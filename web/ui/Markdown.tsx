import { Children, type ReactNode } from 'react'
import type { Block, Span } from '#brands/markdown'
import css from './Markdown.module.css'
import { TextLink } from './TextLink.tsx'

/** A document that was read from Markdown; its headings stand below the title of the screen. */
export function Markdown({ blocks }: { readonly blocks: readonly Block[] }) {
  return (
    <div className={css.text}>
      {blocks.map((block) => (
        <MarkdownBlock key={block.line} block={block} />
      ))}
    </div>
  )
}

function MarkdownBlock({ block }: { readonly block: Block }) {
  if (block.kind === 'heading') return <h2>{withKeys(block.spans)}</h2>
  if (block.kind === 'paragraph') return <p>{withKeys(block.spans)}</p>
  const items = block.items.map(({ line, spans }) => <li key={line}>{withKeys(spans)}</li>)
  return block.isNumbered ? <ol>{items}</ol> : <ul>{items}</ul>
}

function withKeys(spans: readonly Span[]) {
  return spans.map((span) => <MarkdownSpan key={span.at} span={span} />)
}

function MarkdownSpan({ span: { text, isBold, href } }: { readonly span: Span }) {
  if (href?.startsWith('/')) return <TextLink to={href}>{text}</TextLink>
  if (href?.startsWith('tel:')) return whole(<TextLink href={href}>{text}</TextLink>)
  if (href !== undefined) return <TextLink href={href}>{text}</TextLink>
  // Of the parts of a split by a group, every second one matched it.
  const words = Children.toArray(text.split(UNBROKEN_WORD).map((part, place) => (place % 2 === 1 ? whole(part) : part)))
  return isBold ? <strong>{words}</strong> : <span>{words}</span>
}

/** A word that begins with an abbreviation in Latin letters, such as «PIN-код». */
const UNBROKEN_WORD = /([A-Z]{2,}-\p{L}+)/u

/** Draws a word or a phone number that does not break within. */
function whole(words: ReactNode) {
  return <span className={css.whole}>{words}</span>
}
