// Measures pages with Lighthouse's mobile preset. Takes `[{ name, url, token? }]` and how often as arguments; prints one report a run as JSON lines.
import * as chromeLauncher from 'chrome-launcher'
import lighthouse from 'lighthouse'
import puppeteer from 'puppeteer-core'

const FLAGS = ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync']
const [pages = '[]', times = '3'] = process.argv.slice(2)

// Now and then a browser does not get a picture of the page in time; such a run says nothing about the page.
const SILENT_RUNS_MAX = 2

for (const page of JSON.parse(pages)) {
  let silentRuns = 0
  for (let run = 0; run < Number(times); ) {
    const report = await measure(page)
    const isSilent = Object.values(report.metrics).some((value) => typeof value !== 'number')
    if (isSilent && silentRuns < SILENT_RUNS_MAX) {
      silentRuns += 1
      continue
    }
    process.stdout.write(`${JSON.stringify(report)}\n`)
    run += 1
  }
}

/** One run in a browser of its own, signed in when there is a token. */
async function measure({ name, url, token }) {
  const chrome = await chromeLauncher.launch({ chromePath: process.env.CHROMIUM, chromeFlags: FLAGS })
  try {
    if (token) await signIn(chrome.port, url, token)
    const options = { port: chrome.port, output: 'json', disableStorageReset: true, logLevel: 'error' }
    const { lhr } = await lighthouse(url, { ...options, onlyCategories: ['performance', 'accessibility', 'best-practices'] })
    return {
      name,
      scores: scoresOf(lhr),
      metrics: metricsOf(lhr),
      faults: faultsOf(lhr),
      machine: lhr.environment.benchmarkIndex,
    }
  } finally {
    await chrome.kill()
  }
}

/** Puts the token where the page looks for it, in the browser that will be measured. */
async function signIn(port, url, token) {
  const browser = await puppeteer.connect({ browserURL: `http://127.0.0.1:${port}` })
  const page = await browser.newPage()
  await page.goto(new URL('/version.json', url).href)
  await page.evaluate((value) => localStorage.setItem('wallet.token', value), token)
  await page.close()
  await browser.disconnect()
}

function scoresOf({ categories }) {
  return Object.fromEntries(Object.entries(categories).map(([id, { score }]) => [id, Math.round(score * 100)]))
}

function metricsOf({ audits }) {
  const named = {
    fcp: 'first-contentful-paint',
    lcp: 'largest-contentful-paint',
    tbt: 'total-blocking-time',
    cls: 'cumulative-layout-shift',
    si: 'speed-index',
  }
  return Object.fromEntries(Object.entries(named).map(([short, id]) => [short, audits[id].numericValue]))
}

/** What did not get full marks, with what it weighs. */
function faultsOf({ categories, audits }) {
  return Object.values(categories).flatMap(({ auditRefs }) =>
    auditRefs.flatMap(({ id, weight }) => {
      const { score, title, displayValue } = audits[id]
      return weight > 0 && score !== null && score < 1 ? [`${id} ${displayValue ?? ''} (${title}, weighs ${weight})`] : []
    }),
  )
}
