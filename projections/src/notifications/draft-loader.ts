import { catalogue } from '@thirty/contracts/events/catalogue.ts'
import { projectStream } from '@thirty/contracts/rules/streams/project-id.ts'
import type { EventLog, RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import { applyChallengeEvent, type ChallengeNotice } from './challenge-notices.ts'
import { challengeDraft, projectDrafts, type NotificationDraft } from './drafts.ts'
import { ProjectActivity } from './project-activity.ts'

type Project = { _id: string; day: number }
/** Whose notifications are wanted, about which of their projects, and up to which position. */
export type DraftQuery = { user: string; projects: readonly Project[]; upTo: bigint }

/** The lines of a participant, newest first. */
export type LoadDrafts = (wanted: DraftQuery) => Promise<readonly NotificationDraft[]>

type Known = { until: bigint; stories: Map<string, ProjectActivity>; lines: readonly NotificationDraft[] }
type KnownNews = { until: bigint; next: number; news: readonly ChallengeNotice[] }

/** People whose stories are kept, those who asked last. */
const mostKept = 1_000

/**
 * Folds what happened to somebody's projects from their own streams when it is asked for, up to a position. Most events
 * of a contest are never looked at in this way, so no view is fed with them. What was folded is kept for a while, and
 * the next time only what came since is read.
 */
export function draftLoader(log: Pick<EventLog, 'read'>): LoadDrafts {
  const kept = new Map<string, Promise<Known>>()
  const challenge = challengeNews(log)

  /** One after the other for each person: a story takes every event once. */
  const follow = (wanted: DraftQuery): Promise<Known> => {
    const { user } = wanted
    const before = kept.get(user)
    const next = advanced(log, before, wanted)
    kept.delete(user)
    kept.set(user, next)
    // Whoever asks hears of it; the next one begins anew.
    next.catch(() => undefined)
    const [oldest] = kept.keys()
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest)
    return next
  }

  return async (wanted) => {
    const [{ lines }, news] = await Promise.all([follow(wanted), challenge(wanted.upTo)])
    return [...lines, ...news.map(challengeDraft)].sort(newestFirst)
  }
}

const newestFirst = (one: NotificationDraft, other: NotificationDraft): number =>
  one.position > other.position ? -1 : 1

async function advanced(
  log: Pick<EventLog, 'read'>,
  before: Promise<Known> | undefined,
  { user, projects, upTo: until }: DraftQuery,
): Promise<Known> {
  // What could not be read then is read now.
  const known = await before?.catch(() => undefined)
  if (known !== undefined && known.until >= until && projects.every(({ _id }) => known.stories.has(_id)))
    return known
  const stories = new Map<string, ProjectActivity>()
  const lines = await Promise.all(
    projects.map(async (project) => {
      const story = known?.stories.get(project._id) ?? new ProjectActivity(user)
      for await (const event of upTo(until, log.read(projectStream(project._id), story.nextRevision)))
        story.apply(event)
      stories.set(project._id, story)
      return projectDrafts(project, story)
    }),
  )
  return { until, stories, lines: lines.flat() }
}

/** The news of the challenge are the same for everybody. */
function challengeNews(log: Pick<EventLog, 'read'>) {
  let known: Promise<KnownNews> = Promise.resolve({ until: -1n, next: 0, news: [] })

  const advance = async (before: KnownNews, until: bigint): Promise<KnownNews> => {
    if (before.until >= until) return before
    let { next, news } = before
    for await (const event of upTo(until, log.read('challenge', next))) {
      next = event.revision + 1
      news = applyChallengeEvent(news, event)
    }
    return { until, next, news }
  }
  return async (until: bigint): Promise<readonly ChallengeNotice[]> => {
    const before = known
    const next = before.then((settled) => advance(settled, until))
    known = next.catch(() => before)
    return (await next).news
  }
}

async function* upTo(until: bigint, events: AsyncIterable<RecordedEvent>): AsyncGenerator<RecordedEvent> {
  for await (const event of events) {
    if (event.position > until) return
    yield catalogue.upcast(event)
  }
}
