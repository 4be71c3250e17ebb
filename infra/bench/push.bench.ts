import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { boardResponse } from '@thirty/contracts/api/challenge/leaderboard.ts'
import type { SubmitRatingRequest } from '@thirty/contracts/api/projects/ratings.ts'
import type { Benchmark, BenchmarkSetup } from './benchmark.ts'
import {
  adminId,
  communityEvents,
  isApproved,
  participantId,
  participantProjectId,
  seedEventLog,
} from './load/seed-community.ts'
import { authorizationHeaders, startProduct, sessionTokenFor } from './server/product.ts'
import { startServer } from './server/server-process.ts'
import { nowMs, connectWatchers, type WatcherGroup } from './load/watchers.ts'

/**
 * From sending a command (an admin rates projects of whoever leads, a star up and down in turns) to the board's frame
 * at the last of so many watchers, each a participant of their own; of many commands the 99th percentile. The commands
 * stand apart: a room that was told something less than 100 ms ago has the next news gathered, and this is not about
 * waiting for those.
 */
export const benchmark: Benchmark = {
  name: 'push',
  goal: { ratio: 1.3, better: 'lower' },
  unit: 'ms',
  sizes: [1_000, 10_000],
  setUp: open,
}

const [leastParticipants, days] = [2_000, 10]
/** Commands of a turn, one of which may be slower than the percentile, and before anything counts. */
const [mostCommands, mostWarmUp] = [100, 60]
/** Milliseconds without a frame before the next command. */
const quiet = 130
const message = 'leaderboard.changed'

async function open(watchers: number): Promise<BenchmarkSetup> {
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(await mkdtempDisposable(join(tmpdir(), 'bench-push-')))
  const participants = Math.max(watchers, leastParticipants)
  // For a handful of watchers, as in a test, a handful of commands.
  const [commands, warmUp] = [Math.min(mostCommands, watchers), Math.min(mostWarmUp, watchers)]
  await seedEventLog(folder.path, communityEvents({ participants, days }))
  const product = stack.use(await startProduct(folder.path))
  const rated = ratings(await projectsOfLeader(product.address, participants))
  const people = Array.from({ length: watchers }, (_, at) => sessionTokenFor(participantId(at)))

  const watching = stack.use(await connectWatchers({ address: product.address, message, tokens: people }))
  const rate = () => send(`${product.address}/api/ratings/submit`, rated.next().value)
  await percentile99(watching, rate, warmUp)
  const file = join(folder.path, 'frame.json')
  const frame = JSON.stringify(watching.lastMessage())
  await writeFile(file, frame)
  console.error(
    `  ${watchers.toLocaleString('en')} watchers of frames with ${frame.length.toLocaleString('en')} letters`,
  )

  const program = join(import.meta.dirname, 'yardsticks/push.ts')
  const bare = stack.use(await startServer(program, { args: [file, message] }))
  const watchingBare = stack.use(await connectWatchers({ address: bare.address, message, tokens: people }))
  const broadcast = () => send(bare.address, {})
  await percentile99(watchingBare, broadcast, warmUp)

  const all = stack.move()
  return {
    measure: () => percentile99(watching, rate, commands),
    yardstick: () => percentile99(watchingBare, broadcast, commands),
    close: () => all.disposeAsync(),
  }
}

async function percentile99(
  crowd: WatcherGroup,
  command: () => Promise<void>,
  count: number,
): Promise<number> {
  const times: number[] = []
  for (let at = 0; at < count; at++) {
    const everybodyKnows = crowd.nextMessage()
    const start = nowMs()
    await Promise.all([everybodyKnows, command()])
    times.push((await everybodyKnows) - start)
    await pause(quiet)
  }
  times.sort((one, other) => one - other)
  return times[Math.ceil(times.length * 0.99) - 1] ?? NaN
}

const headers = { ...authorizationHeaders(adminId), 'content-type': 'application/json' }

async function send(address: string, body: unknown): Promise<void> {
  const answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}: ${await answer.text()}`)
  await answer.arrayBuffer()
}

/** The approved projects of whoever leads, by id. */
async function projectsOfLeader(address: string, participants: number): Promise<string[]> {
  const board = await fetch(`${address}/api/leaderboard/leaderboard?limit=1`, { headers })
  const { data } = boardResponse.parse(await board.json())
  const numbers = Array.from({ length: participants }, (_, number) => number)
  const leader = numbers.find((number) => participantId(number) === data[0]?._id)
  if (leader === undefined) throw new Error('Nobody leads.')
  const projects = Array.from({ length: days }, (_, at) => at + 1)
    .filter((day) => isApproved(leader, day))
    .map((day) => participantProjectId(leader, day))
  if (projects.length === 0) throw new Error('Whoever leads has no project.')
  return projects
}

/**
 * Ratings of these projects, one after the other, as an admin goes through them. Each is better than the seeded ones
 * by far and, from the second time on, changes one star, down and up in turns: one row changes, and frames are alike.
 */
function* ratings(projects: readonly string[]): Generator<SubmitRatingRequest, never> {
  for (let functionality = 5; ; functionality = 9 - functionality)
    for (const projectId of projects)
      yield {
        projectId,
        criteria: { functionality, design: 5, innovation: 5, codeQuality: 5, completeness: 5 },
        feedback: '',
      }
}
