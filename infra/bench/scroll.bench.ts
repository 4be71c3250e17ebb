import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Benchmark, BenchmarkSetup, Measurement } from './benchmark.ts'
import { median } from './benchmark.ts'
import { submitRequest } from './load/request-generators.ts'
import { communityEvents, participantId, seedEventLog } from './load/seed-community.ts'
import { sessionTokenFor, startProduct } from './server/product.ts'
import { freePort } from './web/free-port.ts'
import { measureScrolling, type ScrollReport } from './web/measure-scrolling.ts'
import { startYardstick } from './web/start-yardstick.ts'

/**
 * The 99th percentile of the frames while the whole leaderboard of so many participants scrolls in Chromium, beside a list of
 * one-line rows of the same height with TanStack Virtual alone. Prints late frames and the longest task as well.
 */
export const benchmark: Benchmark = {
  name: 'scroll',
  goal: { ratio: 1.5, better: 'lower' },
  unit: 'ms',
  sizes: [10_000],
  setUp,
}

const days = 3
const pageSize = 100
/** Pixels to scroll; fewer in a short list. */
const distanceIn = (participants: number) => Math.min(24_000, 12 * participants)

async function setUp(participants: number): Promise<BenchmarkSetup> {
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(await mkdtempDisposable(join(tmpdir(), 'bench-scroll-')))
  await seedEventLog(folder.path, communityEvents({ participants, days }))
  const port = await freePort()
  const product = stack.use(await startProduct(folder.path, port))
  const yardstickServer = stack.use(await startYardstick('bare-list'))
  const stored = { token: sessionTokenFor(participantId(1), port), isAuthenticated: 'true' }
  const reports = new Map<string, ScrollReport[]>()
  const keep = (name: string, report: ScrollReport) => {
    reports.set(name, [...(reports.get(name) ?? []), report])
    return report.p99Ms
  }
  const measurement: Measurement = {
    yardstick: async () =>
      keep(
        'TanStack Virtual alone',
        await measureScrolling(yardstickServer.address, {
          distance: distanceIn(participants),
          ready: (page) => page.getByText('Participant 1').first().waitFor(),
        }),
      ),
    measure: async () =>
      keep(
        'leaderboard',
        await measureScrolling(
          `${product.address}/leaderboard?page=${1 + Math.ceil(participants / pageSize)}`,
          {
            stored,
            distance: distanceIn(participants),
            change: () => submitNext(product.address, port),
            ready: (page) => waitForRows(page, participants),
          },
        ),
      ),
  }
  const resources = stack.move()
  return {
    ...measurement,
    close: async () => {
      await resources.disposeAsync()
      console.table(Object.fromEntries([...reports].map(([name, list]) => [name, mediansOf(list)])))
    },
  }
}

let nextDay = days

/** Submits the project of a further day, so that rows change while the list scrolls. */
async function submitNext(address: string, port: number): Promise<void> {
  nextDay += 1
  const headers = {
    'content-type': 'application/json',
    authorization: `Bearer ${sessionTokenFor(participantId(1), port)}`,
  }
  const { method, path, body } = submitRequest(1, nextDay, headers)
  const response = await fetch(address + path, { method, headers, ...(body && { body }) })
  if (!response.ok) throw new Error(`The submission was answered with ${response.status}.`)
}

/** Waits until the screen says that it shows all participants. */
const waitForRows = (page: Page, participants: number) =>
  page
    .getByText(new RegExp(`–${participants.toLocaleString('en')} of`))
    .waitFor({ state: 'attached', timeout: 120_000 })

function mediansOf(reports: readonly ScrollReport[]) {
  const of = (value: (report: ScrollReport) => number) => Number(median(reports.map(value)).toFixed(1))
  return {
    '99th percentile of frames, ms': of(({ p99Ms }) => p99Ms),
    'longest frame, ms': of(({ longestMs }) => longestMs),
    'late frames, %': of(({ overBudget }) => 100 * overBudget),
    'longest task, ms': of(({ longestTaskMs }) => longestTaskMs),
  }
}
