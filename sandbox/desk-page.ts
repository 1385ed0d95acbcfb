import type { FastifyInstance, FastifyReply } from 'fastify'
import { DESKS, type Desk, listDesk, type OnDesk, PLAYS, play } from './desk.ts'
import { type Html, html } from './html.ts'
import type { SandboxOptions } from './options.ts'
import { sendPage } from './page.ts'
import { listRatePlays, playRates, RATE_PLAYS, type RatePlay } from './rates.ts'
import { Fault, GRAMMAR, readField } from './vendor-api.ts'
import { chooseLanguage, type Language, WORDS } from './words.ts'

interface LanguageQuery {
  Querystring: { lang?: unknown }
}

const DESK = new RegExp(`^(${DESKS.join('|')}|rates)$`)
const PLAY = new RegExp(`^(${[...PLAYS, ...RATE_PLAYS].join('|')})$`)

/**
 * The desk: what partners can say at any time of what has long ended, or never say, for whoever learns to end cases. As a form by people
 * (303 back to the page), as JSON by scripts (200 with what is said from now on; 404, 409). Rates are made to jump, or to be old, and again
 * to be as they are.
 */
export function deskPageRoutes(scope: FastifyInstance, options: SandboxOptions): void {
  scope.get<LanguageQuery>('/desk', async (request, reply) =>
    sendDesk(reply, options, chooseLanguage(request.query.lang, request.headers['accept-language'])),
  )

  scope.post<LanguageQuery>('/desk', async (request, reply) => {
    const language = chooseLanguage(request.query.lang, request.headers['accept-language'])
    const isPerson = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false
    const said = await readPlay(options, request.body).catch((fault: unknown) => {
      // Somebody else has played meanwhile: the page says how it is now.
      if (!(isPerson && fault instanceof Fault && fault.status === 409)) throw fault
    })
    return isPerson ? reply.redirect(`/sandbox/desk?lang=${language}`, 303) : said
  })
}

async function readPlay(options: SandboxOptions, body: unknown): Promise<OnDesk | { readonly plays: readonly RatePlay[] }> {
  const named = readField(body, 'desk', DESK)
  const played = readField(body, 'play', PLAY)
  if (named === 'rates') {
    const rate = RATE_PLAYS.find((each) => each === played)
    if (!rate) throw new Fault(400, 'malformed', 'Rates jump, or are stale.')
    const isOn = !(await listRatePlays(options.pool, options.clock())).includes(rate)
    await playRates(options, rate, isOn)
    return { plays: await listRatePlays(options.pool, options.clock()) }
  }
  const [desk, chosen] = [DESKS.find((each) => each === named), PLAYS.find((each) => each === played)]
  if (!desk || !chosen) throw new Fault(400, 'malformed', 'Nobody says that.')
  return play(options, { desk, play: chosen, reference: readField(body, 'reference', GRAMMAR.reference) })
}

async function sendDesk(reply: FastifyReply, options: SandboxOptions, language: Language): Promise<FastifyReply> {
  const words = WORDS[language]
  const all = await listDesk(options)
  const played = await listRatePlays(options.pool, options.clock())
  const body = html`<h1>${words.desk}</h1>
<p class="lead">${words.deskLead}</p>
<div class="topics">
${DESKS.map((desk) =>
  section(
    language,
    desk,
    all.filter((each) => each.desk === desk),
  ),
)}
<section class="card wide"><h2>${words.ratesTitle}</h2><div class="plays">
${RATE_PLAYS.map((each) =>
  button(
    language,
    { desk: 'rates', play: each, reference: '' },
    played.includes(each) ? words[`rates_${each}_off`] : words[`rates_${each}`],
  ),
)}</div></section>
</div>`
  const otherLanguage = `/sandbox/desk?lang=${language === 'ru' ? 'en' : 'ru'}`
  return sendPage(reply, {
    language,
    title: words.desk,
    body,
    nav: { here: 'desk', walletUrl: options.walletUrl, otherLanguage },
  })
}

function section(language: Language, desk: Desk, things: readonly OnDesk[]): Html {
  const words = WORDS[language]
  const rows = things.map(
    ({ reference, status, amount, currency, plays }) => html`<tr><th scope="row"><code>${reference}</code></th>
<td>${amount === undefined ? undefined : html`${amount} ${currency}: `}${words[`says_${status}`]}</td>
<td><div class="plays">${plays.map((each) => button(language, { desk, play: each, reference }, labelOf(language, desk, each)))}</div></td></tr>`,
  )
  const table = html`<table class="stacks"><thead><tr><th scope="col">${words.deskAbout}</th><th scope="col">${words.deskSays}</th><th scope="col">${words.deskPlays}</th></tr></thead>
<tbody>${rows}</tbody></table>`
  const [newest] = things
  const stray =
    newest && desk !== 'identity'
      ? button(language, { desk, play: 'stray', reference: newest.reference }, words.play_stray)
      : undefined
  return html`<section class="card wide"><h2>${words[`desk_${desk}`]}</h2>
${newest ? table : html`<p class="quiet">${words.deskEmpty}</p>`}
${stray && html`<div class="plays">${stray}</div>`}
</section>`
}

/** What the button says by which a vendor is made to say something. */
export function labelOf(language: Language, desk: Desk, played: OnDesk['plays'][number]): string {
  const words = WORDS[language]
  const isOfCheck = desk === 'identity' && (played === 'end' || played === 'fail' || played === 'take_back')
  return isOfCheck ? words[`check_${played}`] : words[`play_${played}`]
}

function button(language: Language, given: { desk: string; play: string; reference: string }, label: string): Html {
  const fields = Object.entries(given).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)
  return html`<form method="post" action="/sandbox/desk?lang=${language}">${fields}<button type="submit">${label}</button></form>`
}
