// Restores a backup of `size` events while 200 requests a second read the first page of the leaderboard: from the command to the moment at
// which everybody sees the new run. No request may fail. Yardstick: replaying the same events into all read models, in a process that does
// nothing else.

import { cp, mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { historyEndpoints, resetResponse } from '@thirty/contracts/backups/api.ts'
import type { Benchmark, BenchmarkSetup } from './benchmark.ts'
import { readSteadily } from './load/steady-reads.ts'
import { firstPageRequests } from './load/request-generators.ts'
import { participantsOf, seedReplayLog } from './load/replay-log.ts'
import { operatorHeaders, startProduct } from './server/product.ts'
import { runForFigure, type ServerProcess } from './server/server-process.ts'

export const benchmark: Benchmark = {
  name: 'restore',
  goal: { ratio: 1.5, better: 'lower' },
  unit: 'ms',
  sizes: [10_000, 100_000],
  setUp,
}

const readsPerSecond = 200
const pollMs = 10

async function setUp(size: number): Promise<BenchmarkSetup> {
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(await mkdtempDisposable(join(tmpdir(), 'bench-restore-')))
  const [served, replayed] = [join(folder.path, 'served'), join(folder.path, 'replayed')]
  const events = await seedReplayLog(served, size)
  // Restores make the log of the product longer.
  await cp(served, replayed, { recursive: true })
  const product = stack.use(await startProduct(served))
  const { backupId } = historyEndpoints.create.response.parse(
    await command(product, historyEndpoints.create.path, { name: 'Benchmark' }),
  )
  const resources = stack.move()
  return {
    measure: () => restoreWhileRead(product, backupId, participantsOf(size)),
    yardstick: async () => {
      const eventsPerSecond = await runForFigure(join(import.meta.dirname, 'rebuild.ts'), replayed)
      return (events / eventsPerSecond) * 1000
    },
    close: () => resources.disposeAsync(),
  }
}

/** Returns the milliseconds until the restored run is shown. */
async function restoreWhileRead(
  product: ServerProcess,
  backupId: string,
  participants: number,
): Promise<number> {
  // Restoring what is shown already needs no replay.
  const { run: emptyRun } = resetResponse.parse(await command(product, historyEndpoints.reset.path))
  await waitForRun(product, emptyRun)
  await using reads = readSteadily(product, firstPageRequests(participants), readsPerSecond)
  const start = performance.now()
  const path = historyEndpoints.restore.path.replace(':backupId', backupId)
  const { run } = historyEndpoints.restore.response.parse(await command(product, path))
  await waitForRun(product, run)
  const milliseconds = performance.now() - start
  const { count, perSecond, slowest } = await reads.end()
  console.error(
    `  ${count} reads meanwhile (${Math.round(perSecond)}/s), none failed, the slowest took ${Math.round(slowest)} ms`,
  )
  return milliseconds
}

async function waitForRun(product: ServerProcess, run: number): Promise<void> {
  while ((await shownRun(product)) < run) await pause(pollMs)
}

async function shownRun({ address }: ServerProcess): Promise<number> {
  const response = await fetch(address + historyEndpoints.status.path, { headers: operatorHeaders() })
  return historyEndpoints.status.response.parse(await response.json()).shownRun
}

async function command({ address }: ServerProcess, path: string, body: object = {}): Promise<unknown> {
  const response = await fetch(address + path, {
    method: 'POST',
    headers: { ...operatorHeaders(), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`POST ${path} was answered with ${response.status}.`)
  return response.json()
}
