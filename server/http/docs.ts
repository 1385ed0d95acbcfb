import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { CALLS } from '#contract/calls'
import { DOCS } from './headers.ts'
import { type DocumentedWallet, openApiDocument } from './openapi.ts'

export interface DocsOptions extends DocumentedWallet {
  /** The brand's sign, as SVG; empty for none. */
  readonly mark: string
  /** Whether there is a page, which needs a looser policy than any other answer, and not only the document. */
  readonly hasPage: boolean
}

// Icons of the page are data addresses, and it sets style attributes.
const POLICY = [
  "default-src 'self'",
  "img-src 'self' data:",
  "style-src 'self' 'unsafe-inline'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Serves the OpenAPI document, and (`hasPage`) a page of the brand to read and try it. */
export async function serveDocs(app: FastifyInstance, { mark, hasPage, ...wallet }: DocsOptions): Promise<void> {
  const document = openApiDocument(CALLS, wallet)
  app.get('/v2/wallet/openapi.json', async () => document)
  if (!hasPage) return
  await app.register(async (scope) => {
    // A page that people reach without TLS is not to be asked for with it.
    const isSecure = wallet.publicUrl.startsWith('https:')
    if (!isSecure) scope.addHook('onSend', async (_request, reply) => void reply.removeHeader('strict-transport-security'))
    await scope.register(swagger, { mode: 'static', specification: { document: document as never } })
    await scope.register(swaggerUi, {
      routePrefix: DOCS,
      staticCSP: POLICY,
      // Without the bar at the top, which has the sign of the program that draws the page.
      uiConfig: { layout: 'BaseLayout' },
      theme: themeOf(wallet.title, mark),
    })
  })
}

function themeOf(title: string, mark: string) {
  const address = `data:image/svg+xml,${encodeURIComponent(mark)}`
  return {
    title: `${title} API`,
    css: [
      {
        filename: 'brand.css',
        content: `.swagger-ui .info .title::before { content: url("${address}"); display: inline-block; width: 32px; margin-right: 12px; vertical-align: middle }\n`,
      },
    ],
    favicon: [{ filename: 'mark.svg', rel: 'icon', type: 'image/svg+xml', sizes: 'any', content: mark }],
  }
}
