import type { FastifyInstance, FastifyReply } from 'fastify'
import { BOOKED_CURRENCIES, CURRENCIES, isCurrency } from '#money/currency'
import { type Html, html } from './html.ts'
import type { SandboxOptions } from './options.ts'
import { sendPage } from './page.ts'
import { findRequisites, payTo, type Requisites } from './requisites.ts'
import { Fault, findField, GRAMMAR, readCurrency, readField } from './vendor-api.ts'
import { chooseLanguage, type Language, WORDS } from './words.ts'

interface LanguageQuery {
  Querystring: { lang?: unknown }
}

const WRITTEN = /^[A-Za-z0-9 ]{1,80}$/

/**
 * The page on which somebody pays to the requisites of an account: as a form by people (the page says what came of it), as JSON by scripts
 * (201 with the id of the payment). 404 where nobody has these requisites.
 */
export function bankPageRoutes(scope: FastifyInstance, options: SandboxOptions): void {
  scope.get<LanguageQuery>('/bank', async (request, reply) => {
    const language = chooseLanguage(request.query.lang, request.headers['accept-language'])
    return sendBank(reply, options, { language })
  })

  scope.post<LanguageQuery>('/bank', async (request, reply) => {
    const isPerson = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false
    const language = chooseLanguage(request.query.lang, request.headers['accept-language'])
    const words = WORDS[language]
    const written = findField(request.body, 'to') ?? ''
    try {
      const { id, amount, currency } = await pay(options, request.body)
      if (!isPerson) return reply.code(201).send({ id })
      const news = html`<p class="good" role="status">${words.bankPaid}: ${amount} ${currency}</p>`
      return sendBank(reply, options, { language, written, news })
    } catch (fault) {
      if (!(isPerson && fault instanceof Fault)) throw fault
      const why = fault.status === 404 ? words.bankUnknown : words.bankWrong
      return sendBank(reply, options, { language, written, news: html`<p class="bad" role="alert">${why}</p>` }, fault.status)
    }
  })
}

async function pay(options: SandboxOptions, body: unknown): Promise<{ id: string; amount: string; currency: string }> {
  const requisites = await findRequisites(options.pool, readField(body, 'to', WRITTEN))
  if (!requisites) throw new Fault(404, 'not_found', 'Nobody has these requisites.')
  const currency = currencyOf(requisites, body)
  const amount = readField(body, 'amount', GRAMMAR.amount)
  const decimals = amount.split('.')[1]?.length ?? 0
  const scale = isCurrency(currency) ? CURRENCIES[currency].scale : 0
  if (Number(amount) === 0 || decimals > scale) throw new Fault(400, 'malformed', `"${amount}" is no amount in ${currency}.`)
  return { id: await payTo(options, requisites, { amount, currency }), amount, currency }
}

/** Nothing said is the currency of the account. */
function currencyOf(requisites: Requisites, body: unknown): string {
  return (findField(body, 'currency') ?? '') === '' ? requisites.currency : readCurrency(body)
}

interface Bank {
  readonly language: Language
  readonly written?: string
  readonly news?: Html
}

function sendBank(
  reply: FastifyReply,
  { walletUrl }: SandboxOptions,
  { language, written = '', news }: Bank,
  status = 200,
): FastifyReply {
  const words = WORDS[language]
  const currencies = BOOKED_CURRENCIES.map((code) => html`<option value="${code}">${code}</option>`)
  const body = html`<h1>${words.bank}</h1>
<p class="lead">${words.bankLead}</p>
<section class="card">${news}
<form class="filter" method="post" action="/sandbox/bank?lang=${language}">
<label for="to">${words.bankTo}</label>
<input id="to" name="to" type="text" autocomplete="off" spellcheck="false" required value="${written}">
<label for="amount">${words.bankAmount}</label>
<input id="amount" name="amount" type="text" inputmode="decimal" autocomplete="off" required value="100.00">
<label for="currency">${words.bankCurrency}</label>
<select id="currency" name="currency"><option value="">${words.bankOwnCurrency}</option>${currencies}</select>
<button class="primary" type="submit">${words.bankPay}</button>
</form></section>`
  const other = language === 'ru' ? 'en' : 'ru'
  const nav = { here: 'bank', walletUrl, otherLanguage: `/sandbox/bank?lang=${other}` } as const
  return sendPage(reply, { language, title: words.bank, body, nav }, status)
}
