// Every event of the product, and the catalogue with which the event log validates new events and upcasts stored ones.

import { z } from 'zod'
import { attemptEvents, importEvents, deletionEvents, userEvents } from '../accounts/events.ts'
import { backupKeyEvents } from '../backups/events.ts'
import { challengeEvents, journeyEvents } from '../challenge/events.ts'
import { discussionEvents } from '../community/events.ts'
import { unauditedEvent, type EventFamily } from './event-definition.ts'
import { exportEvents } from '../exports/events.ts'
import { imageEvents } from '../images/events.ts'
import { calibrationEvents, conflictEvents } from '../judging/events.ts'
import { notificationEvents, reminderEvents } from '../notifications/events.ts'
import { projectEvents, projectViewEvents } from '../projects/events.ts'
import {
  reservationKeyEvents,
  factorSecretEvents,
  signInEvents,
  credentialsEvents,
  passwordResetEvents,
  reservationEvents,
} from '../accounts/sign-in-events.ts'
import { savedTextEvents } from '../saved-texts/events.ts'
import { adminEvents } from '../team/events.ts'
import { webhookEvents } from '../webhooks/events.ts'

/**
 * Streams `commands-<user>`: the latest commands with an idempotency key that changed nothing, so that a retry has the same
 * result. `revision` is the revision of the last event in the stream that the command was about; null for an empty stream.
 */
export const commandEvents = {
  CommandHadNoEffect: unauditedEvent({ revision: z.int().nonnegative().nullable() }),
}

/** By type. Lists of actions in the audit have this order. */
export const allEvents = {
  ...challengeEvents,
  ...projectEvents,
  ...projectViewEvents,
  ...calibrationEvents,
  ...journeyEvents,
  ...discussionEvents,
  ...savedTextEvents,
  ...userEvents,
  ...conflictEvents,
  ...adminEvents,
  ...deletionEvents,
  ...credentialsEvents,
  ...factorSecretEvents,
  ...attemptEvents,
  ...passwordResetEvents,
  ...signInEvents,
  ...reservationEvents,
  ...reservationKeyEvents,
  ...importEvents,
  ...exportEvents,
  ...backupKeyEvents,
  ...webhookEvents,
  ...imageEvents,
  ...notificationEvents,
  ...reminderEvents,
  ...commandEvents,
}

type StoredEvent = { type: string; version: number; data: unknown }

/** Creates a catalogue of the given definitions, which validates new events and upcasts stored ones for the event log. */
export function eventCatalogue(family: EventFamily) {
  const definitions = new Map(Object.entries(family))
  const definitionOf = (type: string) => {
    const definition = definitions.get(type)
    if (definition === undefined) throw new TypeError(`There is no event ${type} in the catalogue.`)
    return definition
  }
  return {
    /** Returns the newest version of an event type. Throws a TypeError for a type that is not in the catalogue. */
    versionOf: (type: string): number => definitionOf(type).version,
    /**
     * Returns the event with its data parsed by the schema of its type.
     * Throws a TypeError for an unknown type, another version than the newest, or data that does not fit the schema.
     */
    validate<Event extends StoredEvent>(event: Event): Event {
      const { version, data } = definitionOf(event.type)
      if (event.version !== version)
        throw new TypeError(`${event.type} must be appended in version ${version}, not ${event.version}.`)
      const result = data.safeParse(event.data)
      if (!result.success) throw new TypeError(`${event.type} has invalid data: ${result.error.message}`)
      return { ...event, data: result.data }
    },
    /**
     * Returns the event in the newest version of its type. Returns unknown types and versions of a newer release unchanged;
     * `isEventOf` throws when a reader of the type receives such a newer version.
     */
    upcast<Event extends StoredEvent>(event: Event): Event {
      const definition = definitions.get(event.type)
      if (definition === undefined || event.version >= definition.version) return event
      let { data } = event
      for (let version = event.version; version < definition.version; version += 1) {
        const upcaster = definition.upcasters?.[version]
        if (upcaster !== undefined) data = upcaster(data)
      }
      return { ...event, version: definition.version, data }
    },
  }
}

/** The catalogue of the product. */
export const catalogue = eventCatalogue(allEvents)
