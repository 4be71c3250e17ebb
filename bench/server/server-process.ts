import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import type { MemoryUsage } from './memory-probe.ts'

/** A server in a separate process. `address` is such as `http://127.0.0.1:40123`. */
export type ServerProcess = AsyncDisposable & {
  address: string
  /** Measures its memory after a garbage collection. */
  memory(): Promise<MemoryUsage>
}

type Start = { args?: readonly string[]; env?: Readonly<Record<string, string>>; options?: readonly string[] }

const probe = ['--expose-gc', '--import', join(import.meta.dirname, 'memory-probe.ts')]

/** Starts a program that prints its address. Rejects when it ends before that. */
export async function startServer(file: string, start: Start = {}): Promise<ServerProcess> {
  const child = startNodeProcess(file, { ...start, options: [...(start.options ?? []), ...probe] })
  const ended = once(child, 'exit')
  const address = await Promise.race([printedAddress(child), ended.then(() => undefined)])
  if (address === undefined) throw new Error(`${file} exited before it listened.`)
  return {
    address,
    memory: async () => {
      child.send('memory')
      // Safe: the probe sends nothing else.
      const [memory] = (await once(child, 'message')) as [MemoryUsage]
      return memory
    },
    [Symbol.asyncDispose]: async () => {
      child.kill()
      await ended
    },
  }
}

/** Runs a program to its end; returns the number that it prints. */
export async function runForFigure(file: string, ...args: readonly string[]): Promise<number> {
  const { stdout } = startNodeProcess(file, { args })
  const figure = Number(stdout && (await text(stdout)))
  if (!(figure > 0)) throw new Error(`${file} printed no number.`)
  return figure
}

/**
 * Starts a script in a process that ends at the latest with this one. It can receive messages. Vitest sets the folder of
 * compiled code; without one, which is how figures are measured, every process compiles its own.
 */
export function startNodeProcess(
  file: string,
  { args = [], env = {}, options = [] }: Start = {},
): ChildProcess {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const child = spawn(process.execPath, [...options, file, ...args], {
    env: { PATH, NODE_COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const end = () => child.kill()
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
  return child
}

async function printedAddress({ stdout }: ChildProcess): Promise<string | undefined> {
  if (stdout === null) return undefined
  const lines = createInterface({ input: stdout })
  try {
    for await (const line of lines) {
      const address = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0]
      if (address !== undefined) return address
    }
    return undefined
  } finally {
    // Later output is discarded, so that a full pipe does not block the program.
    stdout.resume()
  }
}
