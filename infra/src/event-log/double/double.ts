import { ServerCredentials } from '@grpc/grpc-js'
import type { Server } from '@grpc/grpc-js'
import type { EventLog } from '../event-log.ts'
import { faults as noFaults } from './faults.ts'
import type { Faults } from './faults.ts'
import { serverOver } from './server.ts'
import { openStorage } from './storage.ts'

/** An EventStoreDB that is none: its protocol, over an event log of ours. */
export type Double = {
  /** Connection string. */
  url: string
  port: number
  faults: Faults
  /** Breaks every connection and listens no more. */
  goAway(): Promise<void>
  /** Listens again on the same port, over the same log or, after a restart, over the one that was opened anew. */
  comeBack(log?: EventLog): Promise<void>
}

/** Starts a double of EventStoreDB on this machine, on a free port unless one is given. The log stays the caller's. */
export async function startDouble({ log, port = 0 }: { log: EventLog; port?: number }): Promise<Double> {
  const faults = noFaults()
  let storage = await openStorage(log)
  let server = serverOver(storage, faults, () => bound)
  const bound = await listen(server, port)
  return {
    url: `esdb://127.0.0.1:${bound}?tls=false`,
    port: bound,
    faults,
    async goAway() {
      server.forceShutdown()
    },
    async comeBack(again) {
      if (again !== undefined) storage = await openStorage(again)
      server = serverOver(storage, faults, () => bound)
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
