// Queries for the submissions that no admin has reviewed.

import type { PageQuery } from '@thirty/contracts/endpoints/responses.ts'
import { documentsPage } from '../index-page.ts'
import type { PendingSubmission } from '../summaries.ts'
import { cardLoader, type ProjectsSource } from './card-loader.ts'
import { beginOfWait, type Project, type Reader } from './project.ts'

const list = 'waiting submissions'
const index = 'submitted'
const maxCounted = 100

export function pendingSubmissions({ store, readModel }: ProjectsSource) {
  const { cards } = cardLoader({ store, readModel })

  return {
    count: (): Promise<number> => store.count(readModel, index),
    /**
     * Returns a page in the order of the first submissions, the oldest first. Refuses a cursor of another list as
     * `malformed`.
     */
    page: async (
      { limit, cursor }: PageQuery,
      reader: Reader,
    ): Promise<{ waiting: PendingSubmission[]; nextCursor: string | null }> => {
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
