import type { Language } from '#texts/languages'
import { brandId } from './brand-parts.ts'

// Each a file of its own, asked for by whoever reads the document. A third brand is one more folder and no edit here.
const DOCUMENTS = import.meta.glob<string>('../../../brands/*/documents/*.txt', { query: '?raw', import: 'default' })

/** What a document of the brand says in a language, plain text with line breaks; null when the brand's folder does not say it. */
export async function loadDocumentText(id: string, language: Language): Promise<string | null> {
  return (await DOCUMENTS[`../../../brands/${brandId()}/documents/${id}.${language}.txt`]?.()) ?? null
}
