import type { FastifyInstance, FastifyReply } from 'fastify'
import { type Html, html } from './html.ts'
import {
  type AbortCause,
  abortReason,
  type Check,
  type CheckOutcome,
  checkStatus,
  decideCheck,
  findCheck,
  submitCheck,
} from './identity.ts'
import type { SandboxOptions } from './options.ts'
import { sendPage } from './page.ts'
import { sendNotFound } from './payment-page.ts'
import { Fault, readField } from './vendor-api.ts'
import { chooseLanguage, type Language, WORDS } from './words.ts'

interface CheckParams {
  Params: { id: string }
}

const CAUSES: Readonly<Record<string, AbortCause>> = { abort: 'cancelled', decline: 'declined', photo: 'photo' }

/**
 * The page of an identity check: approve, hand the documents in, refuse for a reason, abort, or leave it pending. The choice is posted to the same URL, as a form by browsers
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
    const choice = readField(request.body, 'outcome', /^(approve|submit|decline|photo|abort)$/)
    const isPerson = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false
    const reason = CAUSES[choice]
    const isDone =
      choice === 'submit'
        ? await submitCheck(options, check)
        : await decideCheck(options, check, reason ? { outcome: 'aborted', reason } : { outcome: 'approved' })
    if (isDone && isPerson) return reply.redirect(check.returnUrl, 303)
    if (isDone) return { status: choice === 'submit' ? 'in_review' : reason ? 'aborted' : 'approved' }
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
${state === 'pending' || state === 'in_review' ? choices(language, check, state) : result(language, check, { state, isConflict: status === 409 })}
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

function choices(language: Language, { id, returnUrl }: Check, state: 'pending' | 'in_review'): Html {
  const words = WORDS[language]
  const isSubmitted = state === 'in_review'
  return html`<form class="card choices" method="post" action="/sandbox/identity/${id}">
<p>${isSubmitted ? words.checkReviewLead : words.checkLead}</p>
<button class="primary" type="submit" name="outcome" value="approve">${words.approveButton}</button>
${isSubmitted ? undefined : html`<button type="submit" name="outcome" value="submit">${words.submitButton}</button>`}
<button type="submit" name="outcome" value="photo">${words.photoButton}</button>
<button type="submit" name="outcome" value="decline">${words.declineCheckButton}</button>
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
