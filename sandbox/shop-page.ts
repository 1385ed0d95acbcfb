import type { FastifyInstance } from 'fastify'
import { encode } from 'uqr'
import { type Html, html } from './html.ts'
import { COURSES, type Course, findOrder, isPaid, type Order, openOrder } from './merchants.ts'
import type { SandboxOptions } from './options.ts'
import { sendPage } from './page.ts'
import { sendNotFound } from './payment-page.ts'
import { CURRENCY_OF, FORMATS, type Format } from './shop-codes.ts'
import { findField, GRAMMAR, readField } from './vendor-api.ts'
import { chooseLanguage, type Language, WORDS } from './words.ts'

interface LanguageQuery {
  Querystring: { lang?: unknown }
}

const REFRESH_SECONDS = 3
const QUIET_ZONE = 4
/** Who sells for codes of a format, and for how much by itself. */
const GOODS: Readonly<Record<Format, { readonly seller: string; readonly amount: string }>> = {
  sbp: { seller: 'ООО «Кофейня Зерно»', amount: '350.00' },
  qris: { seller: 'Warung Kopi', amount: '25000' },
  pix: { seller: 'Padaria do Sol', amount: '4.00' },
  gost: { seller: 'ООО «Три кита»', amount: '1200.50' },
  epc: { seller: 'Blumenhaus Berlin', amount: '19.90' },
}
const FORMAT = new RegExp(`^(${FORMATS.join('|')})$`)
const COURSE = new RegExp(`^(${COURSES.join('|')})$`)
const NAME = /^[^|\n\0]{1,25}$/

/** The shop: orders with a code each, as a picture and as its text, which say by themselves when they are paid. */
export function shopPageRoutes(scope: FastifyInstance, options: SandboxOptions): void {
  scope.get<LanguageQuery>('/shop', async (request, reply) => {
    const language = chooseLanguage(request.query.lang, request.headers['accept-language'])
    const words = WORDS[language]
    const body = html`<h1>${words.shop}</h1>
<p class="lead">${words.shopLead}</p>
<div class="topics">${FORMATS.map((format) => goods(language, format))}</div>`
    return sendPage(reply, { language, title: words.shop, body, nav: navOf(options, language, '/sandbox/shop') })
  })

  scope.post<LanguageQuery>('/shop', async (request, reply) => {
    const isPerson = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false
    const order = await openOrder(options, readOrder(request.body))
    if (!isPerson) return reply.code(201).send(order)
    const language = chooseLanguage(request.query.lang, request.headers['accept-language'])
    return reply.redirect(`/sandbox/shop/${order.id}?lang=${language}`, 303)
  })

  scope.get<LanguageQuery & { Params: { order: string } }>('/shop/:order', async (request, reply) => {
    const language = chooseLanguage(request.query.lang, request.headers['accept-language'])
    const order = await findOrder(options.pool, request.params.order)
    if (!order) return sendNotFound(reply, language)
    const words = WORDS[language]
    const body = html`<div id="live" aria-live="polite">${checkout(language, order, await isPaid(options.pool, order.id, options.clock()))}</div>
<p><a href="/sandbox/shop?lang=${language}">${words.shopBack}</a></p>`
    const nav = navOf(options, language, `/sandbox/shop/${order.id}`)
    return sendPage(reply, {
      language,
      title: order.seller,
      body,
      nav,
      script: { source: 'live.js', refreshSeconds: REFRESH_SECONDS },
    })
  })
}

function navOf({ walletUrl }: SandboxOptions, language: Language, path: string) {
  return { here: 'shop', walletUrl, otherLanguage: `${path}?lang=${language === 'ru' ? 'en' : 'ru'}` } as const
}

/** `claimed_name` is what the code says; the seller is who they are whatever it says. An empty amount is the payer's to say. */
function readOrder(body: unknown) {
  const format = FORMATS.find((known) => known === readField(body, 'format', FORMAT)) ?? 'sbp'
  const written = findField(body, 'amount') ?? ''
  const amount = written === '' ? undefined : readField(body, 'amount', GRAMMAR.amount)
  const given = findField(body, 'course') === undefined ? 'paid' : readField(body, 'course', COURSE)
  const course: Course = COURSES.find((known) => known === given) ?? 'paid'
  const fee = findField(body, 'fee') === undefined ? '0' : readField(body, 'fee', GRAMMAR.amount)
  const { seller } = GOODS[format]
  const name = findField(body, 'claimed_name') === undefined ? seller : readField(body, 'claimed_name', NAME)
  return { format, seller, fee, course, amount, claims: { name, amount } }
}

function goods(language: Language, format: Format): Html {
  const words = WORDS[language]
  const { seller, amount } = GOODS[format]
  const courses = COURSES.map((course) => html`<option value="${course}">${words[`course_${course}`]}</option>`)
  return html`<section class="card"><h2>${words[`format_${format}`]}</h2>
<p>${seller}</p>
<form class="filter" method="post" action="/sandbox/shop?lang=${language}">
<input type="hidden" name="format" value="${format}">
<label for="amount-${format}">${words.shopAmount}, ${CURRENCY_OF[format]}</label>
<input id="amount-${format}" name="amount" type="text" inputmode="decimal" autocomplete="off" value="${amount}">
<label for="course-${format}">${words.shopCourse}</label>
<select id="course-${format}" name="course">${courses}</select>
<button type="submit">${words.shopShow}</button>
</form></section>`
}

function checkout(language: Language, { format, code, seller, currency, amount }: Order, paid: boolean): Html {
  const words = WORDS[language]
  const sum = amount === null ? words.shopFree : `${amount} ${currency}`
  if (paid) return html`<div class="card result"><h1 class="good">${words.shopPaid}</h1><p>${seller} · ${sum}</p></div>`
  return html`<section class="card shop-order"><h1>${seller}</h1>
<p>${words[`format_${format}`]} · ${sum}</p>
${picture(code, words.shopPicture)}
<p class="quiet">${words.shopText}</p>
<pre tabindex="0"><code>${code}</code></pre>
<p>${words.shopWaits}</p></section>`
}

/** A code as a picture, black on white whatever the theme. */
function picture(code: string, label: string): Html {
  const { size, data } = encode(code, { ecc: 'M', border: QUIET_ZONE })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return html`<svg class="shop-code" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges" role="img" aria-label="${label}"><path d="${dark}"/></svg>`
}
