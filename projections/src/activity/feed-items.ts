import type { FeedItem } from '@thirty/contracts/api/community/community.ts'
import type {
  DiscussionSummaryLookup,
  DiscussionSummary,
  ProjectSummary,
  ProjectSummaryLookup,
  PersonSummaryLookup,
} from '../summaries.ts'
import type { Activity } from './activities.ts'

/** Where the names and words of what happened are found. */
export type FeedLookups = {
  speakersOf: PersonSummaryLookup
  projectsOf: ProjectSummaryLookup
  discussionsOf: DiscussionSummaryLookup
}

/**
 * What is known about a happening from the event itself, for those who hear of it at once: other views may not have
 * heard of a new project or discussion yet, nor of a new member.
 */
export type ActivityDetails = {
  activity: Activity
  name?: { name: string; username: string | null }
  project?: Omit<ProjectSummary, 'since'>
  discussion?: DiscussionSummary
}

/**
 * Happenings as everybody may see them, in their order. Left out is what is about a project that was rejected, or handed
 * in anew since, and about a discussion that is gone.
 */
export async function toFeedItems(
  known: readonly ActivityDetails[],
  mentions: FeedLookups,
): Promise<FeedItem[]> {
  const happenings = known.map(({ activity: happening }) => happening)
  const [speaker, projects, discussions] = await Promise.all([
    mentions.speakersOf(happenings.map(({ person }) => person)),
    mentions.projectsOf(happenings.flatMap((one) => ('project' in one ? one.project : []))),
    mentions.discussionsOf(happenings.flatMap((one) => ('discussion' in one ? one.discussion : []))),
  ])

  const itemOf = ({ activity: happening, ...fresh }: ActivityDetails): FeedItem | undefined => {
    const { at, position, person } = happening
    const stored = speaker(person)
    const moment = { position: String(position), at, person: { ...stored, ...fresh.name } }
    switch (happening.what) {
      case 'completed':
        return { what: 'completed', ...moment, day: happening.day }
      case 'joined':
        return { what: 'joined', ...moment }
      case 'discussed': {
        const discussion = discussions.get(happening.discussion) ?? fresh.discussion
        return discussion && { what: 'discussed', ...moment, discussion }
      }
      case 'submitted':
      case 'approved':
      case 'rated':
      case 'commented': {
        const there = projects.get(happening.project)
        const isSame = there !== undefined && Number(there.since) <= position
        const project = shown(isSame ? there : fresh.project)
        return project && { ...ofProject(happening), ...moment, project }
      }
      default:
        return happening satisfies never
    }
  }
  return known.flatMap((one) => itemOf(one) ?? [])
}

type ProjectItem = Extract<FeedItem, { project: unknown }>
type OfProject = Extract<Activity, { project: string }>
// Distributes over the kinds of items, which `Omit` alone would make one.
type Own<Item> = Item extends unknown ? Omit<Item, 'position' | 'at' | 'person' | 'project'> : never

function ofProject(happening: OfProject): Own<ProjectItem> {
  switch (happening.what) {
    case 'rated':
      return { what: 'rated', average: happening.average }
    case 'commented':
      return { what: 'commented', comment: happening.comment, text: happening.text }
    case 'submitted':
    case 'approved':
      return { what: happening.what }
    default:
      return happening satisfies never
  }
}

/** A project as the feed shows it; nothing of one that was rejected. */
function shown(project: Omit<ProjectSummary, 'since'> | undefined): ProjectItem['project'] | undefined {
  if (project === undefined || project.isRejected) return undefined
  const { id, title, description, day, thumbnail, likes, comments } = project
  return { id, title, description, day, thumbnail, likes, comments }
}
