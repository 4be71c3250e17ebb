import type { ProjectStatus } from '@thirty/contracts/api/projects.ts'
import { pictureAddress, thumbnailOf } from '@thirty/contracts/rules/pictures.ts'
import type { ViewKey, ViewStore } from '@thirty/infra/views/views.ts'
import type { ProjectsDocument } from './view.ts'

/** What a search shows of a project. `position` is sortable. */
export type FoundProject = {
  id: string
  owner: string
  projectName: string
  day: number
  status: ProjectStatus
  thumbnail: string | null
  position: string
}

/** The projects with these ids that are there. */
export type FoundProjects = (ids: readonly string[]) => Promise<FoundProject[]>

export function foundProjects({ store, view }: { store: ViewStore; view: ViewKey }): FoundProjects {
  return async (ids) => {
    const documents = ids.length === 0 ? [] : await store.load<ProjectsDocument>(view, ids)
    return ids.flatMap((id, at) => {
      const document = documents[at]
      if (document?.kind !== 'project') return []
      const { owner, content, day, status, position } = document
      const thumbnail = pictureAddress(thumbnailOf(content.image))
      return [{ id, owner, projectName: content.projectName, day, status, thumbnail, position }]
    })
  }
}
