import { isEventOf, type EventFamily, type EventOf } from '@thirty/contracts/events/event-definition.ts'
import type { challengeEvents } from '@thirty/contracts/events/challenge.ts'
import type { DiscussionEvent } from '@thirty/contracts/events/discussion.ts'
import type { ProjectEvent } from '@thirty/contracts/events/project.ts'
import type { DeletionEvent, UserEvent } from '@thirty/contracts/events/user.ts'
import { commentId } from '@thirty/contracts/rules/streams/project-id.ts'
import { discussionStream } from '@thirty/contracts/rules/streams/stream-names.ts'
import { projectId, projectStream } from '@thirty/contracts/rules/streams/project-id.ts'
import { projectViewStream } from '@thirty/contracts/rules/streams/stream-names.ts'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import { memoryReadModelStore } from '@thirty/infra/read-models/memory.ts'
import { beginning } from '@thirty/infra/event-log/event-log.ts'
import type {
  Document,
  Projection,
  ReadModelStore,
  RecordedEventOf,
} from '@thirty/infra/read-models/read-models.ts'
import type { DocumentChange } from '@thirty/projections/registered-projection.ts'

/** Something that happened, as a spec tells it: where, what, when (ISO; else noon of 5 January 2026) and by whom. */
export type GivenEvent = { stream: string; type: string; data: unknown; at?: string; actor?: string }

/** When things happen unless a spec says otherwise. */
const usually = '2026-01-05T12:00:00.000Z'

type Criteria = (ProjectEvent & { type: 'ProjectRated' })['data']['criteria']
type Content = (ProjectEvent & { type: 'ProjectSubmitted' })['data']
type Registration = (UserEvent & { type: 'UserRegistered' })['data']

/** Ids with which a spec can speak of people: the same name is always the same id. */
export const userIdOf = (name: string): string => {
  const hex = [...name].map((letter) => letter.charCodeAt(0).toString(16)).join('')
  return `00000000-0000-7000-8000-${hex.slice(0, 12).padStart(12, '0')}`
}

/** Name of a picture in the media store, told apart by a digit. */
export const imageName = (digit: number): string => `${String(digit).repeat(32).slice(0, 32)}.webp`

/** What can happen to the account of a person. */
export function personEvents(name: string) {
  const id = userIdOf(name)
  const event = (event: UserEvent, at?: string): GivenEvent => ({
    stream: `user-${id}`,
    ...event,
    ...(at && { at }),
  })
  const who: Registration = {
    fullName: name,
    username: name.toLowerCase(),
    email: `${name}@example.org`,
    role: 'participant',
  }
  return {
    id,
    registered: (but: Partial<Registration> = {}, at?: string) =>
      event({ type: 'UserRegistered', data: { ...who, ...but } }, at),
    /** Anything else, in the words of the catalogue. */
    told: event,
    status: (status: 'active' | 'inactive' | 'pending', at?: string) =>
      event({ type: 'UserStatusChanged', data: { status } }, at),
    /** Who registered as the first event of the story, unless said otherwise. */
    deleted: (but: Partial<DeletionEvent['data']> = {}, at?: string): GivenEvent => ({
      stream: `deleted-${id}`,
      type: 'AccountDeleted',
      data: {
        role: 'participant',
        status: 'active',
        registered: { at: usually, position: '10' },
        ...but,
      } satisfies DeletionEvent['data'],
      ...(at && { at }),
    }),
  }
}

export const submissionContent: Content = {
  projectName: 'Kanban',
  description: 'A board of cards',
  languages: 'TypeScript, CSS',
  liveLink: 'https://kanban.example.org',
  repoLink: 'https://git.example.org/kanban',
  image: imageName(1),
}

/** All five criteria alike, so that the average is that number. */
export const equalCriteria = (all: number): Criteria => ({
  functionality: all,
  design: all,
  innovation: all,
  codeQuality: all,
  completeness: all,
})

/** What can happen to the project that somebody hands in for a day, in run 1 unless said otherwise. */
export function projectEvents(name: string, day: number, run = 1) {
  const id = projectId({ run, day, user: userIdOf(name) })
  const told = (event: ProjectEvent, actor: string, at?: string): GivenEvent => ({
    stream: projectStream(id),
    actor: userIdOf(actor),
    ...event,
    ...(at && { at }),
  })
  return {
    id,
    submitted: (but: Partial<Content> = {}, at?: string) =>
      told({ type: 'ProjectSubmitted', data: { ...submissionContent, ...but } }, name, at),
    revised: (but: Partial<Content> = {}, at?: string) =>
      told({ type: 'ProjectRevised', data: { ...submissionContent, ...but } }, name, at),
    withdrawn: (at?: string) => told({ type: 'ProjectWithdrawn', data: {} }, name, at),
    approved: (by = 'Root') => told({ type: 'ProjectApproved', data: { by: userIdOf(by) } }, by),
    rejected: (reason?: string, by = 'Root') =>
      told({ type: 'ProjectRejected', data: { by: userIdOf(by), ...(reason && { reason }) } }, by),
    rated: (
      rater: string,
      criteria: Criteria,
      but: { official?: boolean; feedback?: string; at?: string } = {},
    ) =>
      told(
        {
          type: 'ProjectRated',
          data: {
            rater: userIdOf(rater),
            criteria,
            official: but.official ?? true,
            feedback: but.feedback ?? '',
          },
        },
        rater,
        but.at,
      ),
    liked: (by: string) => told({ type: 'ProjectLiked', data: { by: userIdOf(by) } }, by),
    unliked: (by: string) => told({ type: 'ProjectUnliked', data: { by: userIdOf(by) } }, by),
    viewed: (by: string): GivenEvent => ({
      stream: projectViewStream(id, userIdOf(by)),
      actor: userIdOf(by),
      type: 'ProjectViewed',
      data: { project: id, by: userIdOf(by) },
    }),
    /** The comments of a project are numbered from 1. */
    commented: (by: string, number: number, text = 'Neat', at?: string) =>
      told({ type: 'CommentPosted', data: { comment: commentId(number), by: userIdOf(by), text } }, by, at),
    commentRemoved: (by: string, number: number) =>
      told({ type: 'CommentRemoved', data: { comment: commentId(number), by: userIdOf(by) } }, by),
  }
}

/** What can happen to a discussion that somebody starts; those of one person are told apart by a digit. */
export function discussionEvents(name: string, digit = 1) {
  const id = `${userIdOf(name).slice(0, -2)}d${digit}`
  const words = { title: 'How do you test drag and drop?', text: 'My board works by hand.' }
  const told = (event: DiscussionEvent, actor: string, at?: string): GivenEvent => ({
    stream: discussionStream(id),
    actor: userIdOf(actor),
    ...event,
    ...(at && { at }),
  })
  return {
    id,
    opened: (but: Partial<typeof words> = {}, at?: string) =>
      told({ type: 'DiscussionOpened', data: { ...words, ...but, by: userIdOf(name) } }, name, at),
    revised: (but: Partial<typeof words>, at?: string) =>
      told({ type: 'DiscussionRevised', data: { ...words, ...but } }, name, at),
    removed: (by = name) => told({ type: 'DiscussionRemoved', data: { by: userIdOf(by) } }, by),
    replied: (by: string, reply: string, text = 'With a keyboard.', at?: string) =>
      told({ type: 'ReplyPosted', data: { reply, by: userIdOf(by), text } }, by, at),
    replyRevised: (by: string, reply: string, text: string, at?: string) =>
      told({ type: 'ReplyRevised', data: { reply, text } }, by, at),
    replyRemoved: (by: string, reply: string) =>
      told({ type: 'ReplyRemoved', data: { reply, by: userIdOf(by) } }, by),
  }
}

/** What can happen to the challenge as a whole. */
export const challengeEvent = (event: EventOf<typeof challengeEvents>): GivenEvent => ({
  stream: 'challenge',
  ...event,
})

/** The story as it stands in the log, from a position on (10, 20, 30, … when missing). */
export function recordedEvents(story: readonly GivenEvent[], after = 0): RecordedEvent[] {
  return story.map(({ stream, type, data, at = usually, actor }, index) => ({
    id: `event-${after + index}`,
    type,
    version: 1,
    stream,
    revision: index,
    position: BigInt((after + index + 1) * 10),
    at,
    data,
    metadata: { correlation: 'spec', ...(actor && { actor }) },
  }))
}

/** The documents of a projection after some events, by id. */
export function documentsAfter<Doc extends Document, Family extends EventFamily>(
  projection: Projection<Doc, Family>,
  given: readonly GivenEvent[],
): Map<string, Doc> {
  const documents = new Map<string, Doc>()
  applyEvents(projection, documents, recordedEvents(given))
  return documents
}

/** What each of the `next` events changes in the documents of a projection that has applied the `given` ones. */
export function documentChanges<Doc extends Document, Family extends EventFamily>(
  projection: Projection<Doc, Family>,
  given: readonly GivenEvent[],
  next: readonly GivenEvent[],
): DocumentChange<Doc, Family>[] {
  return applyEvents(projection, documentsAfter(projection, given), recordedEvents(next, given.length))
}

function applyEvents<Doc extends Document, Family extends EventFamily>(
  projection: Projection<Doc, Family>,
  documents: Map<string, Doc>,
  events: readonly RecordedEvent[],
): DocumentChange<Doc, Family>[] {
  const isHandled = (event: RecordedEvent): event is RecordedEventOf<Family> =>
    projection.events === undefined || isEventOf(projection.events, event)
  return events.filter(isHandled).flatMap((event) =>
    projection.documentIds(event).map((id) => {
      const before = documents.get(id)
      const after = projection.evolve(before, event, id)
      if (after === undefined) documents.delete(id)
      else documents.set(id, after)
      return { event, id, before, after }
    }),
  )
}

/** A store in memory that holds some views after a story. */
export async function storeAfter(
  views: readonly Projection[],
  story: readonly GivenEvent[],
): Promise<ReadModelStore> {
  const store = memoryReadModelStore({ live: { publish: () => undefined } })
  for (const view of views) {
    const documents = documentsAfter(view, story)
    const puts = [...documents].map(([id, document]) => ({
      id,
      document,
      indexEntries: view.indexEntries(document, id),
    }))
    const to = BigInt(story.length * 10)
    const build = await store.beginBuild(view)
    await store.commit({
      build,
      stepId: view.name,
      from: beginning,
      to,
      upserts: puts,
      deletes: [],
      messages: [],
    })
    await store.activate(build)
  }
  return store
}
