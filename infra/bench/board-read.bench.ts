import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Benchmark, Stage } from './benchmark.ts'
import { communityOf, participantId, seed } from './community.ts'
import { answersPerSecond, type Request } from './load.ts'
import { signedIn, startProduct } from './product.ts'
import { startProgram } from './program.ts'

/**
 * The first hundred of a board of so many participants, asked for by a hundred of them in turns; a few stand among
 * the first hundred themselves. Nothing changes meanwhile.
 */
export const benchmark: Benchmark = {
  name: 'board-read',
  goal: { ratio: 1.5, better: 'higher' },
  unit: 'answers/s',
  sizes: [1_000, 10_000],
  open,
}

const path = '/api/leaderboard/leaderboard?limit=100'
const [connections, askers, days] = [16, 100, 10]
/** Answers of a turn; fewer on a small board, as in a test. */
const mostAnswers = 4_000

async function open(participants: number): Promise<Stage> {
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(await mkdtempDisposable(join(tmpdir(), 'bench-board-read-')))
  await seed(folder.path, communityOf({ participants, days }))
  const product = stack.use(await startProduct(folder.path))
  const requests = requestsOf(participants)
  const file = join(folder.path, 'body.json')
  await writeFile(file, await (await fetch(product.address + path, requests[0])).text())
  const bare = stack.use(
    await startProgram(join(import.meta.dirname, 'yardsticks/board-read.ts'), { args: [file] }),
  )
  const answersOf = ({ address }: { address: string }) =>
    answersPerSecond({ address, connections, requests, status: 200 })
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

function requestsOf(participants: number): Request[] {
  const asking = Array.from({ length: askers }, (_, at): Request => {
    const asker = participantId(Math.floor((at * participants) / askers))
    return { method: 'GET', path, headers: signedIn(asker) }
  })
  const answers = Math.min(mostAnswers, 8 * participants)
  return Array.from({ length: answers / askers }, () => asking).flat()
}
