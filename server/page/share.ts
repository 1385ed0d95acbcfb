import type { Brand } from '#brands/brand'
import type { Language } from '#texts/languages'
import type { Texts } from '#texts/texts'

/** What a preview of a link that somebody is paid by is made of. */
interface Shared {
  readonly brand: Pick<Brand, 'id' | 'name'>
  readonly publicUrl: string
  readonly texts: Texts
  /** The brand has a picture for it (brands/<brand>/assets/share.png, 1200 by 630). */
  readonly hasPicture: boolean
}

/** The tags (Open Graph) by which a messenger shows such a link: the brand and general words, the same for every code. */
export function shareTags({ brand, publicUrl, texts, hasPicture }: Shared, language: Language): string {
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
