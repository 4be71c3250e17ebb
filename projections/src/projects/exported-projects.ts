// All projects of a run in the order of submission, as rows of an export.

import { allTextsOf, perProjectText } from '@thirty/contracts/projects/project-texts.ts'
import { meanAverage, noRatings, type RatingSums } from '@thirty/contracts/judging/rating-sums.ts'
import { exportTable, type ExportColumns, type ExportTable } from '../export-file.ts'
import { allDocuments } from '../document-reads.ts'
import { ownersById, type ProjectsSource } from './card-loader.ts'
import type { CardOwner } from './owner.ts'
import { matches, reasonOf, type Project } from './project.ts'
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

export const exportedProjects = (source: ProjectsSource): ExportTable =>
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
