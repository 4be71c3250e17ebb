import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Benchmark, BenchmarkSetup } from './benchmark.ts'
import { communityEvents, participantId, seedEventLog } from './load/seed-community.ts'
import { responsesPerSecond, type LoadRequest } from './load/http-load.ts'
import { authorizationHeaders, startProduct } from './server/product.ts'
import { startServer } from './server/server-process.ts'

/**
 * The first hundred of a board of so many participants, asked for by a hundred of them in turns; a few stand among
 * the first hundred themselves. Nothing changes meanwhile.
 */
export const benchmark: Benchmark = {
  name: 'board-read',
  goal: { ratio: 1.5, better: 'higher' },
  unit: 'answers/s',
  sizes: [1_000, 10_000],
  setUp: open,
}

const path = '/api/leaderboard/leaderboard?limit=100'
const [connections, askers, days] = [16, 100, 10]
/** Answers of a turn; fewer on a small board, as in a test. */
const mostAnswers = 4_000

async function open(participants: number): Promise<BenchmarkSetup> {
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(await mkdtempDisposable(join(tmpdir(), 'bench-board-read-')))
  await seedEventLog(folder.path, communityEvents({ participants, days }))
  const product = stack.use(await startProduct(folder.path))
  const requests = requestsOf(participants)
  const file = join(folder.path, 'body.json')
  await writeFile(file, await (await fetch(product.address + path, requests[0])).text())
  const bare = stack.use(
    await startServer(join(import.meta.dirname, 'yardsticks/board-read.ts'), { args: [file] }),
  )
  const answersOf = ({ address }: { address: string }) =>
    responsesPerSecond({ address, connections, requests, status: 200 })
  // Both are warm before anything counts.
  await answersOf(bare)
  await answersOf(product)
  const all = stack.move()
  return {
    measure: () => answersOf(product),
    yardstick: () => answersOf(bare),
    close: () => all.disposeAsync(),
  }
}

function requestsOf(participants: number): LoadRequest[] {
  const asking = Array.from({ length: askers }, (_, at): LoadRequest => {
    const asker = participantId(Math.floor((at * participants) / askers))
    return { method: 'GET', path, headers: authorizationHeaders(asker) }
  })
  const answers = Math.min(mostAnswers, 8 * participants)
  return Array.from({ length: answers / askers }, () => asking).flat()
}
