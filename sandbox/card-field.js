// The card field. The number stays in this frame and goes to this server; the page around is told a token, a mask, and how high the frame is.
const { pageOrigin, session } = document.documentElement.dataset
const form = document.querySelector('form')
const input = document.getElementById('number')
const message = document.getElementById('message')
const again = document.getElementById('again')
const DIGITS = 16
// Counts what was typed: an answer about what has been changed since is dropped.
let version = 0
let isKept = false

function tell(event, more) {
  parent.postMessage({ type: 'card-field', event, ...more }, pageOrigin)
}

/** The digits of the one number in a text, whole or still being typed; nothing where there is a longer one, two, or something else. */
function numberOf(text) {
  const digits = text.replaceAll(/[\s\u2010-\u2015-]/g, '')
  if (/^[0-9]*$/.test(digits)) return digits.length <= DIGITS ? digits : undefined
  const words = text.trim().split(/\s+/)
  const runs = words.map((word) => (/^[0-9\u2010-\u2015-]+$/.test(word) ? word.replaceAll(/\D/g, '') : ' '))
  const [number, ...others] = runs
    .join('')
    .split(' ')
    .filter((run) => run.length >= DIGITS - 4)
  return number?.length === DIGITS && others.length === 0 ? number : undefined
}
const digitsOf = (text) => numberOf(text) ?? ''
const grouped = (digits) => digits.replaceAll(/(.{4})(?=.)/g, '$1 ')

/** Says something below the field: a hint, an error, or that all is well. */
function say(text, tone = 'hint') {
  message.textContent = text
  message.dataset.tone = tone
  again.hidden = tone !== 'unavailable'
  if (tone === 'hint' || tone === 'kept') input.removeAttribute('aria-invalid')
  else input.setAttribute('aria-invalid', 'true')
}

/** Writes digits in groups of four, with the caret behind the digit that it was behind. */
function write(digits, digitsBeforeCaret) {
  input.value = grouped(digits)
  const caret = grouped(digits.slice(0, digitsBeforeCaret)).length
  input.setSelectionRange(caret, caret)
}

async function keep() {
  version += 1
  const asked = version
  isKept = false
  say('')
  const answer = await send(digitsOf(input.value)).catch(() => undefined)
  if (asked !== version) return
  if (answer?.status === 201) {
    isKept = true
    say(form.dataset.kept, 'kept')
    tell('card', { token: answer.body.token, masked: answer.body.masked })
  } else if (answer?.status === 422) say(form.dataset.wrong, 'error')
  else if (answer?.status === 410) {
    say(form.dataset.expired, 'error')
    tell('expired')
  } else say(form.dataset.unavailable, 'unavailable')
}

async function send(number) {
  const answer = await fetch(`/card-fields/${session}/cards`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ number }),
    signal: AbortSignal.timeout(10_000),
  })
  return { status: answer.status, body: await answer.json() }
}

function isShort() {
  const { length } = digitsOf(input.value)
  return length > 0 && length < DIGITS
}

function changed(event) {
  // What a keyboard composes is its own until it is done.
  if (event.isComposing) return
  const before = input.value.slice(0, input.selectionStart ?? input.value.length).replaceAll(/\D/g, '').length
  const digits = numberOf(input.value)
  version += 1
  isKept = false
  tell('typing')
  if (digits === undefined) {
    say(form.dataset.wrong, 'error')
    return
  }
  write(digits, before)
  say('')
  if (digits.length === DIGITS) keep()
}
input.addEventListener('input', changed)
input.addEventListener('compositionend', changed)
input.addEventListener('blur', () => {
  if (isShort()) say(form.dataset.short)
})
form.addEventListener('submit', (event) => {
  event.preventDefault()
  if (isKept) tell('submit')
  else if (isShort()) say(form.dataset.short, 'error')
})
again.addEventListener('click', () => {
  input.focus()
  keep()
})
addEventListener('message', ({ origin, source, data }) => {
  if (origin !== pageOrigin || source !== parent || data?.type !== 'card-field') return
  if (data.event === 'focus') input.focus()
  // The token was taken: the same card gets another.
  if (data.event === 'renew' && digitsOf(input.value).length === DIGITS) keep()
})

// The look comes with the address: colours and lengths of the page around, and nothing else.
const COLOUR = /^(#[0-9a-f]{3,8}|rgba?\([0-9 ,./%]+\))$/i
const LENGTH = /^[0-9]{1,2}px$/
const look = new URLSearchParams(location.search)
for (const [name, value] of look) {
  if (COLOUR.test(value) || LENGTH.test(value)) document.documentElement.style.setProperty(`--${name}`, value)
}
document.documentElement.style.colorScheme = look.get('scheme') === 'dark' ? 'dark' : 'light'
new ResizeObserver(() => tell('height', { height: Math.ceil(form.getBoundingClientRect().height) })).observe(form)
tell('ready')
