import type { ProjectCard } from '@thirty/contracts/api/projects/projects.ts'
import type { ReadModelKey, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { sortablePosition } from '@thirty/contracts/rules/rank.ts'
import { countEntriesBefore } from '../count-before.ts'
import { encodeCursor, decodeCursor, refuseInvalidCursor } from '../cursor.ts'
import type { Reader } from './cards.ts'
import { cardLoader } from './cards.ts'
import type { Project } from './projection.ts'

/**
 * A submission that waits for review, and since when (ISO time, and the position as decimal text): it was handed in, or
 * revised after a rejection.
 */
export type PendingSubmission = { project: ProjectCard; at: string; position: string }

export type PendingSubmissions = {
  /** How many there are. */
  count(): Promise<number>
  /** The oldest first, by when they were handed in for the first time. Refuses a cursor of another list as `malformed`. */
  page(
    query: { limit: number; cursor?: string | undefined },
    reader: Reader,
  ): Promise<{ waiting: PendingSubmission[]; nextCursor: string | null }>
  /** How many of the newest hundred wait since after a position. */
  since(position: bigint): Promise<number>
}

const list = 'waiting submissions'
const index = 'submitted'
const mostNew = 100

/** Submissions that nobody has reviewed, as one reads them to do so. */
export function pendingSubmissions({
  store,
  view,
}: {
  store: ReadModelStore
  view: ReadModelKey
}): PendingSubmissions {
  const { of: cardsOf } = cardLoader({ store, view })

  const offsetBehind = (cursor: string): Promise<number> => {
    const { place: score, after = refuseInvalidCursor() } = decodeCursor(list, cursor)
    return countEntriesBefore<Project>(
      { store, readModel: view },
      { index, score },
      ({ document }) => document.position <= after,
    )
  }

  return {
    count: () => store.count(view, index),
    page: async ({ limit, cursor }, reader) => {
      // Reviews take submissions out of the list, so a page goes on behind a place and not at an offset.
      const offset = cursor === undefined ? 0 : await offsetBehind(cursor)
      const found = await store.range<Project>(view, index, { offset, limit: limit + 1 })
      const shown = found.slice(0, limit)
      const last = found.length > limit ? shown.at(-1)?.document : undefined
      const owned = await cardsOf(shown, reader)
      return {
        waiting: owned.flatMap((project, at) => {
          const document = shown[at]?.document
          if (document === undefined) return []
          const since = waitsSince(document)
          return [{ project, at: since.at, position: BigInt(since.position).toString() }]
        }),
        nextCursor: last ? encodeCursor(list, Date.parse(last.at), last.position) : null,
      }
    },
    since: async (position) => {
      const newest = await store.range<Project>(view, index, { offset: 0, limit: mostNew, reverse: true })
      return newest.filter(({ document }) => waitsSince(document).position > sortablePosition(position))
        .length
    },
  }
}

/** When it began to wait, and the position of that as sortable text. */
const waitsSince = ({ at, position, again = { at, position } }: Project) => again
