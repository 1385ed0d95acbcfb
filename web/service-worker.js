// The page without a network: keeps what the page is made of, so that a start without a network shows the page's own words. The build
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
