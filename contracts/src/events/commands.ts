import { z } from 'zod'
import { unauditedEvent } from './event-definition.ts'

/**
 * Streams `commands-<user>`: the latest commands with an idempotency key that changed nothing, so that a retry has the same
 * result. `revision` is that of the last event of the stream that the command was about; null for an empty stream.
 */
export const commandEvents = {
  CommandHadNoEffect: unauditedEvent({ revision: z.int().nonnegative().nullable() }),
}
