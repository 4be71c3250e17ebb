import { once } from 'node:events'
import { join } from 'node:path'
import { startNode } from './program.ts'

/** Sockets that all hear the same, in processes of their own. */
export type Crowd = AsyncDisposable & {
  /** When the last of them has heard the next frame, as `now` tells it. One call for each frame, before it is sent. */
  next(): Promise<number>
  /** The frame that was heard last. */
  last(): unknown
}

export type Watching = { address: string; message: string; people: readonly string[] }

/** What a process of watchers says: that all of them are in, or when the last of them heard a frame, and which. */
export type Heard = { at: number; frame?: string }

/** Milliseconds, the same clock for all processes of this machine. */
export const now = (): number => Number(process.hrtime.bigint()) / 1e6

const program = join(import.meta.dirname, 'watching.ts')
/** One process would not do for many on a machine with more cores, and each may open so many files only. */
const inOneProcess = 5_000
/** Files that a process needs for itself. */
const ownFiles = 200
const patience = 30_000

/** One websocket for each of the tokens, all connected. */
export async function watch({ people, ...heard }: Watching): Promise<Crowd> {
  requireFiles(people.length)
  const groups = Array.from({ length: Math.ceil(people.length / inOneProcess) }, (_, at) =>
    people.slice(at * inOneProcess, (at + 1) * inOneProcess),
  )
  await using stack = new AsyncDisposableStack()
  const crowds = await Promise.all(
    groups.map(async (group) => {
      const crowd = stack.use(startWatching({ ...heard, people: group }))
      await crowd.next()
      return crowd
    }),
  )
  const all = stack.move()
  return {
    next: async () => Math.max(...(await Promise.all(crowds.map((crowd) => crowd.next())))),
    last: () => crowds[0]?.last(),
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  }
}

/** The watchers of one process. Its first word is that all are in. */
function startWatching(watching: Watching): Crowd {
  const child = startNode(program)
  const ended = once(child, 'exit')
  let frame: string | undefined
  child.send(watching)
  return {
    next: async () => {
      const early = ended.then(() => Promise.reject(new Error(`Watchers of ${watching.message} ended.`)))
      const word = once(child, 'message', { signal: AbortSignal.timeout(patience) })
      // The program says nothing else.
      const [heard] = (await Promise.race([word, early])) as [Heard]
      frame = heard.frame ?? frame
      return heard.at
    },
    last: () => frame && (JSON.parse(frame) as unknown),
    [Symbol.asyncDispose]: async () => {
      child.kill()
      await ended
    },
  }
}

/** Every socket is an open file of the server, whose limit is ours: Node itself raises it as far as it may. */
function requireFiles(sockets: number): void {
  // Typed `object`; the parts are documented.
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { hard: unknown } } }
  const most = Number(userLimits?.open_files?.hard)
  if (most < sockets + ownFiles)
    throw new Error(`${sockets} sockets need ulimit -Hn ${sockets + ownFiles}; here it is ${most}.`)
}
