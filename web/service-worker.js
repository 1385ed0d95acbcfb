// The page without a network, and while it is closed. Without a network: keeps what the page is made of, so that a start without a network shows the page's own words. The build
// writes PARTS and BUILD above (vite.config.ts). Nothing of a person ever goes into the cache: no answer of the API passes through here.
/* global BUILD, PARTS */

const CACHE = `page-${BUILD}`
/** The page for every address of a screen; the server writes only the brand into it. */
const PAGE = '/'
const NOT_SCREENS = /^\/(v2|webhooks|sandbox|assets|version\.json)(\/|$)/

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll([PAGE, ...PARTS])))
})

// A new one waits until the pages of the one before are closed: they go on with the parts they were made with.
self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches.keys().then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)))),
  )
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (pathname.startsWith('/assets/')) event.respondWith(keptOr(request))
  else if (request.mode === 'navigate' && !NOT_SCREENS.test(pathname)) event.respondWith(fetchedOrPage(request))
})

/** A part never changes under its name: what is kept is as good as what is served. */
async function keptOr(request) {
  const cache = await caches.open(CACHE)
  return (await cache.match(request)) ?? fetch(request)
}

/** The server's page while there is a network, else the one that was kept. */
async function fetchedOrPage(request) {
  try {
    return await fetch(request)
  } catch (failure) {
    const cache = await caches.open(CACHE)
    const page = await cache.match(PAGE)
    if (!page) throw failure
    return page
  }
}

// News while no page is open, or none is looked at. What comes is encrypted for this browser by the wallet's server alone.
self.addEventListener('push', (event) => {
  event.waitUntil(showNews(event.data))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data?.path ?? PAGE))
})

/** Browsers want every message to be seen; without a sound while the page is looked at, which shows it by itself. */
async function showNews(data) {
  const { title = '', body = '', tag, path, lang, icon } = newsIn(data)
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const isLookedAt = pages.some((page) => page.focused && page.visibilityState === 'visible')
  await self.registration.showNotification(title, { body, tag, lang, icon, data: { path }, silent: isLookedAt, renotify: false })
}

/** Nobody but the server can make a message that the browser opens; one of another version of it is shown as far as it is known. */
function newsIn(data) {
  try {
    return data?.json() ?? {}
  } catch {
    return {}
  }
}

// How long an open page has to show a path before it is loaded anew.
const SHOWN_MS = 1000

/** Brings an open page to the front and has it show a path; opens one where there is none. */
async function open(path) {
  const address = new URL(path, self.location.origin)
  if (address.origin !== self.location.origin) return
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const page = pages.find(({ focused }) => focused) ?? pages[0]
  if (!page) return await self.clients.openWindow(address.href)
  // Where the browser does not let us, it is shown all the same.
  await page.focus().catch(() => undefined)
  if (!(await isShownBy(page, path))) await page.navigate(address.href).catch(() => self.clients.openWindow(address.href))
}

function isShownBy(page, path) {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.onmessage = () => resolve(true)
    setTimeout(() => resolve(false), SHOWN_MS)
    page.postMessage({ open: path }, [port2])
  })
}
