// node replay-redis.ts <folder> <url>: determines the writes that the read models of a log need, outside of the
// measurement; then sends them to an empty Redis, one pipelined MULTI for each batch, and prints events/s.

import { firstHistory } from '@thirty/contracts/challenge/history.ts'
import { Redis } from 'ioredis'
import { systemClock } from '@thirty/infra/scheduler.ts'
import { openSqliteLog } from '@thirty/infra/testing/event-log/open-sqlite-log.ts'
import { inProcessPublisher } from '@thirty/infra/live/live-publisher.ts'
import { memoryReadModelStore } from '@thirty/infra/read-models/memory.ts'
import type { Commit, Upsert, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { readModels } from '@thirty/projections/read-models.ts'
import { sharedStoreOptions, startProjections } from '@thirty/projections/runner/start-projections.ts'

const [folder = '', url = ''] = process.argv.slice(2)
/** Pipelined batches: enough that Redis never waits. */
const maxPending = 32

const { batches, events } = await recordWrites()
const redis = new Redis(url)
await redis.ping()
const start = performance.now()
const pending: Promise<unknown>[] = []
for (const batch of batches) {
  pending.push(redis.multi(batch).exec())
  if (pending.length >= maxPending) await pending.shift()
}
await Promise.all(pending)
console.log(events / ((performance.now() - start) / 1000))
await redis.quit()

type IndexEntries = Upsert['indexEntries']

/** Returns the writes of a rebuild that stores every batch, in order. */
async function recordWrites(): Promise<{ batches: string[][][]; events: number }> {
  const log = await openSqliteLog({ folder, onFailure: (error) => console.error(error) })
  const memory = memoryReadModelStore({ live: inProcessPublisher() })
  const batches: string[][][] = []
  const before = new Map<string, IndexEntries>()
  const store: ReadModelStore = {
    ...memory,
    commit: async (commit) => {
      batches.push(writesOf(commit, before))
      await memory.commit(commit)
    },
  }
  const { projections } = readModels({
    store,
    log,
    clock: systemClock,
    timeZone: 'UTC',
    history: firstHistory,
  })
  const running = startProjections({
    log,
    store,
    projections,
    onFailure: ({ error }) => console.error(error),
    batch: sharedStoreOptions.batch,
    maxBufferedDocuments: 0,
  })
  await running.ready
  const events = Number(await log.head())
  await running.stop()
  await log.close()
  return { batches, events }
}

/** Returns the writes of a batch: documents, index entries and the checkpoint. One command for each key. */
function writesOf({ build, upserts, deletes, to }: Commit, before: Map<string, IndexEntries>): string[][] {
  const key = `{thirty}:${build.name}`
  const writes = new Map<string, string[]>()
  const write = (command: string, part: string, ...args: string[]) => {
    const known = writes.get(command + part)
    if (known) known.push(...args)
    else writes.set(command + part, [command, `${key}:${part}`, ...args])
  }
  const updateIndexes = (id: string, now: IndexEntries) => {
    const old = before.get(`${key} ${id}`) ?? {}
    for (const [index, { tiebreaker = '' }] of Object.entries(old))
      if ((now[index]?.tiebreaker ?? '') !== tiebreaker || !now[index])
        write('zrem', index, `${tiebreaker}\0${id}`)
    for (const [index, { score, tiebreaker = '' }] of Object.entries(now))
      if (old[index]?.score !== score || (old[index]?.tiebreaker ?? '') !== tiebreaker)
        write('zadd', index, String(score), `${tiebreaker}\0${id}`)
    before.set(`${key} ${id}`, now)
  }
  for (const id of deletes) {
    write('hdel', 'documents', id)
    updateIndexes(id, {})
  }
  for (const { id, document, indexEntries } of upserts) {
    write('hset', 'documents', id, JSON.stringify(document))
    updateIndexes(id, indexEntries)
  }
  write('set', 'position', String(to))
  return [...writes.values()]
}
