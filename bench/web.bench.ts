// The largest paint of the first view, by Lighthouse's preset for phones with a cold cache, in a community of `size` participants, and for
// community, project and two screens of admins with the demo data, beside a page of React, React DOM and React Router alone. Prints the
// scores of every page as well.

import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median, type Benchmark, type BenchmarkSetup, type Measurement } from './benchmark.ts'
import { communityEvents, participantId, seedEventLog } from './load/seed-community.ts'
import { sessionTokenFor, startProduct } from './server/product.ts'
import { startDemoProduct, type DemoProduct } from './web/demo-product.ts'
import { freePort } from './web/free-port.ts'
import { measurePage, type PageReport, type StoredEntries } from './web/measure-page.ts'
import { startYardstick } from './web/start-yardstick.ts'

export const benchmark: Benchmark = {
  name: 'web',
  goal: { ratio: 1.1, better: 'lower' },
  unit: 'ms',
  sizes: [100],
  setUp,
}

/** A page and what the browser's storage holds when it is opened. */
type MeasuredPage = { url: string; stored?: StoredEntries }

const days = 20

async function setUp(participants: number): Promise<BenchmarkSetup> {
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(await mkdtempDisposable(join(tmpdir(), 'bench-web-')))
  await seedEventLog(folder.path, communityEvents({ participants, days }))
  const port = await freePort()
  const product = stack.use(await startProduct(folder.path, port))
  const demoFolder = stack.use(await mkdtempDisposable(join(tmpdir(), 'bench-web-demo-')))
  let startedDemo: Promise<DemoProduct> | undefined
  /** Starts the product with the demo data when the first page needs it: filling it takes as long as measuring a page. */
  const demo = () =>
    (startedDemo ??= freePort().then((demoPort) => startDemoProduct(demoFolder.path, demoPort)))
  stack.defer(async () => (await startedDemo)?.[Symbol.asyncDispose]())
  const yardstickServer = stack.use(await startYardstick('bare-page'))
  const reports = new Map<string, PageReport[]>()
  const measure = async (name: string, { url, stored = {} }: MeasuredPage) => {
    const report = await measurePage(url, stored)
    reports.set(name, [...(reports.get(name) ?? []), report])
    return report.largestPaintMs
  }
  const partOf = (name: string, page: MeasuredPage | (() => Promise<MeasuredPage>)): Measurement => ({
    yardstick: () => measure('react, react-dom and router alone', { url: yardstickServer.address }),
    measure: async () => measure(name, typeof page === 'function' ? await page() : page),
  })
  const demoPage = async (pathOf: (product: DemoProduct) => string): Promise<MeasuredPage> => {
    const product = await demo()
    return { url: product.address + pathOf(product), stored: product.session }
  }
  const adminPage = async (path: string): Promise<MeasuredPage> => {
    const product = await demo()
    return { url: product.address + path, stored: product.adminSession }
  }
  const resources = stack.move()
  return {
    parts: {
      landing: partOf('landing', { url: `${product.address}/` }),
      login: partOf('login', { url: `${product.address}/login` }),
      signup: partOf('signup', { url: `${product.address}/signup` }),
      leaderboard: partOf('leaderboard', { url: `${product.address}/leaderboard`, stored: sessionOf(port) }),
      community: partOf('community', () => demoPage(() => '/community')),
      project: partOf('project', () => demoPage(({ projectPath }) => projectPath)),
      'admin-overview': partOf('admin-overview', () => adminPage('/admin/leaderboard')),
      'admin-users': partOf('admin-users', () => adminPage('/admin/users')),
    },
    close: async () => {
      await resources.disposeAsync()
      console.table(Object.fromEntries([...reports].map(([name, list]) => [name, mediansOf(list)])))
    },
  }
}

/** The entries of a signed-in participant in browser storage. */
const sessionOf = (port: number): StoredEntries => ({
  token: sessionTokenFor(participantId(1), port),
  isAuthenticated: 'true',
})

/** Returns the row of a page: medians over all runs. */
function mediansOf(reports: readonly PageReport[]) {
  const of = (value: (report: PageReport) => number) => median(reports.map(value))
  return {
    performance: of(({ performance }) => performance),
    accessibility: of(({ accessibility }) => accessibility),
    'best practices': of(({ bestPractices }) => bestPractices),
    seo: of(({ seo }) => seo),
    'largest paint, ms': Math.round(of(({ largestPaintMs }) => largestPaintMs)),
    'blocking, ms': Math.round(of(({ blockingMs }) => blockingMs)),
    'layout shift': Number(of(({ layoutShift }) => layoutShift).toFixed(3)),
    kB: Math.round(of(({ bytes }) => bytes) / 1000),
    requests: of(({ requests }) => requests),
  }
}
