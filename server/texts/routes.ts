import { textData } from '#contract/texts'
import { type Http, route } from '#server/http/route'

/** The texts by key, in the reader's language: the operator's over the brand's over the built-in ones. */
export function textsRoutes(http: Http): void {
  route(http, textData, async ({ language }) => ({
    status: 'ok' as const,
    results: Object.entries(http.texts.all(language)).map(([iname, text]) => ({ iname, text })),
  }))
}
