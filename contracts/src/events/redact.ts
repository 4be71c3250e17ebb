const redacted = '[redacted]'

/** Streams with personal data or credentials. */
const personalStream = /^(?:user|credentials|second-factors)-/

/** Streams that are named by personal data, or by a digest of it. */
const nameStream = /^(email|username|identity-\w+)-.*$/s

/** The fields in personal streams that may be shown. Fields of later events are redacted until they are listed here. */
const shownFields: ReadonlySet<string> = new Set([
  'addedAt',
  'claim',
  'count',
  'createdAt',
  'expiresAt',
  'left',
  'newsletter',
  'notifications',
  'passkey',
  'provider',
  'role',
  'sessionVersion',
  'status',
  'theme',
])

type Event = { stream: string; data: unknown; metadata: { causation?: string } }

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
    data: personalStream.test(stream) ? redactFields(event.data) : event.data,
    // After the colon, the causation has a digest of the request, against which guesses could be tried.
    metadata: { ...metadata, ...(causation !== undefined && { causation: causation.split(':')[0] }) },
  }
}

function redactFields(data: unknown): unknown {
  if (typeof data !== 'object' || data === null) return redacted
  return Object.fromEntries(
    Object.entries(data).map(([field, value]) => [field, shownFields.has(field) ? value : redacted]),
  )
}
