import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Benchmark, Stage } from './benchmark.ts'
import { communityOf, participantId, seed } from './community.ts'
import { startProduct, tokenOf } from './product.ts'
import { startProgram, type Program } from './program.ts'
import { watch } from './watchers.ts'

/**
 * What a server keeps in memory for each of so many idle watchers, each a participant of their own: everything that a
 * collection leaves, against what it left before anybody came.
 */
export const benchmark: Benchmark = {
  name: 'push-memory',
  goal: { ratio: 1.2, better: 'lower' },
  unit: 'kB',
  sizes: [1_000, 10_000],
  open,
}

const message = 'leaderboard.changed'

async function open(watchers: number): Promise<Stage> {
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(await mkdtempDisposable(join(tmpdir(), 'bench-push-memory-')))
  await seed(folder.path, communityOf({ participants: watchers, days: 0, sinceDays: 1 }))
  const frame = join(folder.path, 'frame.json')
  await writeFile(frame, '{}')
  const program = join(import.meta.dirname, 'yardsticks/push.ts')
  const product = stack.use(await startProduct(folder.path))
  const bare = stack.use(await startProgram(program, { args: [frame, message] }))
  const people = Array.from({ length: watchers }, (_, at) => tokenOf(participantId(at)))
  const [ofProduct, ofBare] = [await memoryOf(product, people), await memoryOf(bare, people)]
  const all = stack.move()
  return { measure: ofProduct, yardstick: ofBare, close: () => all.disposeAsync() }
}

/** Those who come before anything counts, so that what is made once for all is there. */
const first = 100

/** Kilobytes for each of these people. What the server remembers of them when they have gone counts in every turn. */
async function memoryOf(server: Program, people: readonly string[]): Promise<() => Promise<number>> {
  const withWatchers = async (watching: readonly string[]): Promise<number> => {
    await using _crowd = await watch({ address: server.address, message, people: watching })
    return (await server.memory()).kept
  }
  await withWatchers(people.slice(0, first))
  const before = (await server.memory()).kept
  return async () => ((await withWatchers(people)) - before) / people.length / 1_000
}
