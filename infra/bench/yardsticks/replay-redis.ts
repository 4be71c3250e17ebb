import { Redis } from 'ioredis'
import { systemClock } from '@thirty/infra/clock.ts'
import { openSqliteLog } from '@thirty/infra/event-log/sqlite.ts'
import { inProcessPublisher } from '@thirty/infra/live/in-process-publisher.ts'
import { memoryReadModelStore } from '@thirty/infra/read-models/memory.ts'
import type { Commit, Upsert, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { readModels } from '@thirty/projections/read-models.ts'
import { startProjections } from '@thirty/projections/runner/start-projections.ts'
import { redisBatchSize } from '../rebuild/redis-batch-size.ts'

// node replay-redis.ts <folder> <url>: finds out which writes the read models of a log need, with the clock stopped;
// then sends them to an empty Redis, one pipelined MULTI for each step, and writes events/s.

const [folder = '', url = ''] = process.argv.slice(2)
/** Steps on their way at a time: enough that Redis never waits. */
const underWay = 32

const { steps, events } = await record()
const redis = new Redis(url)
await redis.ping()
const start = performance.now()
const waiting: Promise<unknown>[] = []
for (const step of steps) {
  waiting.push(redis.multi(step).exec())
  if (waiting.length >= underWay) await waiting.shift()
}
await Promise.all(waiting)
console.log(events / ((performance.now() - start) / 1000))
await redis.quit()

type Places = Upsert['indexEntries']

/** The writes of every step of a rebuild that stores each of its steps, in their order. */
async function record(): Promise<{ steps: string[][][]; events: number }> {
  const log = await openSqliteLog({ folder, onFailure: (error) => console.error(error) })
  const memory = memoryReadModelStore({ live: inProcessPublisher() })
  const steps: string[][][] = []
  const before = new Map<string, Places>()
  const store: ReadModelStore = {
    ...memory,
    commit: async (commit) => {
      steps.push(writesOf(commit, before))
      await memory.commit(commit)
    },
  }
  const { projections } = readModels({ store, log, clock: systemClock, timeZone: 'UTC', run: 1 })
  const built = startProjections({
    log,
    store,
    projections,
    onFailure: ({ error }) => console.error(error),
    batch: redisBatchSize,
  })
  await built.ready
  const events = Number(await log.head())
  await built.stop()
  await log.close()
  return { steps, events }
}

/** What a step of a view writes: documents, their places in indexes, and the position. One command for each key. */
function writesOf({ build, upserts: puts, deletes, to }: Commit, before: Map<string, Places>): string[][] {
  const key = `{thirty}:${build.name}`
  const writes = new Map<string, string[]>()
  const write = (command: string, part: string, ...words: string[]) => {
    const known = writes.get(command + part)
    if (known) known.push(...words)
    else writes.set(command + part, [command, `${key}:${part}`, ...words])
  }
  const move = (id: string, now: Places) => {
    const old = before.get(`${key} ${id}`) ?? {}
    for (const [index, { tiebreaker: tie = '' }] of Object.entries(old))
      if ((now[index]?.tiebreaker ?? '') !== tie || !now[index]) write('zrem', index, `${tie}\0${id}`)
    for (const [index, { score, tiebreaker: tie = '' }] of Object.entries(now))
      if (old[index]?.score !== score || (old[index]?.tiebreaker ?? '') !== tie)
        write('zadd', index, String(score), `${tie}\0${id}`)
    before.set(`${key} ${id}`, now)
  }
  for (const id of deletes) {
    write('hdel', 'documents', id)
    move(id, {})
  }
  for (const { id, document, indexEntries: indexes } of puts) {
    write('hset', 'documents', id, JSON.stringify(document))
    move(id, indexes)
  }
  write('set', 'position', String(to))
  return [...writes.values()]
}
