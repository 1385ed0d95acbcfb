import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Brand } from '#brands/brand'
import { languageOf } from '#server/http/language'
import type { Language } from '#texts/languages'
import type { Texts } from '#texts/texts'

/** Paths below these are not pages. */
const NO_PAGE = /^\/(v2|webhooks|sandbox|assets|livez|readyz|healthz?|metrics)(\/|$)/

export interface PageOptions {
  /** The built web app. */
  readonly folder: string
  readonly brand: Brand
  readonly isSandbox: boolean
  /** The payout provider has a card field of its own, which the page shows in a frame. */
  readonly hasCardField: boolean
  /** The API's URL for the page, without a trailing slash; empty for the server that serves the page. */
  readonly apiBaseUrl: string
  /** The page's public URL, without a trailing slash. */
  readonly publicUrl: string
  readonly texts: Texts
}

/**
 * Serves the built web app: hashed assets as immutable, the page itself uncached, and the page for every URL that a browser requests and that has
 * no route. The page of a payment code names neither person nor amount, so that a preview of the link shows the brand alone. Unknown paths under
 * /v2 and /webhooks stay refusals.
 */
export async function servePage(app: FastifyInstance, options: PageOptions): Promise<void> {
  const { folder, brand, isSandbox, hasCardField, apiBaseUrl, publicUrl, texts } = options
  const file = join(folder, 'index.html')
  if (!existsSync(file)) throw new Error(`The web app is not built: ${file} is missing (npm run build)`)
  const markFile = join(folder, 'assets', `favicon-${brand.id}.svg`)
  const mark = existsSync(markFile) ? await readFile(markFile, 'utf8') : ''
  const html = (await readFile(file, 'utf8'))
    .replaceAll('%ICON%', encodeURIComponent(mark))
    .replaceAll('%MARK%', mark)
    .replaceAll('%BRAND%', brand.id)
    .replaceAll('%BRAND_NAME%', brand.name)
    .replaceAll('%SANDBOX%', isSandbox ? 'true' : 'false')
    .replaceAll('%CARD_FIELD%', hasCardField ? 'true' : 'false')
    .replaceAll('%API%', apiBaseUrl)
  const worker = await readFile(join(folder, 'service-worker.js'), 'utf8')
  app.get('/service-worker.js', async (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/javascript; charset=utf-8').send(worker),
  )
  await app.register(fastifyStatic, {
    root: join(folder, 'assets'),
    prefix: '/assets/',
    index: false,
    preCompressed: true,
    maxAge: '365d',
    immutable: true,
    decorateReply: false,
  })
  const hasPicture = existsSync(join(folder, 'assets', `share-${brand.id}.png`))
  const shared = { brand, publicUrl, texts, hasPicture }
  app.get('/pay/:code', async (request, reply) => {
    const tags = shareTags(shared, languageOf(request.headers['accept-language']))
    // The result of a function is inserted as it is, without replacement patterns such as $&.
    const page = html.replace('</head>', () => `${tags}</head>`)
    return reply
      .headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' })
      .type('text/html; charset=utf-8')
      .send(page)
  })
  app.get('/*', async (request, reply) => {
    if (NO_PAGE.test(request.url)) return reply.callNotFound()
    return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(html)
  })
}

/**
 * The redirect for a path that cannot be decoded (`/wallet/%`): the same path with its percent signs encoded, so that the page
 * itself shows that nothing is there. Undefined for an API call, and for a client that does not accept HTML.
 */
export function readablePage({ method, raw, headers }: FastifyRequest): string | undefined {
  // The path gets one leading slash: two would lead to another host.
  const path = `/${(raw.url ?? '').split('?', 1)[0]?.replace(/^[/\\]+/, '')}`
  const isForPage = method === 'GET' && headers.accept?.includes('text/html') === true && !NO_PAGE.test(path)
  return isForPage ? encodeURI(path) : undefined
}

/** The parts of a preview of a payment link. */
interface Shared {
  readonly brand: Pick<Brand, 'id' | 'name'>
  readonly publicUrl: string
  readonly texts: Texts
  /** Whether the brand has a picture for previews (brands/<brand>/assets/share.png, 1200 by 630). */
  readonly hasPicture: boolean
}

/** The Open Graph tags by which a messenger shows a payment link: the brand and general words, the same for every code. */
function shareTags({ brand, publicUrl, texts, hasPicture }: Shared, language: Language): string {
  const said = { brand: brand.name }
  const tags = {
    'og:type': 'website',
    'og:site_name': brand.name,
    'og:title': texts.translate(language, 'share.title', said),
    'og:description': texts.translate(language, 'share.text', said),
    ...(hasPicture && {
      'og:image': `${publicUrl}/assets/share-${brand.id}.png`,
      'og:image:type': 'image/png',
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': brand.name,
    }),
  }
  const open = Object.entries(tags).map(([property, content]) => `<meta property="${property}" content="${escaped(content)}">`)
  const others = ['<meta name="robots" content="noindex, nofollow">', '<meta name="twitter:card" content="summary_large_image">']
  return [...open, ...others].join('')
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (letter) => ESCAPES[letter] ?? '')
}
