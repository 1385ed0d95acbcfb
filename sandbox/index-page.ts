import type { FastifyInstance } from 'fastify'
import { type Html, html } from './html.ts'
import type { SandboxOptions } from './options.ts'
import { sendPage } from './page.ts'
import { chooseLanguage, type Language, WORDS } from './words.ts'

/** The page that documents the sandbox for people and for script authors. */
export function indexPageRoutes(scope: FastifyInstance, options: SandboxOptions): void {
  scope.get<{ Querystring: { lang?: unknown } }>('/', async (request, reply) => {
    const language = chooseLanguage(request.query.lang, request.headers['accept-language'])
    const words = WORDS[language]
    const body = html`<h1>${words.index}</h1>
<p class="lead">${words.indexLead}</p>
<div class="topics">
${messages(language, options.publicUrl)}
${payments(language, options.publicUrl)}
${bank(language, options.publicUrl)}
${payouts(language)}
${shop(language)}
${desk(language, options.publicUrl)}
${identity(language, options.publicUrl)}
${rates(language)}
${vendorCalls(language)}
</div>`
    return sendPage(reply, {
      language,
      title: words.index,
      body,
      nav: { here: 'index', walletUrl: options.walletUrl, otherLanguage: `/sandbox?lang=${language === 'ru' ? 'en' : 'ru'}` },
    })
  })
}

function messages(language: Language, publicUrl: string): Html {
  const words = WORDS[language]
  return html`<section class="card"><h2>${words.smsTitle}</h2>
<p>${words.smsText}</p>
<p><a class="button" href="/sandbox/sms?lang=${language}">${words.openInbox}</a></p>
<p class="quiet">${words.smsScript}</p>
${command(`curl -s \\\n  '${publicUrl}/sandbox/sms.json?to=79161234567'`)}
<p class="quiet">${words.emailScript}</p>
${command(`curl -s \\\n  '${publicUrl}/sandbox/email.json?to=anna@mail.example'`)}
</section>`
}

function payments(language: Language, publicUrl: string): Html {
  const words = WORDS[language]
  return html`<section class="card"><h2>${words.paymentsTitle}</h2>
<p>${words.paymentsText}</p>
<p class="quiet">${words.paymentsScript}</p>
${command(`curl -s '${publicUrl}/sandbox/payments/ORDER' \\\n  -H 'content-type: application/json' \\\n  -d '{"outcome":"pay"}'`)}
</section>`
}

function bank(language: Language, publicUrl: string): Html {
  const words = WORDS[language]
  return html`<section class="card"><h2>${words.bankTitle}</h2>
<p>${words.bankLead}</p>
<p><a class="button" href="/sandbox/bank?lang=${language}">${words.bankOpen}</a></p>
<p class="quiet">${words.bankScript}</p>
${command(`curl -s '${publicUrl}/sandbox/bank' \\\n  -H 'content-type: application/json' \\\n  -d '{"to":"NUMBER","amount":"100.00"}'`)}
</section>`
}

function payouts(language: Language): Html {
  const words = WORDS[language]
  const rows: readonly (readonly [string, string, string, string])[] = [
    ['0002', words.declined, '2200 1234 5601 0002', '0x2f0000000000000000000000000000000b0b0002'],
    ['0135', words.refused, '2200 1234 5601 0135', '0x2f0000000000000000000000000000000b0b0135'],
    ['0143', words.numberRefused, '2200 1234 5601 0143', '0x2f0000000000000000000000000000000b0b0143'],
    ['0119', words.slowPaid, '2200 1234 5601 0119', '0x2f0000000000000000000000000000000b0b0119'],
    ['0127', words.slowDeclined, '2200 1234 5601 0127', '0x2f0000000000000000000000000000000b0b0127'],
    ['0151', words.silent, '2200 1234 5600 0151', '0x2f0000000000000000000000000000000b0b0151'],
    [words.otherEnding, words.paid, '2200 1234 5602 4821', '0x2f0000000000000000000000000000000b0b4821'],
  ]
  return html`<section class="card wide"><h2>${words.payoutsTitle}</h2>
<p>${words.payoutsText}</p>
<table class="stacks"><thead><tr><th scope="col">${words.ending}</th><th scope="col">${words.outcome}</th><th scope="col">${words.sample}</th></tr></thead>
<tbody>${rows.map(
    ([ending, outcome, card, address]) =>
      html`<tr><th scope="row">${ending}</th><td>${outcome}</td><td><code>${card}</code><br><code>${address}</code></td></tr>`,
  )}</tbody></table>
</section>`
}

function shop(language: Language): Html {
  const words = WORDS[language]
  return html`<section class="card"><h2>${words.shopTitle}</h2>
<p>${words.shopAbout}</p>
<p><a class="button" href="/sandbox/shop?lang=${language}">${words.shopOpen}</a></p>
</section>`
}

function desk(language: Language, publicUrl: string): Html {
  const words = WORDS[language]
  return html`<section class="card"><h2>${words.desk}</h2>
<p>${words.deskLead}</p>
<p><a class="button" href="/sandbox/desk?lang=${language}">${words.deskOpen}</a></p>
<p class="quiet">${words.deskScript}</p>
${command(`curl -s '${publicUrl}/sandbox/desk' \\\n  -H 'content-type: application/json' \\\n  -d '{"desk":"payout","reference":"ID","play":"take_back"}'`)}
</section>`
}

function identity(language: Language, publicUrl: string): Html {
  const words = WORDS[language]
  return html`<section class="card"><h2>${words.identityTitle}</h2>
<p>${words.identityText}</p>
<p class="quiet">${words.identityScript}</p>
${command(`curl -s '${publicUrl}/sandbox/identity/CHECK' \\\n  -H 'content-type: application/json' \\\n  -d '{"outcome":"approve"}'`)}
</section>`
}

function rates(language: Language): Html {
  const words = WORDS[language]
  return html`<section class="card"><h2>${words.ratesTitle}</h2>
<p>${words.ratesText}</p>
</section>`
}

function vendorCalls(language: Language): Html {
  const words = WORDS[language]
  const calls: readonly (readonly [string, string])[] = [
    ['POST /sandbox/sms/api/messages', words.callSms],
    ['POST /sandbox/email/api/messages', words.callEmail],
    ['POST /sandbox/payments/api/payments', words.callPaymentOpen],
    ['GET /sandbox/payments/api/payments/{reference}', words.callPaymentFind],
    ['POST /sandbox/payments/api/requisites', words.callRequisites],
    ['GET /sandbox/payments/api/incoming/{id}', words.callIncoming],
    ['POST /sandbox/payouts/api/tokens', words.callToken],
    ['POST /sandbox/payouts/api/card-fields', words.callCardField],
    ['GET /sandbox/payouts/api/tokens/{token}', words.callTypedCard],
    ['POST /sandbox/payouts/api/payouts', words.callPayoutOpen],
    ['GET /sandbox/payouts/api/payouts/{reference}', words.callPayoutFind],
    ['POST /sandbox/merchants/api/quotes', words.callCodeQuote],
    ['POST /sandbox/merchants/api/payments', words.callCodePay],
    ['GET /sandbox/merchants/api/payments/{reference}', words.callCodeFind],
    ['POST /sandbox/identity/api/checks', words.callCheckOpen],
    ['GET /sandbox/identity/api/checks/{id}', words.callCheckFind],
    ['GET /sandbox/rates/api/latest', words.callRates],
  ]
  return html`<section class="card wide"><h2>${words.apiTitle}</h2>
<p>${words.apiText}</p>
<table class="stacks"><thead><tr><th scope="col">${words.callTitle}</th><th scope="col">${words.callUse}</th></tr></thead>
<tbody>${calls.map(([call, use]) => html`<tr><td><code>${call}</code></td><td>${use}</td></tr>`)}</tbody></table>
<p class="quiet">${words.apiAuth}</p>
${command('Authorization: Bearer <api key>')}
<p class="quiet">${words.apiSignature}</p>
${command('Sandbox-Signature: t=<unix seconds>,v1=<hex HMAC-SHA-256(secret, t + "." + body)>')}
</section>`
}

function command(text: string): Html {
  return html`<pre tabindex="0"><code>${text}</code></pre>`
}
