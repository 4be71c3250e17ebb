import { ServerCredentials } from '@grpc/grpc-js'
import type { Server } from '@grpc/grpc-js'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import { createFaults } from './faults.ts'
import type { Faults } from './faults.ts'
import { createServer } from './server.ts'
import { openStorage } from './storage.ts'

/** A fake EventStoreDB: its protocol, over an event log of ours. */
export type FakeEventStoreDb = {
  /** Connection string. */
  url: string
  port: number
  faults: Faults
  /** Drops erased events from the files of the log. */
  scavenge(): Promise<void>
  /** Breaks all connections and stops listening. */
  stop(): Promise<void>
  /** Listens again on the same port, over the same log or, after a restart, over the reopened one. */
  restart(log?: EventLog): Promise<void>
}

/** Starts a fake EventStoreDB on this machine, on a free port unless one is given. The caller closes the log. */
export async function startFakeEventStoreDb({
  log,
  port = 0,
}: {
  log: EventLog
  port?: number
}): Promise<FakeEventStoreDb> {
  const faults = createFaults()
  let storage = await openStorage(log)
  let server = createServer(storage, faults, () => bound)
  const bound = await listen(server, port)
  return {
    url: `esdb://127.0.0.1:${bound}?tls=false`,
    port: bound,
    faults,
    scavenge: () => storage.scavenge(),
    async stop() {
      server.forceShutdown()
    },
    async restart(reopenedLog) {
      if (reopenedLog !== undefined) storage = await openStorage(reopenedLog)
      server = createServer(storage, faults, () => bound)
      await listen(server, bound)
    },
  }
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.bindAsync(`127.0.0.1:${port}`, ServerCredentials.createInsecure(), (error, bound) => {
      if (error) reject(error)
      else resolve(bound)
    })
  })
}
