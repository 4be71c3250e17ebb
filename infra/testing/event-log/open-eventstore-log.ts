import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import { startEventStoreLog, type EventStoreLogOptions } from '@thirty/infra/event-log/eventstoredb.ts'

/** Opens the log and waits until the store has answered. */
export async function openEventStoreLog(options: EventStoreLogOptions): Promise<EventLog> {
  const { log, verified } = await startEventStoreLog(options)
  try {
    await verified
  } catch (error) {
    await log.close()
    throw error
  }
  return log
}
