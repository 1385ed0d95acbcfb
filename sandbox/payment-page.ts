import type { FastifyInstance, FastifyReply } from 'fastify'
import { CURRENCIES, isCurrency } from '#money/currency'
import { type Html, html } from './html.ts'
import type { SandboxOptions } from './options.ts'
import { sendPage } from './page.ts'
import { decide, findPayment, isExpired, type Outcome, type Payment, statusOf } from './payments.ts'
import { Fault, readField } from './vendor-api.ts'
import { chooseLanguage, type Language, WORDS } from './words.ts'

interface OrderParams {
  Params: { order: string }
}

/**
 * The page of a payment: pay, decline, or leave it open. The choice is posted to the same URL, as a form by browsers (303 back
 * to the wallet) and as JSON by scripts (200 with the status). 409 when the payment has ended otherwise.
 */
export function paymentPageRoutes(scope: FastifyInstance, options: SandboxOptions): void {
  scope.get<OrderParams>('/payments/:order', async (request, reply) => {
    const payment = await findPayment(options.pool, request.params.order)
    if (payment) return sendPayment(reply, options, payment)
    const language = chooseLanguage(undefined, request.headers['accept-language'])
    return sendNotFound(reply, language)
  })

  scope.post<OrderParams>('/payments/:order', async (request, reply) => {
    const payment = await findPayment(options.pool, request.params.order)
    if (!payment) throw new Fault(404, 'not_found', 'There is no such payment.')
    const outcome: Outcome = readField(request.body, 'outcome', /^(pay|decline)$/) === 'pay' ? 'complete' : 'failed'
    const isPerson = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false
    const isDecided = await decide(options, payment, outcome)
    if (isDecided) return isPerson ? reply.redirect(payment.returnUrl, 303) : { status: outcome }
    if (!isPerson) throw new Fault(409, 'already_decided', 'This payment has ended otherwise already.')
    const present = (await findPayment(options.pool, payment.reference)) ?? payment
    return sendPayment(reply, options, present, 409)
  })
}

/** Sends a 404 page. */
export function sendNotFound(reply: FastifyReply, language: Language): FastifyReply {
  const words = WORDS[language]
  const body = html`<div class="card result"><h1>${words.notFoundTitle}</h1><p>${words.notFoundText}</p>
<a class="button" href="/sandbox?lang=${language}">${words.index}</a></div>`
  return sendPage(reply, { language, title: words.notFoundTitle, body }, 404)
}

function sendPayment(reply: FastifyReply, options: SandboxOptions, payment: Payment, status = 200): FastifyReply {
  const language: Language = payment.language.startsWith('ru') ? 'ru' : 'en'
  const words = WORDS[language]
  const now = options.clock()
  const state = statusOf(payment, now)
  const ending = state === 'complete' ? 'complete' : isExpired(payment, now) ? 'expired' : 'declined'
  const { returnUrl } = payment
  const amount = showAmount(payment, language)
  const merchant = options.merchant ?? 'E-Wallet'
  const body = html`<div class="checkout">
${order(language, payment, { amount, merchant, isOpen: state === 'pending' })}
${state === 'pending' ? choices(language, payment, amount) : result(language, ending, { returnUrl, isConflict: status === 409 })}
</div>`
  return sendPage(
    reply,
    { language, title: `${words.payTitle} ${amount}`, body, formOrigins: [new URL(returnUrl).origin] },
    status,
  )
}

interface Shown {
  readonly amount: string
  readonly merchant: string
  readonly isOpen: boolean
}

function order(language: Language, payment: Payment, { amount, merchant, isOpen }: Shown): Html {
  const words = WORDS[language]
  return html`<section class="order">
<h1 class="${amount.length > 16 ? 'order-amount long' : 'order-amount'}"><span class="order-label">${isOpen ? words.payAmount : words.paidAmount}</span> ${amount}</h1>
<dl>
<div><dt>${words.payTo}</dt><dd>${merchant}<br><span class="quiet">${new URL(payment.returnUrl).host}</span></dd></div>
<div><dt>${words.payOrder}</dt><dd class="reference">${payment.reference}</dd></div>
</dl>
<div class="plastic" aria-hidden="true">
<span class="plastic-chip"></span>
<span class="plastic-number">•••• •••• •••• 0000</span>
<span class="plastic-foot"><span>${words.cardHolder}</span><span>00/00</span></span>
</div>
</section>`
}

function choices(language: Language, { reference, returnUrl }: Payment, amount: string): Html {
  const words = WORDS[language]
  return html`<form class="card choices" method="post" action="/sandbox/payments/${reference}">
<p>${words.payLead}</p>
<button class="primary" type="submit" name="outcome" value="pay">${words.payButton} ${amount}</button>
<button type="submit" name="outcome" value="decline">${words.declineButton}</button>
<a class="leave" href="${returnUrl}">${words.leaveLink}</a>
<p class="quiet">${words.payLife}</p>
</form>`
}

type Ending = 'complete' | 'declined' | 'expired'

function result(language: Language, ending: Ending, { returnUrl, isConflict }: { returnUrl: string; isConflict: boolean }): Html {
  const words = WORDS[language]
  return html`<section class="card choices">
<h2 class="${ending === 'complete' ? 'good' : 'bad'}">${words[`${ending}Title`]}</h2>
${isConflict ? html`<p>${words.conflictText}</p>` : undefined}
<p>${words[`${ending}Text`]}</p>
<a class="button primary" href="${returnUrl}">${words.backLink}</a>
</section>`
}

// The vendor's own formatting of amounts: it shares only the currency codes with the wallet.
function showAmount({ amount, currency }: Payment, language: Language): string {
  const [whole = '0', fraction] = amount.split('.')
  const number = whole.replace(/\B(?=([0-9]{3})+$)/g, language === 'ru' ? '\u00a0' : ',')
  const decimals = fraction ? `${language === 'ru' ? ',' : '.'}${fraction.padEnd(2, '0')}` : ''
  const symbol = isCurrency(currency) ? CURRENCIES[currency].symbol : '¤'
  if (symbol === '¤') return `${number}${decimals} ${currency}`
  return language === 'ru' ? `${number}${decimals}\u00a0${symbol}` : `${symbol}${number}${decimals}`
}
