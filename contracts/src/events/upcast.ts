import type { EventKind } from './catalogue.ts'
import { challengeEvents } from './challenge.ts'
import { journeyEvents } from './journey.ts'
import { notificationEvents } from './notifications.ts'
import { pictureEvents } from './pictures.ts'
import { discussionEvents } from './discussion.ts'
import { projectEvents, viewedEvents } from './project.ts'
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

const families: Readonly<Record<string, EventKind>> = {
  ...userEvents,
  ...credentialsEvents,
  ...reservationEvents,
  ...passwordResetEvents,
  ...signInEvents,
  ...deletionEvents,
  ...adminEvents,
  ...challengeEvents,
  ...projectEvents,
  ...viewedEvents,
  ...discussionEvents,
  ...pictureEvents,
  ...journeyEvents,
  ...notificationEvents,
  ...reminderEvents,
}
const kinds = new Map(Object.entries(families))

/** An event written by a newer version of the product: reading on would be guessing. */
export class EventFromTheFuture extends Error {
  override name = 'EventFromTheFuture'
}

/** Kind of an event type. Throws for a word that is not in the catalogue. */
export function eventKind(type: string): EventKind {
  const kind = kinds.get(type)
  if (kind === undefined) throw new Error(`There is no event ${type} in the catalogue.`)
  return kind
}

/**
 * Lifts a stored event to the newest version of its type, which is the only one that the rest of the code knows.
 * So far each older version also reads as the newest one, so there is nothing to lift yet.
 * Throws `EventFromTheFuture` for a version that this code does not know.
 */
export function upcast<Event extends { type: string; version: number }>(event: Event): Event {
  const kind = kinds.get(event.type)
  if (kind !== undefined && event.version > kind.version)
    throw new EventFromTheFuture(
      `${event.type} has version ${event.version}; this release knows ${kind.version}.`,
    )
  return event
}
