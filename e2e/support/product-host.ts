// A start in a new process took 1.2 seconds of processor time, nearly all for loading and compiling; here it takes 0.1.
// Products share only caches and the memory limits for images. Journeys that kill a product, or need several processes,
// have their own processes. A product that crashes ends the other products of its worker, and the output of a
// product may have lines of another product.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type {
  Environment,
  HostCommand,
  HostReply,
  HostRequest,
} from '@thirty/infra/testing/product-host-messages.ts'
import { compileCache } from '../../scripts/node-options.mjs'
import { node, root } from './program.ts'

/**
 * A process that runs several products, one after the other or at once. Their code is loaded and compiled only once, which is
 * nearly all of the time of a start.
 */
export type ProductHost = {
  /** Starts a product. Throws if it does not start. */
  start(product: string, environment: Environment): Promise<void>
  /** Shuts a product down. Throws if something of it could not be closed. */
  stop(product: string): Promise<void>
  /** Everything that its products have printed. */
  output(): string
  /** Ends the process with all its products. */
  close(): Promise<void>
}

/** Milliseconds that the process may take to end. */
const endTimeoutMs = 10_000

/** `nodeOptions` come before the program, such as `--import` with a module that it loads first. */
export function startProductHost(nodeOptions: readonly string[] = []): ProductHost {
  const child = spawn(node, [...nodeOptions, 'processes/testing/hosted-products.ts'], {
    cwd: root,
    env: { ...process.env, ...compileCache },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const killOnExit = () => child.kill('SIGKILL')
  process.once('exit', killOnExit)
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (printed += String(chunk)))
  const pending = new Map<number, PromiseWithResolvers<void>>()
  child.on('message', ({ id, error }: HostReply) => {
    const reply = pending.get(id)
    pending.delete(id)
    if (error === undefined) reply?.resolve()
    else reply?.reject(new Error(`${error}\nThe products printed:\n${printed}`))
  })
  let end: string | undefined
  const fail = (reason: string) => {
    end ??= `${reason} The products printed:\n${printed}`
    for (const reply of pending.values()) reply.reject(new Error(end))
    pending.clear()
  }
  child.on('error', (error) => fail(`The process of the products failed: ${error.message}.`))
  // Not `close`, which never comes after `disconnect`.
  const ended = once(child, 'exit').then(() => {
    process.off('exit', killOnExit)
    fail('The process of the products has ended.')
  })

  let count = 0
  const ask = (command: HostCommand): Promise<void> => {
    if (end !== undefined) return Promise.reject(new Error(end))
    count += 1
    const request: HostRequest = { id: count, command }
    const reply = Promise.withResolvers<void>()
    pending.set(request.id, reply)
    child.send(request, (error) => error && reply.reject(error))
    return reply.promise
  }
  return {
    start: (product, environment) => ask({ action: 'start', product, environment }),
    stop: (product) => ask({ action: 'stop', product }),
    output: () => printed,
    close: async () => {
      const stuck = setTimeout(() => child.kill('SIGKILL'), endTimeoutMs)
      if (child.connected) child.disconnect()
      await ended
      clearTimeout(stuck)
    },
  }
}
