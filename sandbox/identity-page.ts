import type { FastifyInstance, FastifyReply } from 'fastify'
import { type Html, html } from './html.ts'
import { abortReason, type Check, type CheckOutcome, checkStatus, decideCheck, findCheck } from './identity.ts'
import type { SandboxOptions } from './options.ts'
import { sendPage } from './page.ts'
import { sendNotFound } from './payment-page.ts'
import { Fault, readField } from './vendor-api.ts'
import { chooseLanguage, type Language, WORDS } from './words.ts'

interface CheckParams {
  Params: { id: string }
}

const OUTCOMES: Readonly<Record<string, CheckOutcome>> = { approve: 'approved', abort: 'aborted' }

/**
 * The page of an identity check: approve, abort, or leave it pending. The choice is posted to the same URL, as a form by browsers
 * (303 back to the wallet) and as JSON by scripts (200 with the status). 409 when the check has ended otherwise.
 */
export function identityPageRoutes(scope: FastifyInstance, options: SandboxOptions): void {
  scope.get<CheckParams>('/identity/:id', async (request, reply) => {
    const check = await findCheck(options.pool, request.params.id)
    if (check) return sendCheck(reply, options, check)
    return sendNotFound(reply, chooseLanguage(undefined, request.headers['accept-language']))
  })

  scope.post<CheckParams>('/identity/:id', async (request, reply) => {
    const check = await findCheck(options.pool, request.params.id)
    if (!check) throw new Fault(404, 'not_found', 'There is no such check.')
    const outcome = OUTCOMES[readField(request.body, 'outcome', /^(approve|abort)$/)] ?? 'aborted'
    const isPerson = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false
    const isDecided = await decideCheck(options, check, outcome)
    if (isDecided) return isPerson ? reply.redirect(check.returnUrl, 303) : { status: outcome }
    if (!isPerson) throw new Fault(409, 'already_decided', 'This check has ended otherwise already.')
    return sendCheck(reply, options, (await findCheck(options.pool, check.id)) ?? check, 409)
  })
}

function sendCheck(reply: FastifyReply, options: SandboxOptions, check: Check, status = 200): FastifyReply {
  const language: Language = check.language.startsWith('ru') ? 'ru' : 'en'
  const words = WORDS[language]
  const state = checkStatus(check, options.clock())
  const body = html`<div class="checkout">
${person(language, check, options.merchant ?? 'E-Wallet')}
${state === 'pending' ? choices(language, check) : result(language, check, { state, isConflict: status === 409 })}
</div>`
  return sendPage(reply, { language, title: words.checkTitle, body, formOrigins: [new URL(check.returnUrl).origin] }, status)
}

function person(language: Language, { person: name, reference, returnUrl }: Check, merchant: string): Html {
  const words = WORDS[language]
  return html`<section class="order">
<h1>${words.checkTitle}</h1>
<dl>
<div><dt>${words.checkPerson}</dt><dd>${name}</dd></div>
<div><dt>${words.checkFor}</dt><dd>${merchant}<br><span class="quiet">${new URL(returnUrl).host}</span></dd></div>
<div><dt>${words.checkReference}</dt><dd class="reference">${reference}</dd></div>
</dl>
<div class="plastic document" aria-hidden="true">
<span class="document-photo"></span>
<span class="document-lines"></span>
<span class="plastic-foot"><span>${words.cardHolder}</span><span>00/00</span></span>
</div>
</section>`
}

function choices(language: Language, { id, returnUrl }: Check): Html {
  const words = WORDS[language]
  return html`<form class="card choices" method="post" action="/sandbox/identity/${id}">
<p>${words.checkLead}</p>
<button class="primary" type="submit" name="outcome" value="approve">${words.approveButton}</button>
<button type="submit" name="outcome" value="abort">${words.abortButton}</button>
<a class="leave" href="${returnUrl}">${words.checkLeaveLink}</a>
<p class="quiet">${words.checkLife}</p>
</form>`
}

function result(
  language: Language,
  check: Check,
  { state, isConflict }: { readonly state: CheckOutcome; readonly isConflict: boolean },
): Html {
  const words = WORDS[language]
  const ending = state === 'approved' ? 'approved' : abortReason(check) === 'expired' ? 'checkExpired' : 'aborted'
  return html`<section class="card choices">
<h2 class="${state === 'approved' ? 'good' : 'bad'}">${words[`${ending}Title`]}</h2>
${isConflict ? html`<p>${words.checkConflictText}</p>` : undefined}
<p>${words[`${ending}Text`]}</p>
<a class="button primary" href="${check.returnUrl}">${words.backLink}</a>
</section>`
}
