import type {
  Doer,
  Notification,
  NotificationsAnswer,
  NotificationsQuery,
} from '@thirty/contracts/api/notifications.ts'
import type { ProjectCard } from '@thirty/contracts/api/projects.ts'
import { pictureAddress } from '@thirty/contracts/rules/pictures.ts'
import type { Clock } from '@thirty/infra/clock.ts'
import { beginning, type EventLog } from '@thirty/infra/event-log/event-log.ts'
import type { ViewKey, ViewStore } from '@thirty/infra/views/views.ts'
import { cursorAt, placeOfCursor } from '../cursor.ts'
import type { Line } from './lines.ts'
import { toldFrom } from './told.ts'
import type { ReadMark } from './view.ts'
import { words } from './words.ts'

type Caller = { id: string; isAdmin: boolean }
type Named = { fullName: string; picture: string | null }
type Waiting = { project: ProjectCard; at: string; position: string }

export type NotificationQueriesOptions = {
  log: Pick<EventLog, 'read'>
  store: ViewStore
  clock: Clock
  /** The view of what was read. */
  marks: ViewKey
  /** The projects that somebody handed in, and the position up to which that is known. */
  projectsOf: (
    user: string,
  ) => Promise<{ projects: readonly Pick<ProjectCard, '_id' | 'day'>[]; position: string }>
  /** Position at which somebody joined: what happened to the challenge before is no news. */
  joinedAt: (user: string) => Promise<bigint | undefined>
  /** Names of people; those who are gone are missing. */
  named: (users: Iterable<string>) => Promise<ReadonlyMap<string, Named>>
  /** Submissions that wait for review. */
  waiting: {
    count(): Promise<number>
    page(
      query: { limit: number; cursor?: string | undefined },
      reader: Caller,
    ): Promise<{ waiting: readonly Waiting[]; nextCursor: string | null }>
    since(position: bigint): Promise<number>
  }
  /** Position up to which submissions are known. */
  checkpoint: () => Promise<bigint>
}

/** What somebody is told: participants about their projects and the challenge, admins about what waits for them. */
export type NotificationQueries = (query: NotificationsQuery, caller: Caller) => Promise<NotificationsAnswer>

export function notificationQueries(options: NotificationQueriesOptions): NotificationQueries {
  const { store, marks, log, clock } = options
  const told = toldFrom(log)
  const markOf = async (user: string): Promise<string | null> =>
    (await store.load<ReadMark>(marks, [user]))[0]?.readUpTo ?? null

  const forParticipant = async (
    { limit, cursor }: NotificationsQuery,
    user: string,
  ): Promise<NotificationsAnswer> => {
    const list = `notifications ${user}`
    const before = placeOfCursor(list, cursor) ?? Infinity
    const [readUpTo, { projects, position }, joined = beginning] = await Promise.all([
      markOf(user),
      options.projectsOf(user),
      options.joinedAt(user),
    ])
    const all = (await told({ user, projects, until: BigInt(position) })).filter(
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
      nextCursor: last === undefined ? null : cursorAt(list, Number(last.position)),
      readUpTo,
      position,
    }
  }

  const spoken = async (lines: readonly Line[], isUnread: IsUnread): Promise<Notification[]> => {
    const people = lines.flatMap((line) => ('people' in line ? line.people : []))
    const known = people.length === 0 ? new Map<string, Named>() : await options.named(people)
    const now = clock()
    return lines.map((line) => said(line, { known, isUnread: isUnread(line.position), now }))
  }

  const forAdmin = async (query: NotificationsQuery, caller: Caller): Promise<NotificationsAnswer> => {
    const position = (await options.checkpoint()).toString()
    const readUpTo = await markOf(caller.id)
    const [waiting, page, unread] = await Promise.all([
      options.waiting.count(),
      options.waiting.page(query, caller),
      options.waiting.since(readUpTo === null ? beginning : BigInt(readUpTo)),
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
  { position: where, ...line }: Line,
  { known, isUnread, now }: { known: ReadonlyMap<string, Named>; isUnread: boolean; now: number },
): Notification {
  const stamp = { position: where.toString(), isUnread }
  const doerOf = (id: string): Doer => doer(id, known.get(id))
  switch (line.kind) {
    case 'challenge': {
      const { news, id, at } = line
      const { position: _, ...one } = news
      const told = { ...one, ...stamp, id, at }
      return { ...told, text: words(told, now) }
    }
    case 'approved': {
      const { reason: _, ...one } = { ...line, ...stamp }
      const approved = { ...one, kind: 'approved' } as const
      return { ...approved, text: words(approved, now) }
    }
    case 'rejected': {
      const rejected = { ...line, ...stamp, kind: 'rejected' } as const
      return { ...rejected, text: words(rejected, now) }
    }
    case 'rated': {
      const rated = { ...line, ...stamp, people: line.people.map(doerOf) }
      return { ...rated, text: words(rated, now) }
    }
    case 'liked': {
      const liked = { ...line, ...stamp, people: line.people.map(doerOf) }
      return { ...liked, text: words(liked, now) }
    }
    case 'commented': {
      const commented = { ...line, ...stamp, people: line.people.map(doerOf) }
      return { ...commented, text: words(commented, now) }
    }
    default:
      return line satisfies never
  }
}

const doer = (id: string, known: Named | undefined): Doer => ({
  _id: id,
  fullName: known?.fullName ?? 'Deleted participant',
  profileImage: pictureAddress(known?.picture ?? null),
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
  return { ...waiting, text: words(waiting, now) }
}
