import { inspect } from 'node:util'
import { auditQuery, auditResponse, type AuditEntry } from '@thirty/contracts/audit/api.ts'
import { appendToEnd } from '@thirty/infra/testing/event-log/append-to-end.ts'
import {
  discussionEvents,
  personEvents,
  projectEvents,
  userIdOf,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { recordedEvents, storeAfter } from '@thirty/projections/testing/fold-events.ts'
import { fakeEventLog } from '@thirty/projections/testing/fake-event-log.ts'
import { expect } from 'vitest'
import { auditProjection } from '@thirty/projections/audit/read-model.ts'
import { auditQueries, type AuditQueriesOptions } from '@thirty/projections/audit/query.ts'
import { nameIn } from './named.ts'

/** The people, projects and discussion of the specs of the audit. Ines is the admin. */
export const [ines, maya, tom] = [personEvents('Ines'), personEvents('Maya'), personEvents('Tom')]
export const kanban = projectEvents('Maya', 4)
export const weather = projectEvents('Tom', 5, 2)
export const testing = discussionEvents('Maya')
const people = ['Ines', 'Maya', 'Tom', 'Root', 'Ada']

/** Returns the event with another actor. */
export const by = (actor: string, event: GivenEvent): GivenEvent => ({ ...event, actor: userIdOf(actor) })
/** Returns a log with these events and the audit over it. `page` checks that a page is what the contract says. */
export async function setUp(given: readonly GivenEvent[], overrides: Partial<AuditQueriesOptions> = {}) {
  const log = fakeEventLog()
  const append = async (...events: GivenEvent[]) => {
    for (const [index, event] of recordedEvents(events).entries())
      await appendToEnd(log, event.stream, [
        { ...event, id: `${log.head.length}-${await log.head()}-${index}`, metadata: metadataOf(event) },
      ])
  }
  await append(...given)
  const names = new Map(people.map((name) => [userIdOf(name), name]))
  const queries = auditQueries({
    log,
    store: await storeAfter([auditProjection], given),
    personSummaries: async (ids) => {
      // Knows only whom it was asked for, like the read model of people.
      const asked = new Set(ids)
      const known = new Map([...names].filter(([id]) => asked.has(id)))
      return (id) => ({
        id,
        ...nameIn(known, id),
        username: known.get(id)?.toLowerCase() ?? null,
        avatar: null,
      })
    },
    searchUsers: async (words) =>
      people.filter((name) => name.toLowerCase().startsWith(words.toLowerCase())).map(userIdOf),
    ...overrides,
  })
  const page = async (query: Record<string, string> = {}) => {
    const response = await queries.page(auditQuery.parse(query))
    expect(auditResponse.omit({ success: true }).parse(response)).toEqual(response)
    for (const { text } of response.entries) expect(Object.values(text?.values ?? {})).not.toContain('')
    return response
  }
  return { log, append, queries, page }
}

/** One request per event, and the run of a project. */
const metadataOf = ({ metadata, stream, id }: ReturnType<typeof recordedEvents>[number]) => {
  const [, run] = /^project-r(\d+)-/.exec(stream) ?? []
  return { ...metadata, correlation: id, ...(run !== undefined && { run: Number(run) }) }
}

/** Returns the sentences of a page. */
export const summaries = ({ entries }: { entries: readonly AuditEntry[] }) =>
  entries.map(({ summary }) => summary)

/** Returns all that a page says, oldest first: each sentence and, if there are any, the fields before and after below it. */
export const said = ({ entries }: { entries: readonly AuditEntry[] }) =>
  entries.toReversed().flatMap(({ summary, before, after }) => {
    const [was, is] = [before, after].map((fields) => inspect(fields, { breakLength: Infinity }))
    return was === is ? [summary] : [summary, `${was} → ${is}`]
  })
