// Browsers on a bad network: the connection of each is cut every 15 seconds for two, while the leaderboard changes every second. Measures
// the time from the reconnect to a board that equals the log's: the 99th percentile of all reconnects. At the end, every board must be
// right. The yardstick is not a program, but what people may have to wait at most.

import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Benchmark, BenchmarkSetup } from './benchmark.ts'
import { openBrowsers } from './browsers/browsers.ts'
import { boardChanges } from './browsers/board-changes.ts'
import { percentile, requireRight } from './browsers/reports.ts'
import { adminId, communityEvents, participantId, seedEventLog } from './load/seed-community.ts'
import { authorizationHeaders, sessionTokenFor, startProduct } from './server/product.ts'

export const benchmark: Benchmark = {
  name: 'jitter',
  goal: { ratio: 1, better: 'lower' },
  unit: 'ms',
  sizes: [5_000],
  setUp,
}

const acceptedWaitMs = 2_500
const [minParticipants, days] = [2_000, 10]
const weather = { changes: 120, changeEveryMs: 1_000, everyMs: 15_000, forMs: 2_000 }
/** For a test, which has a handful of browsers. */
const shortWeather = { changes: 10, changeEveryMs: 400, everyMs: 3_000, forMs: 500 }

async function setUp(size: number): Promise<BenchmarkSetup> {
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(await mkdtempDisposable(join(tmpdir(), 'bench-jitter-')))
  const isTest = size < 100
  const participants = isTest ? 20 : Math.max(size, minParticipants)
  await seedEventLog(folder.path, communityEvents({ participants, days }))
  const product = stack.use(await startProduct(folder.path))
  const users = Array.from({ length: size }, (_, number) => ({
    token: sessionTokenFor(participantId(number)),
    user: { _id: participantId(number), fullName: `participant ${number}` },
  }))
  const addresses = [product.address]
  const browsers = stack.use(await openBrowsers({ folder: folder.path, addresses, users }))
  const headers = authorizationHeaders(adminId)
  const changes = await boardChanges({ addresses: () => addresses, headers, participants, days, browsers })
  const { changes: count, changeEveryMs, ...cuts } = isTest ? shortWeather : weather

  const measure = async () => {
    const [whileMs, usedBefore] = [count * changeEveryMs, await product.ask('mainThread')]
    const cutting = browsers.give('cutInTurn', { ...cuts, whileMs })
    for (let done = 0; done < count; done += 1) await Promise.all([changes.next(), pause(changeEveryMs)])
    await cutting
    const used = (await product.ask('mainThread')) - usedBefore
    const report = await browsers.report()
    requireRight(report)
    const waits = report.seen.flatMap((seen) => seen.waits)
    const [median, most, worst] = [0.5, 0.9, 1].map((share) => percentile(waits, share).toFixed())
    const perReconnect = (used / waits.length).toFixed()
    console.error(
      `  ${waits.length.toLocaleString('en')} reconnects: median ${median} ms, 90 % ${most} ms, worst ${worst} ms; processor time of the server for each, with all messages meanwhile: ${perReconnect} µs`,
    )
    return percentile(waits, 0.99)
  }

  const resources = stack.move()
  return { measure, yardstick: async () => acceptedWaitMs, close: () => resources.disposeAsync() }
}
