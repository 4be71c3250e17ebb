// The endpoints of projects, with their comments and ratings, and of the statistics of the reviews; and the export of projects.

import { projectEndpoints } from '@thirty/contracts/projects/api.ts'
import { statisticsEndpoints } from '@thirty/contracts/judging/statistics-api.ts'
import { ratingEndpoints } from '@thirty/contracts/judging/ratings-api.ts'
import { reactionEndpoints } from '@thirty/contracts/community/reactions-api.ts'
import { refuse } from '@thirty/contracts/endpoints/refusals.ts'
import { allTextsOf, perProjectText } from '@thirty/contracts/projects/project-texts.ts'
import { meanAverage, noRatings, type RatingSums } from '@thirty/contracts/judging/rating-sums.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { RunContext } from '../run-context.ts'
import { exportTable, type ExportColumns, type ExportTable } from '../export-file.ts'
import { allDocuments, type Source } from '../document-reads.ts'
import { commentsOn } from './reactions/comments.ts'
import { reviewStatistics } from './reviews/review-statistics.ts'
import { ownersById } from './card-loader.ts'
import type { CardOwner } from './owner.ts'
import { matches, reasonOf, type Project } from './project.ts'
import { noReactions, type ReactionCounts } from './reactions/reactions.ts'

export function projectHandlers(context: RunContext): Endpoint[] {
  const source = { ...context, readModel: context.readModels.projects }
  const queries = { ...context.projects, ...context.ratings }
  /** Refuses an unknown user id. Only admins can send one, so the refusal reveals nothing to others. */
  const knownUser = async (userId: string): Promise<string> =>
    (await queries.isKnownUser(userId)) ? userId : refuse('user-not-found', 'userNotFound')

  return [
    endpoint(projectEndpoints.mine)(({ query, caller }) => queries.ofUser(caller.id, query, caller)),
    endpoint(projectEndpoints.all)(({ query, caller }) => queries.all(query, caller)),
    endpoint(projectEndpoints.count)(async () => ({ count: await queries.count() })),
    endpoint(projectEndpoints.ofUser)(async ({ params, query, caller }) =>
      queries.ofUser(await knownUser(params.userId), query, caller),
    ),
    endpoint(projectEndpoints.countOfUser)(async ({ params }) => ({
      count: await queries.countOfUser(await knownUser(params.userId)),
    })),
    endpoint(projectEndpoints.one)(({ params, caller }) => known(queries.project(params.projectId, caller))),
    endpoint(reactionEndpoints.comments)(({ params, query, caller }) =>
      known(commentsOn(source, params.projectId, query, caller)),
    ),
    // Public: anyone with a link to a project may read its ratings. Which one is whose is not.
    endpoint(ratingEndpoints.ofProject)(({ params, query }) =>
      known(queries.ratings(params.projectId, query)),
    ),
    endpoint(ratingEndpoints.mine)(({ params, caller }) =>
      known(queries.ownRating(params.projectId, caller.id)),
    ),
    endpoint(statisticsEndpoints.reviews)(reviewStatistics(source)),
  ]
}

/** Returns what was found about a project. Refuses if it does not exist or was withdrawn. */
const known = async <Found>(found: Promise<Found | undefined>): Promise<Found> =>
  (await found) ?? refuse('project-not-found', 'projectNotFound')

type Row = { id: string; project: Project; owner: CardOwner }

const textColumns = perProjectText(
  ({ column }, name) => [column, ({ project }: Row) => textsByName(project)[name] ?? ''] as const,
)
const textsByName = ({ content }: Project): Readonly<Record<string, string>> => allTextsOf(content)
const { projectName, liveLink, repoLink, ...otherTexts } = textColumns

const ratingsOf = ({ ratings: { official = noRatings, community = noRatings } = {} }: Project) => ({
  official,
  community,
})
const average = (sums: RatingSums): number | null => (sums.count > 0 ? meanAverage(sums) : null)
const reactionsTo = ({ figures = noReactions }: Project): ReactionCounts => figures

/** An average is null without ratings. */
const columns: ExportColumns<Row> = {
  id: ['Id', ({ id }) => id],
  day: ['Day', ({ project }) => project.day],
  name: projectName,
  participantId: ['Participant id', ({ project }) => project.owner],
  participant: ['Participant', ({ owner }) => owner.fullName],
  username: ['Username', ({ owner }) => owner.username],
  status: ['Status', ({ project }) => project.status],
  rejectionReason: ['Rejection reason', ({ project, owner }) => reasonOf(project, owner)],
  submittedAt: ['Submitted at (UTC)', ({ project }) => project.at],
  ...otherTexts,
  liveLink,
  repoLink,
  officialRatings: ['Official ratings', ({ project }) => ratingsOf(project).official.count],
  officialAverage: ['Official average', ({ project }) => average(ratingsOf(project).official)],
  communityRatings: ['Community ratings', ({ project }) => ratingsOf(project).community.count],
  communityAverage: ['Community average', ({ project }) => average(ratingsOf(project).community)],
  likes: ['Likes', ({ project }) => reactionsTo(project).likes],
  comments: ['Comments', ({ project }) => reactionsTo(project).comments],
  views: ['Views', ({ project }) => reactionsTo(project).views],
}

/** Exports the projects of a run that a filter keeps, in the order of submission. */
export const exportedProjects = (source: Source): ExportTable =>
  exportTable(columns, async function* ({ search, status, user }) {
    const keep = (project: Project) =>
      (status === undefined || project.status === status) &&
      (user === undefined || project.owner === user) &&
      matches(project, { search })
    for await (const found of allDocuments<Project>(source, 'all', { keep })) {
      const owners = found.map(({ document }) => document.owner)
      const ownerOf = await ownersById(source, owners)
      yield found.map(({ id, document }) => ({ id, project: document, owner: ownerOf(document.owner) }))
    }
  })
