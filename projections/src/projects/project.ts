// The document of a project: what it stores, how events change it, how a card shows it, which filters it matches, and its index entries.

import type { ProjectCard, ProjectsQuery } from '@thirty/contracts/projects/api.ts'
import type { ProjectContent } from '@thirty/contracts/projects/events.ts'
import {
  evolveStatus,
  isPresent,
  type ProjectStatus,
  type statusEvents,
} from '@thirty/contracts/projects/project-life.ts'
import type { AdminRole } from '@thirty/contracts/team/admin-roles.ts'
import { imagePath, thumbnailOf } from '@thirty/contracts/images/images.ts'
import { allTextsOf } from '@thirty/contracts/projects/project-texts.ts'
import { sortablePosition } from '@thirty/contracts/leaderboard/rank.ts'
import { matchesSearch } from '@thirty/contracts/user-texts/search-text.ts'
import { subjectProject } from '@thirty/contracts/projects/project-id.ts'
import type { RecordedEventOf, IndexEntry } from '@thirty/infra/read-models/projection.ts'
import { meanAverage, type RatingSums } from '@thirty/contracts/judging/rating-sums.ts'
import { nameAs } from '@thirty/contracts/accounts/stand-ins.ts'
import { reviewTextOf, type CardOwner } from './owner.ts'
import { sumsOf, type ProjectRatings } from './ratings/ratings.ts'
import { noReactions, type ReactionCounts } from './reactions/reactions.ts'
import { totalDays } from '@thirty/contracts/challenge/challenge-day.ts'
import { criterionLabels, perCriterion } from '@thirty/contracts/judging/ratings.ts'

/**
 * A project that was not withdrawn. `at` is the ISO time of its submission. `ratings` is missing without any; `figures` is
 * missing until the project is viewed, liked or commented on. `again` is set when the owner revises the project after a
 * rejection: time and sortable position of that revision. `version` is the position of the newest event that a decision of an admin
 * depends on: a submission, a revision, a review or an official rating.
 */
export type Project = {
  kind: 'project'
  content: ProjectContent
  owner: string
  day: number
  status: ProjectStatus
  reason: string | null
  /** Of the reason; see `StoredReviewText`. */
  nameOpen?: true | undefined
  at: string
  position: string
  ratings?: ProjectRatings
  figures?: ReactionCounts
  again?: { at: string; position: string }
  version: number
}

type CardEvent = RecordedEventOf<typeof statusEvents>

/** Returns the document after an event about texts or status; that of `project-life.ts` is for status and official ratings alone. */
export function evolveProject(project: Project | undefined, event: CardEvent): Project | undefined {
  const status = evolveStatus(project?.status ?? 'none', event)
  if (!isPresent(status)) return undefined
  if (event.type === 'ProjectSubmitted') return newProject(event)
  if (project === undefined) return undefined
  const { nameOpen: _, ...before } = project
  const changed: Project = { ...before, status, reason: null, version: Number(event.position) }
  if (event.type === 'ProjectRejected') {
    const { reason = null, nameOpen } = event.data
    return { ...changed, reason, ...(nameOpen && { nameOpen }) }
  }
  if (event.type !== 'ProjectRevised') return changed
  const { at, position, data: content } = event
  const revised = { ...changed, content }
  // After a rejection, a revision makes it wait for review again.
  return project.status === 'rejected'
    ? { ...revised, again: { at, position: sortablePosition(position) } }
    : revised
}

function newProject(event: Extract<CardEvent, { type: 'ProjectSubmitted' }>): Project | undefined {
  const subject = subjectProject(event.stream)
  if (subject === undefined) return undefined
  return {
    kind: 'project',
    content: event.data,
    owner: subject.user,
    day: subject.day,
    status: 'submitted',
    reason: null,
    at: event.at,
    position: sortablePosition(event.position),
    version: Number(event.position),
  }
}

/** Returns time and sortable position since which a project waits for review: of its submission, or its revision after a rejection. */
export const beginOfWait = ({ at, position, again = { at, position } }: Project) => again

/** The user a card is made for; it decides what the card contains. */
export type Reader = { id: string; isAdmin: boolean; role?: AdminRole | null }

export const averageRating = ({ ratings }: Project): number => meanAverage(sumsOf(ratings))
export const ratingCount = ({ ratings }: Project): number => sumsOf(ratings).count

/** Without `isLiked` the card does not say whether the reader likes the project. */
type CardContext = { reader: Reader; owner: CardOwner; isLiked?: boolean }

/** Returns the reason of a rejection as it is shown. */
export const reasonOf = ({ reason, nameOpen }: Project, owner: CardOwner): string | null =>
  (reason !== null && reviewTextOf({ text: reason, nameOpen }, owner)) || null

/**
 * Returns a project as its reader may see it: only admins see the owner's email address, only admins and the owner see
 * the reason of a rejection. All texts of the submission are on the card.
 */
export function toProjectCard(
  id: string,
  project: Project,
  { reader, owner, isLiked: likedByMe }: CardContext,
): ProjectCard {
  const { content, day, status, at } = project
  const { username, picture, email } = owner
  const profileImage = imagePath(picture)
  const imageUrl = imagePath(content.image)
  const average = averageRating(project)
  const { likes, comments, views } = project.figures ?? noReactions
  const maySeeReason = reader.isAdmin || reader.id === project.owner
  return {
    ...allTextsOf(content),
    _id: id,
    name: content.projectName,
    day,
    imageUrl,
    thumbnailUrl: thumbnailOf(imageUrl),
    screenshot: imageUrl,
    status,
    rejectionReason: maySeeReason ? reasonOf(project, owner) : null,
    averageRating: average,
    currentRating: average,
    ratingCount: ratingCount(project),
    likes,
    comments,
    views,
    ...(likedByMe !== undefined && { likedByMe }),
    submissionDate: at,
    ...(reader.isAdmin && status === 'submitted' && { waitingSince: beginOfWait(project).at }),
    ...(reader.isAdmin && {
      version: String(project.version),
      officialRatings: project.ratings?.official?.count ?? 0,
    }),
    submittedDate: at,
    createdAt: at,
    ...nameAs('submittedBy', owner),
    submitterAvatar: profileImage,
    user: {
      _id: project.owner,
      ...nameAs('fullName', owner),
      username,
      profileImage,
      ...(reader.isAdmin && email !== undefined && { email }),
    },
  }
}

/** Whether a project matches the day, language and search text of a query. The status is not compared. */
export function matches(
  project: Project,
  { search = '', language = '', day }: Pick<ProjectsQuery, 'search' | 'language' | 'day'>,
): boolean {
  if (day !== undefined && project.day !== day) return false
  const { languages, projectName, description } = project.content
  if (!matchesSearch(languages, language)) return false
  return matchesSearch(projectName, search) || matchesSearch(description, search)
}

export function projectIndexEntries(project: Project): Record<string, IndexEntry> {
  const { at, position, day, status, ratings, figures } = project
  const bySubmission = { score: Date.parse(at), tiebreaker: position }
  const names = indexNamesOf(day)
  // Assignments are several times faster than a literal with computed names, and a replay does this for every change.
  const entries: Record<string, IndexEntry> = { all: bySubmission }
  entries[status] = bySubmission
  entries[names.all] = bySubmission
  entries[names[status]] = bySubmission
  if (status === 'rejected') return entries
  if (status === 'submitted') {
    const begin = beginOfWait(project)
    entries['waiting'] = { score: Date.parse(begin.at), tiebreaker: begin.position }
  }
  const { likes, views } = figures ?? noReactions
  // Ascending: by likes, then views, then the later submission.
  if (likes > 0 || views > 0)
    entries['popular'] = { score: likes, tiebreaker: `${views.toString().padStart(10, '0')}${position}` }
  if (ratings?.official && ratings.official.count > 0)
    addOfficialRatingEntries(entries, names.official, ratings.official)
  return entries
}

/** The index names of each day, built once because every change of a project needs them. */
const namesByDay = Array.from({ length: totalDays + 1 }, (_, day) => ({
  all: `day:${day}`,
  submitted: `day:${day}:submitted`,
  approved: `day:${day}:approved`,
  rejected: `day:${day}:rejected`,
  official: perCriterion((criterion) => ({
    stars: `day:${day}:stars:${criterion}`,
    given: `day:${day}:given:${criterion}`,
  })),
}))

/**
 * Returns the names of the indexes of a day: its projects, also by status, and for each criterion the indexes whose sums are the
 * official stars of these projects, and how many ratings gave them.
 */
export function indexNamesOf(day: number): (typeof namesByDay)[number] {
  const names = namesByDay[day]
  if (names === undefined) throw new RangeError(`There is no day ${day}.`)
  return names
}

/**
 * Adds the entries whose scores are summed: `ratings` (number of official ratings), `official` (sum of their averages), and for
 * each criterion that got stars `day:<n>:given:<criterion>` and `day:<n>:stars:<criterion>`. The store keeps the sum of an index,
 * so a mean over all projects of a day is one division. Rejected projects do not count.
 */
function addOfficialRatingEntries(
  entries: Record<string, IndexEntry>,
  names: (typeof namesByDay)[number]['official'],
  { count, averages, stars, given }: RatingSums,
): void {
  entries['ratings'] = { score: count }
  entries['official'] = { score: averages }
  for (const [criterion] of criterionLabels) {
    if (given[criterion] === 0) continue
    entries[names[criterion].given] = { score: given[criterion] }
    entries[names[criterion].stars] = { score: stars[criterion] }
  }
}
