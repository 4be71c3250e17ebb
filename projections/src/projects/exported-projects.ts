// All projects of a run in the order of submission, as rows of an export.

import { allTextsOf, perProjectText } from '@thirty/contracts/projects/project-texts.ts'
import { meanAverage, noRatings } from '@thirty/contracts/judging/rating-sums.ts'
import { isFiltered, type ExportTable } from '../export-file.ts'
import { allDocuments } from '../index-page.ts'
import { cardLoader, type ProjectsSource } from './card-loader.ts'
import { deletedOwner } from './owner.ts'
import { matches, reasonOf, type Project } from './project.ts'
import { noReactions } from './reactions/reactions.ts'

const { projectName: name, liveLink, repoLink, ...otherTexts } = perProjectText(({ column }) => column)

const columns = {
  id: 'Id',
  day: 'Day',
  name,
  participantId: 'Participant id',
  participant: 'Participant',
  username: 'Username',
  status: 'Status',
  rejectionReason: 'Rejection reason',
  submittedAt: 'Submitted at (UTC)',
  ...otherTexts,
  liveLink,
  repoLink,
  officialRatings: 'Official ratings',
  officialAverage: 'Official average',
  communityRatings: 'Community ratings',
  communityAverage: 'Community average',
  likes: 'Likes',
  comments: 'Comments',
  views: 'Views',
}

/** An average is null without ratings. */
export const exportedProjects = (source: ProjectsSource): ExportTable<keyof typeof columns> => ({
  columns,
  async *parts(filter = {}) {
    const { search, status, user } = filter
    const { owners } = cardLoader(source)
    const isWanted = (project: Project) =>
      (status === undefined || project.status === status) &&
      (user === undefined || project.owner === user) &&
      matches(project, { search })
    const keep = isFiltered(filter) ? isWanted : undefined
    for await (const found of allDocuments<Project>(source, 'all', { keep })) {
      const ownerById = await owners(found.map(({ document }) => document.owner))
      yield found.map(({ id, document: { content, ...project } }) => {
        const { projectName, liveLink, repoLink, ...otherTexts } = allTextsOf(content)
        const owner = ownerById.get(project.owner)
        const { fullName, username } = owner ?? deletedOwner
        const { official = noRatings, community = noRatings } = project.ratings ?? {}
        const { likes, comments, views } = project.figures ?? noReactions
        return {
          id,
          day: project.day,
          name: projectName,
          participantId: project.owner,
          participant: fullName,
          username,
          status: project.status,
          rejectionReason: reasonOf({ ...project, content }, owner),
          submittedAt: project.at,
          ...otherTexts,
          liveLink,
          repoLink,
          officialRatings: official.count,
          officialAverage: official.count > 0 ? meanAverage(official) : null,
          communityRatings: community.count,
          communityAverage: community.count > 0 ? meanAverage(community) : null,
          likes,
          comments,
          views,
        }
      })
    }
  },
})
