// Hides personal data and credentials in events that an operator's shell prints.

import { allEvents } from './catalogue.ts'

const redacted = '[redacted]'

/** Streams with personal data or credentials. */
const personalStream = /^(?:user|credentials|second-factors)-/

/** Streams that are named by personal data, or by a digest of it. */
const nameStream = /^(email|username|identity-\w+)-.*$/s

type Event = { stream: string; type: string; data: unknown; metadata: { causation?: string } }

/**
 * Returns an event without personal data and credentials, for an operator's terminal and what is copied from there. Texts
 * that users published, such as projects and comments, stay.
 */
export function redactEvent<Redacted extends Event>(event: Redacted): Redacted {
  const stream = event.stream.replace(nameStream, `$1-${redacted}`)
  const { causation, ...metadata } = event.metadata
  return {
    ...event,
    stream,
    data: personalStream.test(stream) ? redactFields(event) : event.data,
    // After the colon, the causation has a digest of the request, against which guesses could be tried.
    metadata: { ...metadata, ...(causation !== undefined && { causation: causation.split(':')[0] }) },
  }
}

/** The fields that an operator sees in these streams. They never say who somebody is, how to reach them, or a credential. */
const shownFields =
  'addedAt claim count createdAt expiresAt left notifications passkey provider role sessionVersion status theme'

/** Fields of later events are redacted until they are listed, and fields of unknown types always. */
function redactFields({ type, data }: Pick<Event, 'type' | 'data'>): unknown {
  if (typeof data !== 'object' || data === null) return redacted
  const isShown = (field: string) => Object.hasOwn(allEvents, type) && shownFields.split(' ').includes(field)
  return Object.fromEntries(
    Object.entries(data).map(([field, value]) => [field, isShown(field) ? value : redacted]),
  )
}
