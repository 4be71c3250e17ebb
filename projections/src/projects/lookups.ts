// Summaries of projects, for other slices.

import { imagePath, thumbnailOf } from '@thirty/contracts/images/images.ts'
import type { ProjectSummary } from '../summaries.ts'
import { projectsById, type ProjectsSource } from './card-loader.ts'
import type { Project } from './project.ts'
import { noReactions } from './reactions/reactions.ts'

/** Summaries of projects for other slices. */
export function projectSummaries({ store, readModel }: ProjectsSource) {
  return {
    /** Returns the projects with these ids, rejected ones included; withdrawn ones are missing. */
    byIds: async (ids: Iterable<string>): Promise<ReadonlyMap<string, ProjectSummary>> => {
      const projects = await projectsById({ store, readModel }, ids)
      return new Map([...projects].map(([id, project]) => [id, toProjectSummary(id, project)]))
    },
    /**
     * Returns the most popular projects that are not rejected: by likes, then views, then the newest. Projects without
     * likes and views are left out.
     */
    popular: async (limit: number): Promise<ProjectSummary[]> => {
      const projects = await store.range<Project>(readModel, 'popular', { offset: 0, limit, reverse: true })
      return projects.map(({ id, document }) => toProjectSummary(id, document))
    },
  }
}

function toProjectSummary(id: string, project: Project): ProjectSummary {
  const { owner, content, day, status, position } = project
  const { likes, comments, views } = project.figures ?? noReactions
  return {
    id,
    owner,
    title: content.projectName,
    description: content.description,
    day,
    thumbnail: imagePath(thumbnailOf(content.image)),
    status,
    since: position,
    likes,
    comments,
    views,
  }
}
