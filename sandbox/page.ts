import { readFile } from 'node:fs/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { type Html, html } from './html.ts'
import { type Language, WORDS } from './words.ts'

/** A page: its body, and its settings of the layout. */
export interface Page {
  readonly language: Language
  readonly title: string
  readonly body: Html
  /** Shows the navigation, on pages that people open by themselves; the payment page, which they are redirected to, has none. */
  readonly nav?: {
    readonly here: 'index' | 'inbox' | 'shop' | 'bank' | 'desk'
    readonly walletUrl: string
    readonly otherLanguage: string
  }
  /** Origins that a form may redirect to besides our own: browsers apply form-action to redirects too. */
  readonly formOrigins?: readonly string[]
  /** A script of ours in the page's head, and the refresh interval without scripts. */
  readonly script?: { readonly source: string; readonly refreshSeconds: number }
}

const ASSETS = [
  ['sandbox.css', 'text/css; charset=utf-8'],
  ['live.js', 'text/javascript; charset=utf-8'],
  ['icon.svg', 'image/svg+xml'],
] as const

/** Serves the stylesheet, the script of pages that refresh themselves and the icon. */
export async function assetRoutes(scope: FastifyInstance): Promise<void> {
  for (const [name, type] of ASSETS) {
    const content = await readFile(new URL(`./${name}`, import.meta.url))
    scope.get(`/${name}`, async (_request, reply) => reply.type(type).header('cache-control', 'no-cache').send(content))
  }
}

/** Sends a page with a policy that allows no scripts but its own, no foreign content and no framing. */
export function sendPage(reply: FastifyReply, page: Page, status = 200): FastifyReply {
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self'",
    ...(page.script ? ["script-src 'self'", "connect-src 'self'"] : []),
    ["form-action 'self'", ...(page.formOrigins ?? [])].join(' '),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', policy.join('; '))
    .header('referrer-policy', 'no-referrer')
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'no-store')
    .send(frame(page))
}

function frame({ language, title, body, nav, script }: Page): string {
  const words = WORDS[language]
  const scripted = script
    ? html`<script src="/sandbox/${script.source}" defer></script>
<noscript><meta http-equiv="refresh" content="${script.refreshSeconds}"></noscript>`
    : undefined
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${title} · ${words.sandbox}</title>
<link rel="icon" href="/sandbox/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/sandbox/sandbox.css">
${scripted}
</head>
<body>
<header>
<p class="banner">${words.sandbox}</p>
${nav ? navigation(language, nav) : undefined}
</header>
<main>
${body}
</main>
</body>
</html>
`.markup
}

function navigation(language: Language, { here, walletUrl, otherLanguage }: NonNullable<Page['nav']>): Html {
  const words = WORDS[language]
  const link = (name: NonNullable<Page['nav']>['here'], address: string, text: string) =>
    name === here
      ? html`<a href="${address}?lang=${language}" aria-current="page">${text}</a>`
      : html`<a href="${address}?lang=${language}">${text}</a>`
  const other = language === 'ru' ? 'en' : 'ru'
  return html`<div class="top"><nav>
${link('index', '/sandbox', words.index)}
${link('inbox', '/sandbox/sms', words.inboxNav)}
${link('shop', '/sandbox/shop', words.shop)}
${link('bank', '/sandbox/bank', words.bank)}
${link('desk', '/sandbox/desk', words.desk)}
<a href="${walletUrl}">${words.wallet}</a>
</nav>
<a href="${otherLanguage}" hreflang="${other}" lang="${other}" title="${words.otherLanguage}">${words.otherLanguageShort}</a>
</div>`
}
