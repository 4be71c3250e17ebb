import type { Clock } from '@thirty/infra/clock.ts'
import { beginning, type EventLog } from '@thirty/infra/event-log/event-log.ts'
import { createCommands as commandsOn } from '../../handle.ts'
import { eraseAccount } from './delete-account.ts'
import { credentialsStream, userStream } from '../streams.ts'

export type PendingErasuresOptions = {
  log: Pick<EventLog, 'append' | 'read' | 'readAll' | 'head' | 'remove'>
  clock: Clock
}

export type PendingErasures = {
  /**
   * Erases what is left of people whose deletion was announced. Ends early once `isOver` says so. Whoever cannot be erased
   * keeps nobody else; it rejects at the end with what was in the way first, and the next pass looks at all of them again.
   */
  pass(isOver?: () => boolean): Promise<void>
}

/**
 * Brings deletions to their end that a process announced and did not finish. Any number of processes may do so at the
 * same time; each looks at what was announced since it looked last.
 */
export function pendingErasures({ log, clock }: PendingErasuresOptions): PendingErasures {
  const deps = { commands: commandsOn({ log, clock }), log, clock }
  let known = beginning

  return {
    pass: async (isOver = () => false) => {
      const until = await log.head()
      const problems: unknown[] = []
      for await (const events of log.readAll({ after: known, until, streams: [deletedPrefix] })) {
        for (const { stream, metadata } of events) {
          if (isOver()) return
          const user = stream.slice(deletedPrefix.length)
          if (await hasRemainingData(log, user))
            await eraseAccount(deps, user, metadata.correlation).catch((problem: unknown) =>
              problems.push(problem),
            )
        }
      }
      if (problems.length > 0) throw problems[0]
      known = until
    },
  }
}

const deletedPrefix = 'deleted-'

async function hasRemainingData(log: Pick<EventLog, 'read'>, user: string): Promise<boolean> {
  for (const stream of [credentialsStream(user), userStream(user)])
    for await (const event of log.read(stream)) return event.stream === stream
  return false
}
