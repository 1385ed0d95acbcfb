// Keeps a page fresh: fetches it again and takes over the part of it that lives. Times are shown in the reader's own time zone, with the
// day when it is not today.
const REFRESH_MS = 3000
const live = document.getElementById('live')
let shown = live.innerHTML

function showLocalTimes() {
  for (const time of live.querySelectorAll('time')) {
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
    const fresh = page.getElementById('live')
    if (reply.ok && fresh && fresh.innerHTML !== shown) {
      shown = fresh.innerHTML
      live.replaceChildren(...fresh.childNodes)
      showLocalTimes()
    }
  } catch {
    // The server is away for a moment: the next look will tell.
  }
  setTimeout(refresh, REFRESH_MS)
}

showLocalTimes()
setTimeout(refresh, REFRESH_MS)
