// Turns activities into items of the feed, with the current names and texts.

import type { BoardRow } from '@thirty/contracts/leaderboard/api.ts'
import { feedProject, type FeedItem } from '@thirty/contracts/community/api.ts'
import { fieldsOf } from '@thirty/contracts/endpoints/fields-of.ts'
import { isDeletedPerson } from '@thirty/contracts/accounts/stand-ins.ts'
import { parseProjectId } from '@thirty/contracts/projects/project-id.ts'
import type { RunContext } from '../run-context.ts'
import type { DiscussionSummary, ProjectSummary, RankChange } from '../summaries.ts'
import type { Activity } from './projection.ts'

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
export async function toFeedItems(details: readonly ActivityDetails[], context: RunContext) {
  const activities = details.map(({ activity }) => activity)
  const streakPersons = activities.flatMap((one) =>
    one.what === 'submitted' && one.streak !== undefined ? one.person : [],
  )
  const [summaryOf, projectById, discussionById, streakDays] = await Promise.all([
    context.personSummaries(activities.map(({ person }) => person)),
    context.projectSummaries(activities.flatMap((one) => ('project' in one ? one.project : []))),
    context.discussions.byIds(activities.flatMap((one) => ('discussion' in one ? one.discussion : []))),
    streakPersons.length === 0 ? [] : context.contributions.submittedDays(streakPersons),
  ])
  const daysByPerson = new Map(streakPersons.map((person, index) => [person, streakDays[index] ?? []]))

  /** A project that was submitted again is not the one of an earlier activity. */
  const projectOf = (of: { project: string; position: number }, fromEvent: ActivityDetails['project']) => {
    const stored = projectById.get(of.project)
    return toFeedProject(stored && Number(stored.since) <= of.position ? stored : fromEvent)
  }

  const toItem = ({ activity, ...fromEvent }: ActivityDetails): FeedItem | undefined => {
    const { at, position, person } = activity
    const common = { position: String(position), at, person: { ...summaryOf(person), ...fromEvent.name } }
    const project = 'project' in activity ? projectOf(activity, fromEvent.project) : undefined
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
      case 'approved':
        return project && { what: 'approved', ...common, project }
      case 'rated':
        return project && { what: 'rated', average: activity.average, ...common, project }
      case 'commented': {
        const { comment, text } = activity
        return project && { what: 'commented', comment, text, ...common, project }
      }
      case 'submitted': {
        const streak =
          activity.streak === undefined ? undefined : streakOf(activity, daysByPerson.get(person) ?? [])
        return project && { what: 'submitted', ...(streak && { streak }), ...common, project }
      }
    }
  }
  return details.flatMap((one) => toItem(one) ?? [])
}

/** The leaderboard may not have applied the submission yet, so its day is added. */
function streakOf({ project, streak = 0 }: Extract<Activity, { what: 'submitted' }>, days: BoardRow['days']) {
  const day = parseProjectId(project)?.day ?? 0
  const isKnown = days.some((one) => one.day === day)
  return {
    length: streak,
    days: isKnown ? days : [...days, { day, status: 'submitted' as const, score: null }],
  }
}

/** Returns a project as the feed shows it; `undefined` for a rejected one. */
const toFeedProject = (project: ActivityDetails['project']) =>
  project === undefined || project.status === 'rejected' ? undefined : fieldsOf(feedProject, project)
