// Opens browsers in separate processes, and gives these processes orders; `browsers-process.ts` is their program.

import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startNodeProcess } from '../server/server-process.ts'
import type { BrowserUser } from './browser.ts'
import type { KnownBoard } from './known-boards.ts'
import { buildPageScript } from './page-script.ts'
import type { Seen } from './watching-browser.ts'

/** What processes of browsers do, with the options. */
export type Orders = {
  /** Opens the leaderboard in a browser for each user. */
  open: { scriptFile: string; addresses: readonly string[]; users: readonly BrowserUser[] }
  /** From now on, connections go to these web processes. */
  route: readonly string[]
  /** The board of the log after another change. */
  know: KnownBoard
  /** Cuts every browser again and again, spread over time; the page of every second one receives the event `offline`. */
  cutInTurn: { everyMs: number; forMs: number; whileMs: number }
  /** Waits for the last known board, compares what all browsers show with the server, and forgets what they have seen. */
  report: undefined
}

export type Answers = { [Name in keyof Orders]: Name extends 'report' ? Report : void }
export type Order = { id: number; name: keyof Orders; options: unknown }

/** `wrong`: for each browser whose board is not that of the server, what differs. */
export type Report = { wrong: string[]; seen: Seen[] }

/** Browsers in separate processes. */
export type Browsers = AsyncDisposable & {
  give<Name extends Exclude<keyof Orders, 'open' | 'report'>>(
    name: Name,
    options: Orders[Name],
  ): Promise<void>
  report(): Promise<Report>
}

const program = join(import.meta.dirname, 'browsers-process.ts')
const withoutStyles = ['--import', join(import.meta.dirname, 'without-styles.ts')]
/** One process for each core of a small machine: a browser takes more memory and time than a socket. */
const processCount = 2

type OpenOptions = { folder: string; addresses: readonly string[]; users: readonly BrowserUser[] }

/** Opens the leaderboard in a browser for each user. Resolves when all show it. */
export async function openBrowsers({ folder, addresses, users }: OpenOptions): Promise<Browsers> {
  const scriptFile = join(folder, 'page.js')
  await writeFile(scriptFile, await buildPageScript())
  await using stack = new AsyncDisposableStack()
  const processes = await Promise.all(
    Array.from({ length: processCount }, async (_, index) => {
      const started = stack.use(startBrowsersProcess())
      const share = users.filter((_user, number) => number % processCount === index)
      await started.give('open', { scriptFile, addresses, users: share })
      return started
    }),
  )
  const resources = stack.move()
  return {
    give: async (name, options) =>
      void (await Promise.all(processes.map((started) => started.give(name, options)))),
    report: async () => {
      const reports = await Promise.all(processes.map((started) => started.give('report', undefined)))
      return {
        wrong: reports.flatMap(({ wrong }) => wrong),
        seen: reports.flatMap(({ seen }) => seen),
      }
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

function startBrowsersProcess() {
  const child = startNodeProcess(program, { options: withoutStyles })
  const ended = once(child, 'exit')
  const answers = new Map<number, (value: unknown) => void>()
  // Safe: the program sends nothing else.
  child.on('message', ({ id, value }: { id: number; value: unknown }) => {
    answers.get(id)?.(value)
    answers.delete(id)
  })
  let count = 0
  return {
    give: async <Name extends keyof Orders>(name: Name, options: Orders[Name]): Promise<Answers[Name]> => {
      const id = count++
      const { promise, resolve } = Promise.withResolvers<unknown>()
      answers.set(id, resolve)
      child.send({ id, name, options } satisfies Order)
      const exited = ended.then(() => Promise.reject(new Error('A process of browsers exited.')))
      // Safe: the answer to an order is that of its name.
      return (await Promise.race([promise, exited])) as Answers[Name]
    },
    [Symbol.asyncDispose]: async () => {
      if (child.connected) child.disconnect()
      await ended
    },
  }
}
