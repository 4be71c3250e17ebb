import { z } from 'zod'
import { unauditedEvent, type EventOf } from './event-definition.ts'

/**
 * The single stream `reservation-key`: which key names the streams of unique names in this log. The key itself is not in
 * the log. `fingerprint` identifies the key without revealing it. `followsOlderRelease` is in stored events, and
 * nothing reads it.
 */
export const reservationKeyEvents = {
  ReservationKeySet: unauditedEvent({ fingerprint: z.string(), followsOlderRelease: z.boolean().optional() }),
}
export type ReservationKeyEvent = EventOf<typeof reservationKeyEvents>
