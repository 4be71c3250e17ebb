import type { EventDefinition } from './catalogue.ts'
import { challengeEvents } from './challenge.ts'
import { journeyEvents } from './journey.ts'
import { notificationEvents } from './notifications.ts'
import { imageEvents } from './images.ts'
import { discussionEvents } from './discussion.ts'
import { projectEvents, projectViewEvents } from './project.ts'
import { signInEvents } from './sign-in.ts'
import { reminderEvents } from './reminders.ts'
import {
  adminEvents,
  credentialsEvents,
  deletionEvents,
  passwordResetEvents,
  reservationEvents,
  userEvents,
} from './user.ts'

const definitionsByType: Readonly<Record<string, EventDefinition>> = {
  ...userEvents,
  ...credentialsEvents,
  ...reservationEvents,
  ...passwordResetEvents,
  ...signInEvents,
  ...deletionEvents,
  ...adminEvents,
  ...challengeEvents,
  ...projectEvents,
  ...projectViewEvents,
  ...discussionEvents,
  ...imageEvents,
  ...journeyEvents,
  ...notificationEvents,
  ...reminderEvents,
}
const definitions = new Map(Object.entries(definitionsByType))

/** An event written by a newer version of the product: reading on would be guessing. */
export class UnsupportedEventVersion extends Error {
  override name = 'EventFromTheFuture'
}

/** Kind of an event type. Throws for a word that is not in the catalogue. */
export function eventDefinition(type: string): EventDefinition {
  const kind = definitions.get(type)
  if (kind === undefined) throw new Error(`There is no event ${type} in the catalogue.`)
  return kind
}

/**
 * Lifts a stored event to the newest version of its type, which is the only one that the rest of the code knows.
 * So far each older version also reads as the newest one, so there is nothing to lift yet.
 * Throws `EventFromTheFuture` for a version that this code does not know.
 */
export function upcast<Event extends { type: string; version: number }>(event: Event): Event {
  const kind = definitions.get(event.type)
  if (kind !== undefined && event.version > kind.version)
    throw new UnsupportedEventVersion(
      `${event.type} has version ${event.version}; this release knows ${kind.version}.`,
    )
  return event
}
