import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { memoryEnvironment, nodeOptions } from '../../scripts/node-options.mjs'
import type { ProcessAnswers } from './process-probe.ts'

/** A server in a separate process. `address` is such as `http://127.0.0.1:40123`. */
export type ServerProcess = AsyncDisposable & {
  address: string
  /** Returns a measurement of the process: its memory after a garbage collection, or the processor time of its main thread. */
  ask<Name extends keyof ProcessAnswers>(name: Name): Promise<ProcessAnswers[Name]>
}

type Start = { args?: readonly string[]; env?: Readonly<Record<string, string>> }

const probe = ['--expose-gc', '--import', join(import.meta.dirname, 'process-probe.ts')]

/**
 * Starts a program that prints its address. Rejects when it ends before that. The product and the yardsticks have the same options of
 * Node.
 */
export async function startServer(file: string, { args = [], env }: Start = {}): Promise<ServerProcess> {
  const child = startNodeProcess(file, {
    args,
    env: { ...memoryEnvironment, ...env },
    options: [...nodeOptions, ...probe],
  })
  const ended = once(child, 'exit')
  const address = await Promise.race([printedAddress(child), ended.then(() => undefined)])
  if (address === undefined) throw new Error(`${file} exited before it listened.`)
  return {
    address,
    ask: async <Name extends keyof ProcessAnswers>(name: Name) => {
      child.send(name)
      // Safe: the probe sends nothing else.
      const [answer] = (await once(child, 'message')) as [ProcessAnswers[Name]]
      return answer
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
  { args = [], env = {}, options = [] }: Start & { options?: readonly string[] } = {},
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
