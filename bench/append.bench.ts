// Durable appends of one event each to the embedded log. 64 callers append concurrently; each waits for its result.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import { openSqliteLog } from '@thirty/infra/testing/event-log/open-sqlite-log.ts'
import { callerCount, appendSteps, type AppendStep } from './load/append-load.ts'
import type { Benchmark } from './benchmark.ts'
import { insertAll } from './yardsticks/append.ts'

export const benchmark: Benchmark = {
  name: 'append',
  goal: { ratio: 0.6, better: 'higher' },
  unit: 'events/s',
  sizes: [20_000, 200_000],
  setUp: async (size) => ({
    measure: () => withTemporaryFolder((folder) => appendAll(folder, stepsFor(size))),
    yardstick: () => withTemporaryFolder((folder) => insertAll(join(folder, 'yardstick.db'), stepsFor(size))),
  }),
}

const stepsFor = (size: number) =>
  Array.from({ length: callerCount }, () => appendSteps(Math.ceil(size / callerCount)))

async function appendAll(folder: string, steps: readonly AppendStep[][]): Promise<number> {
  const log = await openSqliteLog({ folder, onFailure: (error) => console.error(error) })
  const start = performance.now()
  await Promise.all(steps.map((callerSteps) => appendInOrder(log, callerSteps)))
  const seconds = (performance.now() - start) / 1000
  await log.close()
  return steps.flat().length / seconds
}

async function appendInOrder(log: EventLog, steps: readonly AppendStep[]) {
  for (const { stream, revision, event } of steps)
    await log.append(stream, [event], revision === 0 ? 'none' : revision - 1)
}

async function withTemporaryFolder<Result>(
  work: (folder: string) => Result | Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-append-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
