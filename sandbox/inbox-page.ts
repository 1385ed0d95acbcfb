import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { listEmails, readAddress } from './email.ts'
import { type Html, html } from './html.ts'
import type { SandboxOptions } from './options.ts'
import { sendPage } from './page.ts'
import { listMessages, readRecipient } from './sms.ts'
import { chooseLanguage, type Language, WORDS } from './words.ts'

const REFRESH_SECONDS = 3

interface InboxQuery {
  Querystring: { to?: unknown; lang?: unknown }
}

/** A text message or an e-mail, as it is shown. */
interface Shown {
  readonly to: string
  readonly subject?: string
  readonly text: string
  readonly code: string | null
  readonly sentAt: Date
}

/** The inbox for people, text messages and e-mails: newest first, the code in large digits, filtered by number or address if given; refreshes itself. */
export function inboxPageRoutes(scope: FastifyInstance, { pool, walletUrl }: SandboxOptions): void {
  scope.get<InboxQuery>('/sms', async (request, reply) => {
    const language = chooseLanguage(request.query.lang, request.headers['accept-language'])
    const words = WORDS[language]
    const address = readAddress(request.query.to)
    const number = address === '' ? readRecipient(request.query.to) : ''
    const recipient = address || (number && `+${number}`)
    const messages = await listShown(pool, { address, number })
    const other = new URLSearchParams({ ...(recipient && { to: recipient }), lang: language === 'ru' ? 'en' : 'ru' })
    const body = html`<h1>${words.inbox}</h1>
<p class="lead">${words.inboxLead}</p>
${filter(language, recipient)}
<div id="live" aria-live="polite">${messages.length > 0 ? list(language, messages) : empty(language, recipient)}</div>`
    return sendPage(reply, {
      language,
      title: words.inbox,
      body,
      nav: { here: 'inbox', walletUrl, otherLanguage: `/sandbox/sms?${other}` },
      script: { source: 'live.js', refreshSeconds: REFRESH_SECONDS },
    })
  })
}

async function listShown(pool: Pool, { address, number }: { address: string; number: string }): Promise<Shown[]> {
  const texts = address === '' ? await listMessages(pool, number) : []
  const emails = number === '' ? await listEmails(pool, address) : []
  const shown: Shown[] = [...texts.map((text) => ({ ...text, to: `+${text.to}` })), ...emails]
  return shown.sort((left, right) => right.sentAt.getTime() - left.sentAt.getTime())
}

function filter(language: Language, recipient: string): Html {
  const words = WORDS[language]
  return html`<form class="filter" method="get" action="/sandbox/sms">
<input type="hidden" name="lang" value="${language}">
<label for="to">${words.filterLabel}</label>
<div class="filter-row">
<input id="to" name="to" type="text" autocomplete="off" value="${recipient}" placeholder="+79161234567">
<button type="submit">${words.filterButton}</button>
</div>
${recipient ? html`<a href="/sandbox/sms?lang=${language}">${words.filterAll}</a>` : undefined}
</form>`
}

function list(language: Language, messages: readonly Shown[]): Html {
  const words = WORDS[language]
  const rows = messages.map(({ to, subject, text, code, sentAt }) => {
    const instant = sentAt.toISOString()
    return html`<li class="card message">
<p class="message-head"><a href="/sandbox/sms?${new URLSearchParams({ to, lang: language }).toString()}">${to}</a> <time datetime="${instant}">${instant.slice(11, 19)} UTC</time></p>
${code === null ? undefined : html`<p class="code" aria-label="${words.codeLabel} ${code}">${code}</p>`}
${subject === undefined ? undefined : html`<p class="message-subject">${subject}</p>`}
<p class="message-text">${text}</p>
</li>`
  })
  return html`<ul class="messages">${rows}</ul>`
}

function empty(language: Language, recipient: string): Html {
  const words = WORDS[language]
  return html`<div class="card empty"><p class="empty-title">${recipient ? words.inboxEmptyFor : words.inboxEmpty}</p>
<p>${words.inboxEmptyText}</p></div>`
}
