import { type Block, readMarkdown } from '#brands/markdown'
import type { Language } from '#texts/languages'
import { brandId } from './brand-parts.ts'

// Each a file of its own, asked for by whoever reads the document. A third brand is one more folder and no edit here.
const DOCUMENTS = import.meta.glob<string>('../../../brands/*/documents/*.md', { query: '?raw', import: 'default' })

/** What a document says, and whether it is a sample that whoever runs the wallet has yet to replace. */
export interface DocumentText {
  readonly isSample: boolean
  readonly blocks: readonly Block[]
}

/** What a document of the brand says in a language; null when the brand's folder does not say it. */
export async function loadDocumentText(id: string, language: Language): Promise<DocumentText | null> {
  const text = await DOCUMENTS[`../../../brands/${brandId()}/documents/${id}.${language}.md`]?.()
  if (text === undefined) return null
  const { facts, blocks } = readMarkdown(text)
  return { isSample: facts.sample === 'true', blocks }
}
