import { readFile } from 'node:fs/promises'
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { type CardFieldSession, findCardField } from './card-field-sessions.ts'
import { html } from './html.ts'
import type { SandboxOptions } from './options.ts'
import { hasRightCheckDigit, keepNumber } from './vault.ts'
import { Fault, readField } from './vendor-api.ts'
import { chooseLanguage, type Language, WORDS } from './words.ts'

// How long the token of a card that was typed may be taken for a payout.
const TOKEN_USABLE_MS = 900_000
// The typeface of the wallet's page: its label and field stand among those of the page.
const FONTS = '../web/ui/page/fonts/'
const ASSETS = [
  ['./', 'card-field.css', 'text/css; charset=utf-8'],
  ['./', 'card-field.js', 'text/javascript; charset=utf-8'],
  [FONTS, 'manrope-cyrillic.woff2', 'font/woff2'],
  [FONTS, 'manrope-latin.woff2', 'font/woff2'],
] as const

interface SessionParams {
  Params: { id: string }
}

/**
 * The payout vendor's card field: a server of its own, as it has to be another origin than the wallet's. Its page is shown in a frame of the
 * wallet's page; the number that is typed there goes to this server alone, and the wallet's page is told a token and a mask.
 */
export async function createCardFieldServer(options: SandboxOptions): Promise<FastifyInstance> {
  // No log: nothing that comes here may be written anywhere.
  const app = Fastify({ logger: false, forceCloseConnections: true, bodyLimit: 1024, connectionTimeout: 15_000 })
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' })
  })
  app.setErrorHandler((error, _request, reply) => {
    const { status, code } = error instanceof Fault ? error : { status: 500, code: 'broken' }
    return reply.code(status).send({ error: code })
  })
  for (const [folder, name, type] of ASSETS) {
    const content = await readFile(new URL(`${folder}${name}`, import.meta.url))
    app.get(`/${name}`, async (_request, reply) => reply.type(type).header('cache-control', 'no-cache').send(content))
  }
  app.get<SessionParams & { Querystring: { lang?: unknown } }>('/card-fields/:id', async ({ params, query }, reply) => {
    const session = await findCardField(options.pool, params.id, options.clock())
    if (!session) return reply.code(404).send({ error: 'not_found' })
    return sendField(reply, session, chooseLanguage(query.lang, undefined))
  })
  app.post<SessionParams>('/card-fields/:id/cards', async ({ params, body }, reply) => {
    const now = options.clock()
    const session = await findCardField(options.pool, params.id, now)
    if (!session) throw new Fault(410, 'expired', 'The session has expired.')
    const number = readField(body, 'number', /^[0-9]{16}$/)
    if (!hasRightCheckDigit(number)) throw new Fault(422, 'wrong_number', 'The check digit does not fit.')
    const usableUntil = new Date(now.getTime() + TOKEN_USABLE_MS)
    const { token, masked } = await keepNumber(options, { kind: 'card', number, typed: { owner: session.owner, usableUntil } })
    return reply.code(201).send({ token, masked })
  })
  return app
}

function sendField(reply: FastifyReply, { id, pageOrigin, ancestorOrigins }: CardFieldSession, language: Language): FastifyReply {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    ['frame-ancestors', pageOrigin, ...ancestorOrigins].join(' '),
  ]
  const words = WORDS[language]
  const page = html`<!doctype html>
<html lang="${language}" data-page-origin="${pageOrigin}" data-session="${id}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${words.cardNumber}</title>
<link rel="stylesheet" href="/card-field.css">
<script src="/card-field.js" defer></script>
</head>
<body>
<form novalidate data-short="${words.cardShort}" data-wrong="${words.cardWrong}" data-kept="${words.cardKept}" data-unavailable="${words.cardUnavailable}" data-expired="${words.cardExpired}">
<label for="number">${words.cardNumber}</label>
<input id="number" inputmode="numeric" autocomplete="off" spellcheck="false" aria-describedby="message">
<p id="message" role="status"></p>
<button id="again" type="button" hidden>${words.cardAgain}</button>
</form>
</body>
</html>
`.markup
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', policy.join('; '))
    .header('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=()')
    .send(page)
}
