import type { ProjectStatus } from '@thirty/contracts/api/projects/projects.ts'
import { imagePath, thumbnailOf } from '@thirty/contracts/rules/images.ts'
import type { ReadModelKey, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import type { ProjectSummary, ProjectSummaryLookup } from '../summaries.ts'
import { noReactions } from './reactions/reactions.ts'
import type { Project, ProjectsDocument } from './projection.ts'

export type ProjectSummaries = {
  /** Those with these ids that are there, also rejected ones. */
  of: ProjectSummaryLookup
  /** The most popular ones that are not rejected: likes, then views, then the newest. Those that nobody looked at are not among them. */
  popular(limit: number): Promise<ProjectSummary[]>
}

/** What others show of projects. */
export function projectSummaries({
  store,
  view,
}: {
  store: ReadModelStore
  view: ReadModelKey
}): ProjectSummaries {
  return {
    of: async (ids) => {
      const wanted = [...new Set(ids)]
      const documents = wanted.length === 0 ? [] : await store.load<ProjectsDocument>(view, wanted)
      const known = new Map<string, ProjectSummary>()
      wanted.forEach((id, at) => {
        const document = documents[at]
        if (document?.kind === 'project') known.set(id, mentioned(id, document))
      })
      return known
    },
    popular: async (limit) => {
      const found = await store.range<Project>(view, 'popular', { offset: 0, limit, reverse: true })
      return found.map(({ id, document }) => mentioned(id, document))
    },
  }
}

function mentioned(id: string, project: Project): ProjectSummary {
  const { owner, content, day, status, position } = project
  const { likes, comments, views } = project.figures ?? noReactions
  return {
    id,
    owner,
    title: content.projectName,
    description: content.description,
    day,
    thumbnail: imagePath(thumbnailOf(content.image)),
    isRejected: status === 'rejected',
    since: position,
    likes,
    comments,
    views,
  }
}

/** What a search shows of a project. `position` is sortable. */
export type ProjectSearchResult = {
  id: string
  owner: string
  projectName: string
  day: number
  status: ProjectStatus
  thumbnail: string | null
  position: string
}

/** The projects with these ids that are there. */
export type FindProjects = (ids: readonly string[]) => Promise<ProjectSearchResult[]>

export function projectSearchResults({
  store,
  view,
}: {
  store: ReadModelStore
  view: ReadModelKey
}): FindProjects {
  return async (ids) => {
    const documents = ids.length === 0 ? [] : await store.load<ProjectsDocument>(view, ids)
    return ids.flatMap((id, at) => {
      const document = documents[at]
      if (document?.kind !== 'project') return []
      const { owner, content, day, status, position } = document
      const thumbnail = imagePath(thumbnailOf(content.image))
      return [{ id, owner, projectName: content.projectName, day, status, thumbnail, position }]
    })
  }
}
