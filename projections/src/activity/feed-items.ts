// Turns activities into items of the feed, with the current names and texts.

import type { BoardRow } from '@thirty/contracts/leaderboard/api.ts'
import type { FeedItem } from '@thirty/contracts/community/api.ts'
import { isDeletedPerson } from '@thirty/contracts/accounts/stand-ins.ts'
import { parseProjectId } from '@thirty/contracts/projects/project-id.ts'
import type {
  RankChange,
  DiscussionSummaryLookup,
  DiscussionSummary,
  ProjectSummary,
  ProjectSummaryLookup,
  PersonSummaryLookup,
} from '../summaries.ts'
import type { Activity } from './activities.ts'

/** Lookups of the names and texts of activities. */
export type FeedLookups = {
  personSummaries: PersonSummaryLookup
  projectSummaries: ProjectSummaryLookup
  discussionSummaries: DiscussionSummaryLookup
  /** Returns the days with a project of each user. */
  submittedDays: (ids: readonly string[]) => Promise<readonly BoardRow['days'][]>
}

/**
 * An activity with the details that its event contains. A live message uses them because the other read models may not
 * have applied the event yet.
 */
export type ActivityDetails = {
  activity: Activity | RankChange
  name?: { name: string; nameCodes: undefined; username: string | null }
  project?: Omit<ProjectSummary, 'since'>
  discussion?: DiscussionSummary
}

/**
 * Returns the feed items of activities, in the same order. Leaves out activities of a rejected project, of an
 * earlier submission of a project that was submitted again, and of a removed discussion, and changes of rank of deleted accounts.
 */
export async function toFeedItems(
  details: readonly ActivityDetails[],
  lookups: FeedLookups,
): Promise<FeedItem[]> {
  const activities = details.map(({ activity }) => activity)
  const streakPersons = activities.flatMap((one) =>
    one.what === 'submitted' && one.streak !== undefined ? one.person : [],
  )
  const [summaryOf, projectById, discussionById, streakDays] = await Promise.all([
    lookups.personSummaries(activities.map(({ person }) => person)),
    lookups.projectSummaries(activities.flatMap((one) => ('project' in one ? one.project : []))),
    lookups.discussionSummaries(activities.flatMap((one) => ('discussion' in one ? one.discussion : []))),
    streakPersons.length === 0 ? [] : lookups.submittedDays(streakPersons),
  ])
  const daysByPerson = new Map(streakPersons.map((person, index) => [person, streakDays[index] ?? []]))

  const toItem = ({ activity, ...fromEvent }: ActivityDetails): FeedItem | undefined => {
    const { at, position, person } = activity
    const common = { position: String(position), at, person: { ...summaryOf(person), ...fromEvent.name } }
    switch (activity.what) {
      case 'completed':
        return { what: 'completed', ...common, day: activity.day }
      case 'joined':
        return { what: 'joined', ...common }
      case 'took-the-lead':
        return isDeletedPerson(common.person) ? undefined : { what: 'took-the-lead', ...common }
      case 'moved-up': {
        const { places, rank } = activity
        return isDeletedPerson(common.person) ? undefined : { what: 'moved-up', ...common, places, rank }
      }
      case 'discussed': {
        const discussion = discussionById.get(activity.discussion) ?? fromEvent.discussion
        return discussion && { what: 'discussed', ...common, discussion }
      }
      case 'submitted':
      case 'approved':
      case 'rated':
      case 'commented': {
        const stored = projectById.get(activity.project)
        const isSameSubmission = stored !== undefined && Number(stored.since) <= position
        const project = toFeedProject(isSameSubmission ? stored : fromEvent.project)
        const own = projectActivityFields(activity, daysByPerson.get(person) ?? [])
        return project && { ...own, ...common, project }
      }
    }
  }
  return details.flatMap((one) => toItem(one) ?? [])
}

type ProjectItem = Extract<FeedItem, { project: unknown }>
type ProjectActivity = Extract<Activity, { project: string }>
// Distributes over the kinds of items; `Omit` alone would merge them into one type.
type OwnFields<Item> = Item extends unknown ? Omit<Item, 'position' | 'at' | 'person' | 'project'> : never

function projectActivityFields(activity: ProjectActivity, days: BoardRow['days']): OwnFields<ProjectItem> {
  switch (activity.what) {
    case 'rated':
      return { what: 'rated', average: activity.average }
    case 'commented':
      return { what: 'commented', comment: activity.comment, text: activity.text }
    case 'submitted':
      return { what: 'submitted', ...(activity.streak !== undefined && { streak: streakOf(activity, days) }) }
    case 'approved':
      return { what: 'approved' }
  }
}

type Submission = Extract<Activity, { what: 'submitted' }>

/** The leaderboard may not have applied the submission yet, so its day is added. */
function streakOf({ project, streak = 0 }: Submission, days: BoardRow['days']) {
  const day = parseProjectId(project)?.day ?? 0
  const isKnown = days.some((one) => one.day === day)
  return {
    length: streak,
    days: isKnown ? days : [...days, { day, status: 'submitted' as const, score: null }],
  }
}

/** Returns a project as the feed shows it; `undefined` for a rejected one. */
function toFeedProject(
  project: Omit<ProjectSummary, 'since'> | undefined,
): ProjectItem['project'] | undefined {
  if (project === undefined || project.isRejected) return undefined
  const { id, title, description, day, thumbnail, likes, comments } = project
  return { id, title, description, day, thumbnail, likes, comments }
}
