// Completes deletions that a process recorded and did not finish.

import type { Clock } from '@thirty/infra/clock.ts'
import { beginning, LogReplaced, type EventLog, type SeenEvent } from '@thirty/infra/event-log/event-log.ts'
import { newestEvent } from '@thirty/infra/event-log/seen-history.ts'
import { createCommands } from '../../handle.ts'
import { forgetUploads } from '../../images/image-registry.ts'
import { eraseReservations, findReservationsOfDeleted } from '../names/erase-name.ts'
import { userStream } from '../evolve.ts'
import { deletions } from '../load-account.ts'
import { credentialStreams } from '../password/credentials.ts'
import { eraseAccount, type ErasureParts } from './erase-account.ts'
import { secondFactorStreams } from '../two-factor/change-factors.ts'

export type PendingErasuresOptions = Omit<ErasureParts, 'commands' | 'log'> & {
  log: Pick<EventLog, 'append' | 'read' | 'readAll' | 'readBackwards' | 'truncate' | 'remove'>
  clock: Clock
}

/**
 * Several processes may run passes concurrently. Each pass reads the deletions since the last complete pass. The first one also erases what
 * earlier releases left: reservations of names and digests of images. Every pass removes the personal documents and seen sessions of all
 * deleted users: a request that was on its way may have stored some after the deletion, and a restored store may hold older ones.
 */
export function pendingErasures(options: PendingErasuresOptions) {
  const { log } = options
  const deps = { ...options, commands: createCommands(options) }
  let checkpoint: Checkpoint = { after: beginning }
  const everDeleted = new Set<string>()

  const passFromCheckpoint = async (shouldStop: () => boolean) => {
    const seen = await newestEvent(log)
    const until = seen?.position ?? beginning
    const errors: unknown[] = []
    const isFirst = checkpoint.after === beginning
    const deleted = new Set<string>()
    const attempt = (work: Promise<void>) => work.catch((error: unknown) => void errors.push(error))
    for await (const events of log.readAll({ ...checkpoint, until, streams: [deletedPrefix] })) {
      for (const event of events) {
        if (shouldStop()) return
        const user = event.stream.slice(deletedPrefix.length)
        if (await hasRemainingData(log, user)) await attempt(eraseAccount(deps, user))
        else if (isFirst) await attempt(forgetUploads(deps, user))
        deleted.add(user)
        everDeleted.add(user)
      }
    }
    if (isFirst)
      for (const [stream, users] of await findReservationsOfDeleted(log, deleted, until))
        for (const user of users) {
          if (shouldStop()) return
          await attempt(eraseReservations(deps, stream, user))
        }
    const failuresBefore = errors.length
    for (const user of everDeleted) {
      if (shouldStop()) return
      await attempt(options.personalDocuments.removeAll(user))
      await attempt(options.seenSessions.removeAll(user))
      // The others would wait for the same store.
      if (errors.length > failuresBefore) break
    }
    if (errors.length > 0) throw errors[0]
    checkpoint = { after: until, ...(seen && { seen }) }
  }

  return {
    /**
     * Erases the remaining data of users whose deletion was recorded. Stops early when `shouldStop` returns true. If an
     * account cannot be erased, the pass continues with the others and then rejects with the first error; the next pass
     * starts again from the same position.
     */
    pass: async (shouldStop: () => boolean = () => false): Promise<void> => {
      try {
        await passFromCheckpoint(shouldStop)
      } catch (error) {
        if (!(error instanceof LogReplaced)) throw error
        // The log was put back to an older copy: its deletions may be others.
        checkpoint = { after: beginning }
        everDeleted.clear()
        await passFromCheckpoint(shouldStop)
      }
    },
  }
}

/** Up to where deletions were read, and the event there. */
type Checkpoint = { after: bigint; seen?: SeenEvent }

const deletedPrefix = deletions.nameOf('')

async function hasRemainingData(log: Pick<EventLog, 'read'>, user: string): Promise<boolean> {
  for (const stream of [credentialStreams.nameOf(user), secondFactorStreams.nameOf(user), userStream(user)])
    for await (const event of log.read(stream)) return event.stream === stream
  return false
}
