// What other slices ask of projects: the submissions that no admin has reviewed, and summaries.

import type { PageQuery } from '@thirty/contracts/endpoints/responses.ts'
import { documentsPage } from '../index-page.ts'
import { cardLoader, type ProjectsSource, projectsById } from './card-loader.ts'
import { beginOfWait, type Project, type Reader } from './project.ts'
import { imagePath, thumbnailOf } from '@thirty/contracts/images/images.ts'
import { noReactions } from './reactions/reactions.ts'

const list = 'waiting submissions'
const index = 'submitted'
const maxCounted = 100

export function pendingSubmissions({ store, readModel }: ProjectsSource) {
  const { cards } = cardLoader({ store, readModel })

  return {
    count: (): Promise<number> => store.count(readModel, index),
    /**
     * Returns a page in the order of the first submissions, the oldest first. `at` (ISO time) and `position` (decimal text) are those of the
     * submission, or of its revision after a rejection. Refuses a cursor of another list as `malformed`.
     */
    page: async ({ limit, cursor }: PageQuery, reader: Reader) => {
      // Not by offsets: reviews remove submissions from the list between two pages.
      const page = { index, order: 'asc', list, limit, cursor } as const
      const { found, nextCursor } = await documentsPage<Project>({ store, readModel }, page)
      const projects = await cards(found, reader)
      return {
        waiting: projects.flatMap((project, row) => {
          const document = found[row]?.document
          if (document === undefined) return []
          const { at, position } = beginOfWait(document)
          return [{ project, at, position: BigInt(position).toString() }]
        }),
        nextCursor,
      }
    },
    /** Counts the unread submissions, by the position at which they began to wait, among the newest hundred. */
    countUnread: async (isUnread: (position: bigint) => boolean): Promise<number> => {
      const newest = await store.range<Project>(readModel, index, {
        offset: 0,
        limit: maxCounted,
        reverse: true,
      })
      return newest.filter(({ document }) => isUnread(BigInt(beginOfWait(document).position))).length
    },
  }
}

export function summaryQueries({ store, readModel }: ProjectsSource) {
  return {
    /** Returns the projects with these ids, rejected ones included; withdrawn ones are missing. */
    projectSummaries: async (ids: Iterable<string>) => {
      const projects = await projectsById({ store, readModel }, ids)
      return new Map([...projects].map(([id, project]) => [id, toProjectSummary(id, project)]))
    },
    /**
     * Returns the most popular projects that are not rejected: by likes, then views, then the newest. Projects without
     * likes and views are left out.
     */
    popularProjects: async (limit: number) => {
      const projects = await store.range<Project>(readModel, 'popular', { offset: 0, limit, reverse: true })
      return projects.map(({ id, document }) => toProjectSummary(id, document))
    },
  }
}

/** `since`: the sortable position of the submission. */
export function toProjectSummary(id: string, project: Project) {
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
