import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import { startSqliteLog } from '@thirty/infra/event-log/sqlite.ts'

/** Opens the embedded log and waits until it is verified. Throws the error of `verified`. */
export async function openSqliteLog(options: Parameters<typeof startSqliteLog>[0]): Promise<EventLog> {
  const { log, verified } = await startSqliteLog(options)
  await verified
  return log
}
