import type { Clock } from '@thirty/infra/clock.ts'
import { beginning, type EventLog } from '@thirty/infra/event-log/event-log.ts'
import { createCommands } from '../../handle.ts'
import { credentialsStream, deletedStream, userStream } from '../streams.ts'
import { eraseAccount } from './delete-account.ts'

export type PendingErasuresOptions = {
  log: Pick<EventLog, 'append' | 'read' | 'readAll' | 'head' | 'truncate' | 'remove'>
  clock: Clock
}

export type PendingErasures = {
  /**
   * Erases the remaining data of users whose deletion was recorded. Stops early when `shouldStop` returns true. If an
   * account cannot be erased, the pass continues with the others and then rejects with the first error; the next pass
   * starts again from the same position.
   */
  pass(shouldStop?: () => boolean): Promise<void>
}

/**
 * Completes deletions that a process recorded and did not finish. Several processes may run passes concurrently. Each
 * pass reads the deletions since the last complete pass.
 */
export function pendingErasures({ log, clock }: PendingErasuresOptions): PendingErasures {
  const deps = { commands: createCommands({ log, clock }), log, clock }
  let checkpoint = beginning

  return {
    pass: async (shouldStop = () => false) => {
      const until = await log.head()
      const errors: unknown[] = []
      for await (const events of log.readAll({ after: checkpoint, until, streams: [deletedPrefix] })) {
        for (const { stream, metadata } of events) {
          if (shouldStop()) return
          const user = stream.slice(deletedPrefix.length)
          if (await hasRemainingData(log, user))
            await eraseAccount(deps, user, metadata.correlation).catch((error: unknown) => errors.push(error))
        }
      }
      if (errors.length > 0) throw errors[0]
      checkpoint = until
    },
  }
}

const deletedPrefix = deletedStream('')

async function hasRemainingData(log: Pick<EventLog, 'read'>, user: string): Promise<boolean> {
  for (const stream of [credentialsStream(user), userStream(user)])
    for await (const event of log.read(stream)) return event.stream === stream
  return false
}
