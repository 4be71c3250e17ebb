import type { ProjectStatus } from '@thirty/contracts/api/projects/projects.ts'
import { imagePath, thumbnailOf } from '@thirty/contracts/rules/images.ts'
import type { ReadModelKey, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import type { ProjectsDocument } from '../projection.ts'

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
