import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { startDouble } from '../double/double.ts'
import type { EventLog } from '../event-log.ts'
import { openEventStoreLog } from '../eventstoredb.ts'
import { openSqliteLog } from '../sqlite.ts'
import type { EventStoreLogOptions, Trouble } from './options.ts'

const fail = (error: Error) => {
  throw error
}

/** A double of its own over an empty log, for one test. */
export async function startPair() {
  const folder = await mkdtemp(join(tmpdir(), 'event-log-'))
  let beneath = await openSqliteLog({ folder, onFailure: fail })
  const double = await startDouble({ log: beneath })
  const opened: EventLog[] = []
  const troubles: Trouble[] = []
  onTestFinished(async () => {
    await Promise.all(opened.map((log) => log.close()))
    await double.goAway()
    await beneath.close()
    await rm(folder, { recursive: true, force: true })
  })
  return {
    double,
    faults: double.faults,
    /** What the log told the operator. */
    troubles,
    /** The log that the double keeps its events in. */
    beneath: () => beneath,
    /** Opens a log at the double. */
    async open(options: Partial<EventStoreLogOptions> = {}): Promise<EventLog> {
      const onTrouble = (trouble: Trouble) => void troubles.push(trouble)
      const log = await openEventStoreLog({ url: double.url, onTrouble, deadline: 5_000, ...options })
      opened.push(log)
      return log
    },
    /** The store is restarted: connections break, and what it only remembered is forgotten. */
    async restart() {
      await double.goAway()
      await beneath.close()
      beneath = await openSqliteLog({ folder, onFailure: fail })
      await double.comeBack(beneath)
    },
  }
}

/** Everything that a log holds, each as "stream text". */
export async function everything(log: EventLog): Promise<string[]> {
  const found: string[] = []
  for await (const events of log.readAll())
    // Every event of these specs is made by `event`; the log's own have no text.
    for (const { stream, data } of events) found.push(`${stream} ${(data as { text?: string }).text}`)
  return found
}
