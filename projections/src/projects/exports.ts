// All projects of a run in the order of submission, and the latest rating of each project by each rater, project by project, as rows of
// exports. There are no ratings of withdrawn projects.

import { calculateRatingAverage } from '@thirty/contracts/leaderboard/points.ts'
import { criterionLabels } from '@thirty/contracts/judging/ratings.ts'
import { allTextsOf, perProjectText } from '@thirty/contracts/projects/project-texts.ts'
import { meanAverage, noRatings, type RatingSums } from '@thirty/contracts/judging/rating-sums.ts'
import { exportTable, type ExportColumns, type ExportTable } from '../export-file.ts'
import { allDocuments, type Source } from '../document-reads.ts'
import { ownersById, projectsById } from './card-loader.ts'
import type { CardOwner } from './owner.ts'
import { matches, reasonOf, type Project } from './project.ts'
import {
  feedbackOf,
  isOfSubmission,
  raterOf,
  ratingsIndex,
  ratingSubject,
  type Rating,
} from './ratings/ratings.ts'
import type { RatingsSource } from './ratings/query.ts'
import { noReactions, type ReactionCounts } from './reactions/reactions.ts'

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

type RatingRow = {
  rating: Rating
  subject: { project: string; rater: string }
  project: Project
  rater: string
  owner: CardOwner
}

const ratingColumns: ExportColumns<RatingRow> = {
  id: ['Id', ({ rating }) => rating.id],
  projectId: ['Project id', ({ subject }) => subject.project],
  day: ['Day', ({ project }) => project.day],
  project: ['Project', ({ project }) => project.content.projectName],
  raterId: [
    'Rater id',
    ({ rating: { official, isImported }, subject }) => (official && isImported ? null : subject.rater),
  ],
  rater: ['Rater', ({ rater }) => rater],
  official: ['Official', ({ rating }) => rating.official],
  ...Object.fromEntries(
    criterionLabels.map(([criterion, label]) => [
      criterion,
      [label, ({ rating }: RatingRow) => rating.criteria[criterion]] as const,
    ]),
  ),
  average: ['Average', ({ rating }) => calculateRatingAverage(rating.criteria)],
  feedback: ['Feedback', ({ rating, owner }) => feedbackOf(rating, owner)],
  ratedAt: ['Rated at (UTC)', ({ rating }) => rating.at],
}

export const exportedRatings = ({ personSummaries, ...source }: RatingsSource): ExportTable =>
  exportTable(ratingColumns, async function* () {
    for await (const found of allDocuments<Rating>(source, ratingsIndex)) {
      const ratings = found.map(({ id, document: rating }) => ({ rating, subject: ratingSubject(id) }))
      const ids = ratings.map(({ subject }) => subject.project)
      const projects = await projectsById(source, ids)
      const owners = [...projects.values()].map(({ owner }) => owner)
      const ownerOf = await ownersById(source, owners)
      const summaryOf = await personSummaries(ratings.map(({ subject }) => subject.rater))
      yield ratings.flatMap(({ rating, subject }): RatingRow[] => {
        const project = projects.get(subject.project)
        // One that is older than the submission belongs to a withdrawn project.
        if (project === undefined || !isOfSubmission(rating, project)) return []
        const rater = raterOf(rating, summaryOf(subject.rater)).name
        return [{ rating, subject, project, rater, owner: ownerOf(project.owner) }]
      })
    }
  })
