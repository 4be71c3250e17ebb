import type {
  Actor,
  Notification,
  NotificationsResponse,
  NotificationsQuery,
} from '@thirty/contracts/api/community/notifications.ts'
import type { ProjectCard } from '@thirty/contracts/api/projects/projects.ts'
import { imagePath } from '@thirty/contracts/rules/images.ts'
import type { Clock } from '@thirty/infra/clock.ts'
import { beginning, type EventLog } from '@thirty/infra/event-log/event-log.ts'
import type { ReadModelKey, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { encodeCursor, decodeCursorStart } from '../cursor.ts'
import type { NotificationDraft } from './drafts.ts'
import { draftLoader } from './draft-loader.ts'
import type { ReadMark } from './projection.ts'
import { formatNotification } from './format-notification.ts'

type Caller = { id: string; isAdmin: boolean }
type Named = { fullName: string; picture: string | null }
type Waiting = { project: ProjectCard; at: string; position: string }

export type NotificationQueriesOptions = {
  log: Pick<EventLog, 'read'>
  store: ReadModelStore
  clock: Clock
  /** The view of what was read. */
  readMarks: ReadModelKey
  /** The projects that somebody handed in, and the position up to which that is known. */
  projectsOf: (
    user: string,
  ) => Promise<{ projects: readonly Pick<ProjectCard, '_id' | 'day'>[]; position: string }>
  /** Position at which somebody joined: what happened to the challenge before is no news. */
  joinedAt: (user: string) => Promise<bigint | undefined>
  /** Names of people; those who are gone are missing. */
  findPeople: (users: Iterable<string>) => Promise<ReadonlyMap<string, Named>>
  /** Submissions that wait for review. */
  pendingSubmissions: {
    count(): Promise<number>
    page(
      query: { limit: number; cursor?: string | undefined },
      reader: Caller,
    ): Promise<{ waiting: readonly Waiting[]; nextCursor: string | null }>
    since(position: bigint): Promise<number>
  }
  /** Position up to which submissions are known. */
  submissionsCheckpoint: () => Promise<bigint>
}

/** What somebody is told: participants about their projects and the challenge, admins about what waits for them. */
export type NotificationQueries = (
  query: NotificationsQuery,
  caller: Caller,
) => Promise<NotificationsResponse>

export function notificationQueries(options: NotificationQueriesOptions): NotificationQueries {
  const { store, readMarks: marks, log, clock } = options
  const told = draftLoader(log)
  const markOf = async (user: string): Promise<string | null> =>
    (await store.load<ReadMark>(marks, [user]))[0]?.readUpTo ?? null

  const forParticipant = async (
    { limit, cursor }: NotificationsQuery,
    user: string,
  ): Promise<NotificationsResponse> => {
    const list = `notifications ${user}`
    const before = decodeCursorStart(list, cursor) ?? Infinity
    const [readUpTo, { projects, position }, joined = beginning] = await Promise.all([
      markOf(user),
      options.projectsOf(user),
      options.joinedAt(user),
    ])
    const all = (await told({ user, projects, upTo: BigInt(position) })).filter(
      (line) => line.position > joined,
    )
    const left = all.filter((line) => line.position < before)
    const shown = left.slice(0, limit)
    const last = left.length > limit ? shown.at(-1) : undefined
    const isUnread = unreadAfter(readUpTo)
    return {
      success: true,
      unread: all.filter((line) => isUnread(line.position)).length,
      waiting: null,
      notifications: await spoken(shown, isUnread),
      nextCursor: last === undefined ? null : encodeCursor(list, Number(last.position)),
      readUpTo,
      position,
    }
  }

  const spoken = async (lines: readonly NotificationDraft[], isUnread: IsUnread): Promise<Notification[]> => {
    const people = lines.flatMap((line) => ('people' in line ? line.people : []))
    const known = people.length === 0 ? new Map<string, Named>() : await options.findPeople(people)
    const now = clock()
    return lines.map((line) => said(line, { known, isUnread: isUnread(line.position), now }))
  }

  const forAdmin = async (query: NotificationsQuery, caller: Caller): Promise<NotificationsResponse> => {
    const position = (await options.submissionsCheckpoint()).toString()
    const readUpTo = await markOf(caller.id)
    const [waiting, page, unread] = await Promise.all([
      options.pendingSubmissions.count(),
      options.pendingSubmissions.page(query, caller),
      options.pendingSubmissions.since(readUpTo === null ? beginning : BigInt(readUpTo)),
    ])
    const isUnread = unreadAfter(readUpTo)
    const notifications = page.waiting.map((one) => waitingLine(one, isUnread(BigInt(one.position)), clock()))
    return {
      success: true,
      unread,
      waiting,
      notifications,
      nextCursor: page.nextCursor,
      readUpTo,
      position,
    }
  }

  return (query, caller) => (caller.isAdmin ? forAdmin(query, caller) : forParticipant(query, caller.id))
}

type IsUnread = (position: bigint) => boolean
const unreadAfter = (readUpTo: string | null): IsUnread => {
  const mark = readUpTo === null ? beginning : BigInt(readUpTo)
  return (position) => position > mark
}

/** A line with names put to its people, and in words. */
function said(
  { position: where, ...line }: NotificationDraft,
  { known, isUnread, now }: { known: ReadonlyMap<string, Named>; isUnread: boolean; now: number },
): Notification {
  const stamp = { position: where.toString(), isUnread }
  const doerOf = (id: string): Actor => doer(id, known.get(id))
  switch (line.kind) {
    case 'challenge': {
      const { news, id, at } = line
      const { position: _, ...one } = news
      const told = { ...one, ...stamp, id, at }
      return { ...told, text: formatNotification(told, now) }
    }
    case 'approved': {
      const { reason: _, ...one } = { ...line, ...stamp }
      const approved = { ...one, kind: 'approved' } as const
      return { ...approved, text: formatNotification(approved, now) }
    }
    case 'rejected': {
      const rejected = { ...line, ...stamp, kind: 'rejected' } as const
      return { ...rejected, text: formatNotification(rejected, now) }
    }
    case 'rated': {
      const rated = { ...line, ...stamp, people: line.people.map(doerOf) }
      return { ...rated, text: formatNotification(rated, now) }
    }
    case 'liked': {
      const liked = { ...line, ...stamp, people: line.people.map(doerOf) }
      return { ...liked, text: formatNotification(liked, now) }
    }
    case 'commented': {
      const commented = { ...line, ...stamp, people: line.people.map(doerOf) }
      return { ...commented, text: formatNotification(commented, now) }
    }
    default:
      return line satisfies never
  }
}

const doer = (id: string, known: Named | undefined): Actor => ({
  _id: id,
  fullName: known?.fullName ?? 'Deleted participant',
  profileImage: imagePath(known?.picture ?? null),
})

function waitingLine({ project, at, position }: Waiting, isUnread: boolean, now: number): Notification {
  const { _id, projectName, day, user } = project
  const { fullName, profileImage } = user
  const waiting = {
    id: `${_id}:waiting`,
    kind: 'waiting',
    position,
    at,
    isUnread,
    project: { _id, projectName, day },
    by: { _id: user._id, fullName, profileImage },
  } as const
  return { ...waiting, text: formatNotification(waiting, now) }
}
