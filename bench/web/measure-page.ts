import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { findChromium, flagsForPlaywright } from '../../scripts/prepare/programs.mjs'
import { freePort } from './free-port.ts'

/** What Lighthouse reports of a page: scores from 0 to 1, times in milliseconds, sizes in bytes. */
export type PageReport = {
  performance: number
  accessibility: number
  bestPractices: number
  seo: number
  /** When the largest text or picture of the first view was painted. */
  largestPaintMs: number
  blockingMs: number
  layoutShift: number
  bytes: number
  requests: number
}

/** Entries of the browser's local storage, such as the session. */
export type StoredEntries = Readonly<Record<string, string>>

/**
 * Measures a page with Lighthouse's preset for phones in a new browser with a cold cache: a simulated slow 4G line and a
 * processor four times slower. Throws when the page cannot be measured.
 */
export async function measurePage(url: string, stored: StoredEntries = {}): Promise<PageReport> {
  const port = await freePort()
  const browser = await chromium.launch({
    executablePath: findChromium() ?? '',
    args: [...flagsForPlaywright, `--remote-debugging-port=${port}`],
  })
  try {
    // A page of the same origin without scripts. Lighthouse opens its page in the default context.
    if (Object.keys(stored).length > 0) await storeEntries(port, new URL('/healthz', url).href, stored)
    const result = await lighthouse(url, {
      port,
      output: 'json',
      logLevel: 'error',
      disableStorageReset: true,
      onlyCategories: ['performance', 'accessibility', 'best-practices', 'seo'],
    })
    return toReport(url, result?.lhr)
  } finally {
    await browser.close()
  }
}

async function storeEntries(port: number, page: string, stored: StoredEntries) {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  const tab = await browser.contexts()[0]?.newPage()
  if (tab === undefined) throw new Error('The browser has no default context.')
  await tab.goto(page)
  await tab.evaluate((entries) => {
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value)
  }, stored)
  await tab.close()
  await browser.close()
}

type LighthouseResult = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr']

function toReport(url: string, result: LighthouseResult | undefined): PageReport {
  if (result === undefined) throw new Error(`Lighthouse reported nothing about ${url}.`)
  if (result.runtimeError) throw new Error(`${url}: ${result.runtimeError.message}`)
  const score = (category: string) => result.categories[category]?.score ?? Number.NaN
  const value = (audit: string) => result.audits[audit]?.numericValue ?? Number.NaN
  const details = result.audits['network-requests']?.details
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    largestPaintMs: value('largest-contentful-paint'),
    blockingMs: value('total-blocking-time'),
    layoutShift: value('cumulative-layout-shift'),
    bytes: value('total-byte-weight'),
    requests: details?.type === 'table' ? details.items.length : Number.NaN,
  }
}
