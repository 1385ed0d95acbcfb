import type { FastifyInstance } from 'fastify'
import type { Brand } from '#brands/brand'
import type { FeatureFlag } from '#contract/config'
import { languageOf } from '#server/http/language'
import type { TextKey, Texts } from '#texts/texts'

/** The path of the web app manifest. */
const MANIFEST = '/manifest.webmanifest'

interface ManifestOptions {
  readonly brand: Brand
  readonly texts: Texts
  readonly isOn: (feature: FeatureFlag) => boolean
}

/** The shortcuts of the app's icon. Scanning needs no feature, as codes are read even when sellers cannot be paid by them. */
const SHORTCUTS: readonly { readonly feature?: FeatureFlag; readonly name: TextKey; readonly url: string }[] = [
  { feature: 'p2p', name: 'app.shortcut_send', url: '/wallet/send' },
  { name: 'app.shortcut_scan', url: '/payment?tab=scan' },
  { feature: 'topup', name: 'app.shortcut_topup', url: '/wallet/topup' },
]

/** Serves the manifest by which the page is installed as an app: the brand's name, colour and icons, in the reader's language. */
export function serveManifest(app: FastifyInstance, { brand, texts, isOn }: ManifestOptions): void {
  const icon = (name: string, purpose: 'any' | 'maskable', size: number) => ({
    src: `/assets/icon-${brand.id}-${name}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  })
  const common = {
    // The id keeps the app the same even if its start page moves.
    id: '/',
    start_url: '/',
    scope: '/',
    name: brand.name,
    short_name: brand.name,
    display: 'standalone',
    background_color: brand.appColor,
    theme_color: brand.appColor,
    categories: ['finance'],
    icons: [icon('192', 'any', 192), icon('512', 'any', 512), icon('maskable', 'maskable', 512)],
  }
  app.get(MANIFEST, async (request, reply) => {
    const lang = languageOf(request.headers['accept-language'])
    const shortcuts = SHORTCUTS.filter(({ feature }) => feature === undefined || isOn(feature)).map(({ name, url }) => ({
      name: texts.translate(lang, name),
      url,
    }))
    return reply
      .header('cache-control', 'no-cache')
      .header('vary', 'accept-language')
      .type('application/manifest+json; charset=utf-8')
      .send(JSON.stringify({ ...common, lang, dir: 'ltr', shortcuts }))
  })
}
