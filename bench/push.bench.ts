// Time from a command (an admin rates projects of the leader, alternating by one star) to the update of the leaderboard at the last of
// `size` watchers, each a participant; the 99th percentile of many commands. The commands are far enough apart that no update is batched,
// which it is within 100 ms of the previous one.

import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { SubmitRatingRequest } from '@thirty/contracts/judging/ratings-api.ts'
import { perCriterion } from '@thirty/contracts/judging/ratings.ts'
import type { Benchmark, BenchmarkSetup } from './benchmark.ts'
import { projectsOfLeaders } from './load/leader-ratings.ts'
import { adminId, communityEvents, participantId, seedEventLog } from './load/seed-community.ts'
import { authorizationHeaders, startProduct, sessionTokenFor } from './server/product.ts'
import { startServer } from './server/server-process.ts'
import { nowMs, connectWatchers, type WatcherGroup } from './load/watchers.ts'

export const benchmark: Benchmark = {
  name: 'push',
  goal: { ratio: 1.2, better: 'lower' },
  unit: 'ms',
  sizes: [1_000, 10_000],
  setUp,
}

const [minParticipants, days] = [2_000, 10]
/** Maximum commands of a round, of which one may be slower than the percentile, and of the warm-up. */
const [maxCommands, maxWarmUp] = [100, 60]
/** Pause between an update and the next command. */
const pauseMs = 130
const message = 'leaderboard.changed'

async function setUp(watchers: number): Promise<BenchmarkSetup> {
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(await mkdtempDisposable(join(tmpdir(), 'bench-push-')))
  // A test uses a handful of watchers, and needs neither a large community nor many commands.
  const participants = watchers < 100 ? 20 : Math.max(watchers, minParticipants)
  const [commands, warmUp] = [Math.min(maxCommands, watchers), Math.min(maxWarmUp, watchers)]
  await seedEventLog(folder.path, communityEvents({ participants, days }))
  const product = stack.use(await startProduct(folder.path))
  const { address } = product
  const leaders = await projectsOfLeaders({ address, headers, count: 20, participants, days })
  const ratings = ratingsOf(leaders)
  const sessions = Array.from({ length: watchers }, (_, number) => sessionTokenFor(participantId(number)))

  const productWatchers = stack.use(
    await connectWatchers({ address: product.address, message, tokens: sessions }),
  )
  const rate = () => send(`${product.address}/api/ratings/submit`, ratings.next().value)
  await percentile99(productWatchers, rate, warmUp)
  const payloadFile = join(folder.path, 'payload.json')
  const payload = JSON.stringify(productWatchers.lastMessage())
  await writeFile(payloadFile, payload)
  console.error(
    `  ${watchers.toLocaleString('en')} watchers of messages with ${payload.length.toLocaleString('en')} characters`,
  )

  const program = join(import.meta.dirname, 'yardsticks/push.ts')
  const yardstickServer = stack.use(await startServer(program, { args: [payloadFile, message] }))
  const yardstickWatchers = stack.use(
    await connectWatchers({ address: yardstickServer.address, message, tokens: sessions }),
  )
  const broadcast = () => send(yardstickServer.address, {})
  await percentile99(yardstickWatchers, broadcast, warmUp)

  const resources = stack.move()
  return {
    measure: () => percentile99(productWatchers, rate, commands),
    yardstick: () => percentile99(yardstickWatchers, broadcast, commands),
    close: () => resources.disposeAsync(),
  }
}

async function percentile99(
  watchers: WatcherGroup,
  command: () => Promise<void>,
  count: number,
): Promise<number> {
  const times: number[] = []
  for (let index = 0; index < count; index++) {
    const received = watchers.nextMessage()
    const start = nowMs()
    await Promise.all([received, command()])
    times.push((await received) - start)
    await pause(pauseMs)
  }
  times.sort((a, b) => a - b)
  return times[Math.ceil(times.length * 0.99) - 1] ?? NaN
}

const headers = { ...authorizationHeaders(adminId), 'content-type': 'application/json' }

async function send(address: string, body: unknown): Promise<void> {
  const response = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${address} answered ${response.status}: ${await response.text()}`)
  await response.arrayBuffer()
}

/** How often each project is rated. The seeded rating is the first; a rater may change it twenty times. */
const passes = 20

/**
 * Yields ratings of the leader's projects in turn, then of the next participant's. All are far better than the seeded
 * ratings and, from the second pass on, change one star: the same single row changes each time, so nearly all updates
 * are alike.
 */
function* ratingsOf(leaders: readonly (readonly string[])[]): Generator<SubmitRatingRequest, never> {
  for (const projects of leaders)
    for (let pass = 0; pass < passes; pass += 1)
      for (const projectId of projects)
        yield {
          projectId,
          criteria: { ...perCriterion(() => 5), functionality: 5 - (pass % 2) },
          feedback: '',
        }
  throw new Error('The benchmark needs more projects that it may rate.')
}
