type Headers = Readonly<Record<string, string>>

const EVERYWHERE: Headers = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'x-frame-options': 'DENY',
}

const STRICT_TRANSPORT: Headers = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }

// React and the carousel set style attributes; no stylesheet is inline, and no script ever (security.md 0.8).
const PAGE_POLICY = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** The protection of the page and its assets (OWASP ASVS 3.4); transport security only where there is TLS before us. */
export function pageHeaders(isProduction: boolean): Headers {
  return {
    ...EVERYWHERE,
    ...(isProduction && STRICT_TRANSPORT),
    'content-security-policy': PAGE_POLICY,
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=()',
  }
}

/** The protection of the API's answers: nothing in them may load or be framed, and nobody keeps them. */
export function apiHeaders(isProduction: boolean): Headers {
  return {
    ...EVERYWHERE,
    ...(isProduction && STRICT_TRANSPORT),
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cache-control': 'no-store',
  }
}
