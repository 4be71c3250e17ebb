// The latest rating of each project by each rater, project by project, as rows of an export; none of withdrawn projects.

import { calculateRatingAverage } from '@thirty/contracts/leaderboard/points.ts'
import { criterionLabels, type Criterion } from '@thirty/contracts/judging/ratings.ts'
import type { ExportTable } from '../../export-file.ts'
import { allDocuments } from '../../index-page.ts'
import type { PersonSummaryLookup } from '../../summaries.ts'
import { cardLoader, projectsById, type ProjectsSource } from '../card-loader.ts'
import { feedbackOf, raterOf, ratingsIndex, ratingSubject, type Rating } from './ratings.ts'

const columns = {
  id: 'Id',
  projectId: 'Project id',
  day: 'Day',
  project: 'Project',
  raterId: 'Rater id',
  rater: 'Rater',
  official: 'Official',
  // Safe: there is an entry for each criterion.
  ...(Object.fromEntries(criterionLabels) as Record<Criterion, string>),
  average: 'Average',
  feedback: 'Feedback',
  ratedAt: 'Rated at (UTC)',
}

export type ExportedRatingsOptions = ProjectsSource & { personSummaries: PersonSummaryLookup }

export const exportedRatings = ({
  store,
  readModel,
  personSummaries,
}: ExportedRatingsOptions): ExportTable<keyof typeof columns> => ({
  columns,
  async *parts() {
    for await (const found of allDocuments<Rating>({ store, readModel }, ratingsIndex)) {
      const subjects = found.map(({ id }) => ratingSubject(id))
      const projects = await projectsById(
        { store, readModel },
        subjects.map(({ project }) => project),
      )
      const ownerById = await cardLoader({ store, readModel }).owners(
        [...projects.values()].map(({ owner }) => owner),
      )
      const summaryOf = await personSummaries(subjects.map(({ rater }) => rater))
      yield found.flatMap(
        ({ document: { id, official, criteria, at, position, isImported, ...rating } }, row) => {
          const subject = subjects[row]
          const project = subject && projects.get(subject.project)
          if (subject === undefined || project === undefined) return []
          // One that is older than the submission belongs to a withdrawn project.
          if (position <= Number(project.position)) return []
          return {
            id,
            projectId: subject.project,
            day: project.day,
            project: project.content.projectName,
            raterId: official && isImported ? null : subject.rater,
            rater: raterOf({ official, ...(isImported && { isImported }) }, summaryOf(subject.rater)).name,
            official,
            ...criteria,
            average: calculateRatingAverage(criteria),
            feedback: feedbackOf(rating, ownerById.get(project.owner)?.fullName),
            ratedAt: at,
          }
        },
      )
    }
  },
})
