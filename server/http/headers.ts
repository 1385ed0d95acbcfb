type Headers = Readonly<Record<string, string>>

/** Where the API's document is read as a page; what answers below has headers of its own. */
export const DOCS = '/v2/wallet/docs'

/** What is not a document needs no more than this. */
const PART: Headers = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
}

const EVERYWHERE: Headers = {
  ...PART,
  'referrer-policy': 'no-referrer',
  'origin-agent-cluster': '?1',
}

const NO_FRAMES: Headers = { 'x-frame-options': 'DENY' }

/** The one place that may show the page in a frame, where the operator lets it. */
export const MESSENGER_WEB = 'https://web.telegram.org'

const STRICT_TRANSPORT: Headers = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }

// React and the carousel set style attributes; no stylesheet is inline, and no script ever.
function pagePolicy(framedBy: string, { apiBaseUrl, frameOrigin }: PageProtection): string {
  return [
    "default-src 'self'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    ...(apiBaseUrl === '' ? [] : [`connect-src 'self' ${new URL(apiBaseUrl).origin}`]),
    ...(frameOrigin === undefined ? [] : [`frame-src ${frameOrigin}`]),
    // Markup and addresses of scripts come to the page by its one policy (web/lib/page/trusted-types.ts) or not at all.
    "require-trusted-types-for 'script'",
    'trusted-types wallet',
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${framedBy}`,
  ].join('; ')
}

/** What the headers of the page depend on. */
export interface PageProtection {
  readonly isProduction: boolean
  /** The messenger's web version may show the page in a frame; `x-frame-options` could not say so, and is left out then. */
  readonly isFramedByMessenger: boolean
  /** Where the page asks for the API; empty for its own server. */
  readonly apiBaseUrl: string
  /** What the page may show in a frame: the payout provider's card field, where it has one. */
  readonly frameOrigin: string | undefined
}

/**
 * Which headers an answer gets: the API's, the page's, or those of a part of the page. By the route that was found, since an address can
 * be spelled in many ways; without one there is nothing to be shown.
 */
export function headersByRoute(page: PageProtection): (route: string | undefined, address: string) => Headers {
  const [ofApi, ofPages, ofParts] = [apiHeaders(page.isProduction), pageHeaders(page), partHeaders(page.isProduction)]
  return (route, address) => {
    if (route === undefined || isOfApi(route) || route.startsWith('/webhooks/')) return ofApi
    return isPart(address) ? ofParts : ofPages
  }
}

/** Whether a route is a call of the API, or its document; the page that the document is read on is none. */
export function isOfApi(route: string): boolean {
  return route.startsWith('/v2/') && !isBelow(route, DOCS)
}

function isBelow(route: string, place: string): boolean {
  return route === place || route.startsWith(`${place}/`)
}

/** Whether an address is that of a script, style sheet, font or catalogue of the page, which the page's own policy is over. */
function isPart(address: string): boolean {
  // A worker is under the policy that it came with, and so is a drawing that is opened by itself.
  return /^\/assets\/[^?]+\.(js|css|json|woff2)$/.test(address) && !address.includes('.worker-')
}

/** The protection of a part of the page. */
function partHeaders(isProduction: boolean): Headers {
  return { ...PART, ...(isProduction && STRICT_TRANSPORT) }
}

/** The protection of the page, its workers and pictures (OWASP ASVS 3.4); transport security only where there is TLS before us. */
function pageHeaders(page: PageProtection): Headers {
  const { isProduction, isFramedByMessenger } = page
  return {
    ...EVERYWHERE,
    ...(isProduction && STRICT_TRANSPORT),
    ...(!isFramedByMessenger && NO_FRAMES),
    'content-security-policy': pagePolicy(isFramedByMessenger ? MESSENGER_WEB : "'none'", page),
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=()',
  }
}

/** The protection of the API's answers: nothing in them may load or be framed, and nobody keeps them. */
export function apiHeaders(isProduction: boolean): Headers {
  return {
    ...EVERYWHERE,
    ...NO_FRAMES,
    ...(isProduction && STRICT_TRANSPORT),
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cache-control': 'no-store',
  }
}
