// The latest rating of each project by each rater, project by project, as rows of an export; none of withdrawn projects.

import { calculateRatingAverage } from '@thirty/contracts/leaderboard/points.ts'
import { criterionLabels } from '@thirty/contracts/judging/ratings.ts'
import { exportTable, type ExportColumns, type ExportTable } from '../../export-file.ts'
import { allDocuments } from '../../document-reads.ts'
import type { PersonSummaryLookup } from '../../summaries.ts'
import { ownersById, projectsById, type ProjectsSource } from '../card-loader.ts'
import type { CardOwner } from '../owner.ts'
import type { Project } from '../project.ts'
import { feedbackOf, isOfSubmission, raterOf, ratingsIndex, ratingSubject, type Rating } from './ratings.ts'

type Row = {
  rating: Rating
  subject: { project: string; rater: string }
  project: Project
  rater: string
  owner: CardOwner
}

const columns: ExportColumns<Row> = {
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
      [label, ({ rating }: Row) => rating.criteria[criterion]] as const,
    ]),
  ),
  average: ['Average', ({ rating }) => calculateRatingAverage(rating.criteria)],
  feedback: ['Feedback', ({ rating, owner }) => feedbackOf(rating, owner)],
  ratedAt: ['Rated at (UTC)', ({ rating }) => rating.at],
}

export type ExportedRatingsOptions = ProjectsSource & { personSummaries: PersonSummaryLookup }

export const exportedRatings = ({ personSummaries, ...source }: ExportedRatingsOptions): ExportTable =>
  exportTable(columns, async function* () {
    for await (const found of allDocuments<Rating>(source, ratingsIndex)) {
      const ratings = found.map(({ id, document: rating }) => ({ rating, subject: ratingSubject(id) }))
      const ids = ratings.map(({ subject }) => subject.project)
      const projects = await projectsById(source, ids)
      const owners = [...projects.values()].map(({ owner }) => owner)
      const ownerOf = await ownersById(source, owners)
      const summaryOf = await personSummaries(ratings.map(({ subject }) => subject.rater))
      yield ratings.flatMap(({ rating, subject }): Row[] => {
        const project = projects.get(subject.project)
        // One that is older than the submission belongs to a withdrawn project.
        if (project === undefined || !isOfSubmission(rating, project)) return []
        const rater = raterOf(rating, summaryOf(subject.rater)).name
        return [{ rating, subject, project, rater, owner: ownerOf(project.owner) }]
      })
    }
  })
