// The state of the collector: how far it has read the log, and the webhooks and the challenge as of there.

import { challengeStream, webhooksStream } from '@thirty/contracts/events/stream-names.ts'
import { challengeEvents } from '@thirty/contracts/challenge/events.ts'
import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import { webhookEvents } from '@thirty/contracts/webhooks/events.ts'
import {
  evolveChallenge,
  initialChallenge,
  type ChallengeState,
} from '@thirty/contracts/challenge/challenge-state.ts'
import type { EntryStore, NewEntry } from '@thirty/infra/entry-store/entry-store.ts'
import type { EventLog, RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import { z } from 'zod'
import { webhooksFold, type Webhooks } from '../evolve.ts'
import { announced } from './announcements.ts'

const position = z.string().transform(BigInt)

/**
 * How far the log was read, and which starts and ends receivers were notified about. `seen` is the newest event up to there
 * of any stream, or the last one that was read, where only that is known.
 */
const storedProgress = z.object({
  position,
  seen: z.object({ position, id: z.string(), stream: z.string(), revision: z.int() }).optional(),
  announced,
})
export type Progress = z.infer<typeof storedProgress>

const place = { group: 'webhooks', id: 'progress' }

/** Returns what was stored; `undefined` if there is nothing, or another release stored it in another form. */
export const loadProgress = async (store: Pick<EntryStore, 'load'>): Promise<Progress | undefined> =>
  storedProgress.safeParse((await store.load(place.group, place.id))?.document).data

/** Positions do not fit into the numbers of JSON. */
export const progressEntry = ({ position: at, seen, announced: told }: Progress): NewEntry => ({
  ...place,
  due: null,
  document: {
    position: `${at}`,
    ...(seen !== undefined && { seen: { ...seen, position: `${seen.position}` } }),
    announced: told,
  },
})

/** The webhooks and the challenge at a place in the log. */
export type Known = { webhooks: Webhooks; challenge: ChallengeState }

/** Returns what is known after an event. */
export function evolveKnown(known: Known, event: RecordedEvent): Known {
  if (isEventOf(webhookEvents, event))
    return { ...known, webhooks: webhooksFold.evolve(known.webhooks, event) }
  if (isEventOf(challengeEvents, event))
    return { ...known, challenge: evolveChallenge(known.challenge, event) }
  return known
}

/** Returns what was known at a position. */
export async function loadKnown(log: Pick<EventLog, 'read'>, upTo: bigint): Promise<Known> {
  let known: Known = { webhooks: new Map(), challenge: initialChallenge }
  for (const stream of [challengeStream, webhooksStream])
    for await (const event of log.read(stream)) {
      if (event.position > upTo) break
      known = evolveKnown(known, event)
    }
  return known
}
