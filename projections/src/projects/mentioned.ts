import { pictureAddress, thumbnailOf } from '@thirty/contracts/rules/pictures.ts'
import type { ViewKey, ViewStore } from '@thirty/infra/views/views.ts'
import type { MentionedProject, ProjectsOf } from '../mentions.ts'
import { noFigures } from './reactions.ts'
import type { Project, ProjectsDocument } from './view.ts'

export type Mentioned = {
  /** Those with these ids that are there, also rejected ones. */
  of: ProjectsOf
  /** The most popular ones that are not rejected: likes, then views, then the newest. Those that nobody looked at are not among them. */
  popular(limit: number): Promise<MentionedProject[]>
}

/** What others show of projects. */
export function mentionedProjects({ store, view }: { store: ViewStore; view: ViewKey }): Mentioned {
  return {
    of: async (ids) => {
      const wanted = [...new Set(ids)]
      const documents = wanted.length === 0 ? [] : await store.load<ProjectsDocument>(view, wanted)
      const known = new Map<string, MentionedProject>()
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

function mentioned(id: string, project: Project): MentionedProject {
  const { owner, content, day, status, position } = project
  const { likes, comments, views } = project.figures ?? noFigures
  return {
    id,
    owner,
    title: content.projectName,
    description: content.description,
    day,
    thumbnail: pictureAddress(thumbnailOf(content.image)),
    isRejected: status === 'rejected',
    since: position,
    likes,
    comments,
    views,
  }
}
