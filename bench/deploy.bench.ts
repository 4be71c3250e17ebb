// A deployment under open leaderboards: of two web processes, first one and then the other is restarted, as documented for production,
// while the leaderboard changes twice a second. Measures the greatest age of what each browser showed: the 95th percentile of all
// browsers. No browser may show an older board after a newer one, nor a wrong one at the end. The yardstick is not a program, but the age
// that people may see at most.

import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { systemClock } from '@thirty/infra/scheduler.ts'
import { sessionTokens } from '@thirty/infra/http/authentication/caller-tokens.ts'
import { publicUrl, startCluster } from '../e2e/support/cluster.ts'
import type { Benchmark, BenchmarkSetup } from './benchmark.ts'
import { boardChanges } from './browsers/board-changes.ts'
import { openBrowsers } from './browsers/browsers.ts'
import { percentile, requireRight } from './browsers/reports.ts'
import { adminId, communityEvents, participantId, seedEventLog } from './load/seed-community.ts'

export const benchmark: Benchmark = {
  name: 'deploy',
  goal: { ratio: 1, better: 'lower' },
  unit: 'ms',
  sizes: [5_000],
  setUp,
}

const acceptedAgeMs = 3_000
/** Few days: their events are written to Redis before a process is ready. */
const [minParticipants, days] = [1_000, 2]
const changeEveryMs = 500
/** Between the start of a process and the end of the next one; hardly any for a test, which has a handful of browsers. */
const [pauseMs, shortPauseMs] = [5_000, 500]

async function setUp(size: number): Promise<BenchmarkSetup> {
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(await mkdtempDisposable(join(tmpdir(), 'bench-deploy-')))
  const isTest = size < 100
  const participants = isTest ? 20 : Math.max(size, minParticipants)
  const cluster = await startCluster({ projectors: 1, startsImmediately: false })
  stack.defer(async () => void (await cluster.remove()))
  await seedEventLog(cluster.log.folder, communityEvents({ participants, days }))
  await cluster.log.start()
  await Promise.all([...cluster.webs, ...cluster.projectors].map((member) => member.start()))

  const tokens = sessionTokens({ secret: cluster.jwtSecret, issuer: publicUrl, clock: systemClock })
  const tokenOf = (id: string) => tokens.issue({ id, version: 0 })
  const users = Array.from({ length: size }, (_, number) => ({
    token: tokenOf(participantId(number)),
    user: { _id: participantId(number), fullName: `participant ${number}` },
  }))
  let addresses = cluster.webs.map(({ url }) => url)
  const browsers = stack.use(await openBrowsers({ folder: folder.path, addresses, users }))
  const headers = { authorization: `Bearer ${tokenOf(adminId)}` }
  const changes = await boardChanges({ addresses: () => addresses, headers, participants, days, browsers })

  const route = async (served: readonly string[]) => {
    addresses = [...served]
    await browsers.give('route', served)
  }
  const deploy = async () => {
    for (const web of cluster.webs) {
      const others = addresses.filter((address) => address !== web.url)
      await route(others)
      await web.stop()
      await web.start()
      await route([...others, web.url])
      await pause(isTest ? shortPauseMs : pauseMs)
    }
  }
  const measure = async () => {
    const end = new AbortController()
    const deployed = deploy().finally(() => end.abort())
    while (!end.signal.aborted) await Promise.all([changes.next(), pause(changeEveryMs)])
    await deployed
    const report = await browsers.report()
    requireRight(report)
    const ages = report.seen.map(({ worstAge }) => worstAge)
    console.error(
      `  greatest age: median ${percentile(ages, 0.5).toFixed()} ms, worst ${Math.max(...ages).toFixed()} ms`,
    )
    return percentile(ages, 0.95)
  }

  const resources = stack.move()
  return { measure, yardstick: async () => acceptedAgeMs, close: () => resources.disposeAsync() }
}
