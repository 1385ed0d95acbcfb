import type { FastifyInstance } from 'fastify'
import { type Html, html } from './html.ts'
import type { SandboxOptions } from './options.ts'
import { sendPage } from './page.ts'
import { listMessages, type Message, readRecipient } from './sms.ts'
import { chooseLanguage, type Language, WORDS } from './words.ts'

const REFRESH_SECONDS = 3

interface InboxQuery {
  Querystring: { to?: unknown; lang?: unknown }
}

/** The inbox for people: newest first, the code in large digits, filtered by number if given; refreshes itself. */
export function inboxPageRoutes(scope: FastifyInstance, { pool, walletUrl }: SandboxOptions): void {
  scope.get<InboxQuery>('/sms', async (request, reply) => {
    const language = chooseLanguage(request.query.lang, request.headers['accept-language'])
    const words = WORDS[language]
    const recipient = readRecipient(request.query.to)
    const messages = await listMessages(pool, recipient)
    const other = new URLSearchParams({ ...(recipient && { to: recipient }), lang: language === 'ru' ? 'en' : 'ru' })
    const body = html`<h1>${words.inbox}</h1>
<p class="lead">${words.inboxLead}</p>
${filter(language, recipient)}
<div id="messages" aria-live="polite">${messages.length > 0 ? list(language, messages) : empty(language, recipient)}</div>`
    return sendPage(reply, {
      language,
      title: words.inbox,
      body,
      nav: { here: 'inbox', walletUrl, otherLanguage: `/sandbox/sms?${other}` },
      script: { source: 'inbox.js', refreshSeconds: REFRESH_SECONDS },
    })
  })
}

function filter(language: Language, recipient: string): Html {
  const words = WORDS[language]
  return html`<form class="filter" method="get" action="/sandbox/sms">
<input type="hidden" name="lang" value="${language}">
<label for="to">${words.filterLabel}</label>
<div class="filter-row">
<input id="to" name="to" type="text" inputmode="tel" autocomplete="off" value="${recipient && `+${recipient}`}" placeholder="+79161234567">
<button type="submit">${words.filterButton}</button>
</div>
${recipient ? html`<a href="/sandbox/sms?lang=${language}">${words.filterAll}</a>` : undefined}
</form>`
}

function list(language: Language, messages: readonly Message[]): Html {
  const words = WORDS[language]
  const rows = messages.map(({ to, text, code, sentAt }) => {
    const instant = sentAt.toISOString()
    return html`<li class="card message">
<p class="message-head"><a href="/sandbox/sms?to=${to}&amp;lang=${language}">+${to}</a> <time datetime="${instant}">${instant.slice(11, 19)} UTC</time></p>
${code === null ? undefined : html`<p class="code" aria-label="${words.codeLabel} ${code}">${code}</p>`}
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
