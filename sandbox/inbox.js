// Keeps the inbox fresh: fetches the page again and takes its messages over. Times are shown in the reader's own time zone, with the
// day when it is not today.
const REFRESH_MS = 3000
const messages = document.getElementById('messages')
let shown = messages.innerHTML

function showLocalTimes() {
  for (const time of messages.querySelectorAll('time')) {
    const instant = new Date(time.dateTime)
    const isToday = instant.toDateString() === new Date().toDateString()
    const language = document.documentElement.lang === 'en' ? 'en-GB' : 'ru-RU'
    const clock = instant.toLocaleTimeString(language)
    time.textContent = isToday ? clock : `${instant.toLocaleDateString(language, { day: 'numeric', month: 'short' })}, ${clock}`
  }
}

async function refresh() {
  try {
    const reply = await fetch(location.href, { cache: 'no-store' })
    const page = new DOMParser().parseFromString(await reply.text(), 'text/html')
    const fresh = page.getElementById('messages')
    if (reply.ok && fresh && fresh.innerHTML !== shown) {
      shown = fresh.innerHTML
      messages.replaceChildren(...fresh.childNodes)
      showLocalTimes()
    }
  } catch {
    // The server is away for a moment: the next look will tell.
  }
  setTimeout(refresh, REFRESH_MS)
}

showLocalTimes()
setTimeout(refresh, REFRESH_MS)
