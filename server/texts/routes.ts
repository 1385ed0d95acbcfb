import type { BrandPack } from '#brands/brands'
import { textData } from '#contract/texts'
import { type Http, route } from '#server/http/route'
import { catalogueWith } from '#texts/texts'

/** The brand's texts by key, in the reader's language. */
export function textsRoutes(http: Http, { texts }: Pick<BrandPack, 'texts'>): void {
  route(http, textData, async ({ language }) => ({
    status: 'ok' as const,
    results: Object.entries(catalogueWith(language, texts)).map(([iname, text]) => ({ iname, text })),
  }))
}
