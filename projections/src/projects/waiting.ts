import type { ProjectCard } from '@thirty/contracts/api/projects.ts'
import type { ViewKey, ViewStore } from '@thirty/infra/views/views.ts'
import { sortable } from '@thirty/contracts/rules/rank.ts'
import { cursorAt, placeOfCursor } from '../cursor.ts'
import type { Reader } from './card.ts'
import { cards } from './cards.ts'
import type { Project } from './view.ts'

/** A submission that waits for review, and the position (decimal text) at which it was handed in. */
export type WaitingSubmission = { project: ProjectCard; position: string }

export type WaitingSubmissions = {
  /** How many there are. */
  count(): Promise<number>
  /** The oldest first. Refuses a cursor of another list as `malformed`. */
  page(
    query: { limit: number; cursor?: string | undefined },
    reader: Reader,
  ): Promise<{ waiting: WaitingSubmission[]; nextCursor: string | null }>
  /** How many of the newest hundred were handed in after a position. */
  since(position: bigint): Promise<number>
}

const list = 'waiting submissions'
const index = 'submitted'
/** Submissions of one millisecond that are still told apart from those of the next page. */
const mostAtOnce = 50
const mostNew = 100

/** Submissions that nobody has reviewed, as one reads them to do so. */
export function waitingSubmissions({ store, view }: { store: ViewStore; view: ViewKey }): WaitingSubmissions {
  const { of: cardsOf } = cards({ store, view })
  return {
    count: () => store.count(view, index),
    page: async ({ limit, cursor }, reader) => {
      // Reviews take submissions out of the list, so a page goes on at a time and not at an offset.
      const after = placeOfCursor(list, cursor)
      const offset = after === undefined ? 0 : await store.countBetween(view, index, 0, after)
      const found = await store.range<Project>(view, index, { offset, limit: limit + mostAtOnce })
      const last = found.slice(0, limit).at(-1)?.document.at
      const shown = found.filter(({ document }, at) => at < limit || document.at === last)
      const owned = await cardsOf(shown, reader)
      return {
        waiting: owned.flatMap((project, at) => {
          const position = shown[at]?.document.position
          return position === undefined ? [] : [{ project, position: BigInt(position).toString() }]
        }),
        nextCursor:
          shown.length < found.length && last !== undefined ? cursorAt(list, Date.parse(last)) : null,
      }
    },
    since: async (position) => {
      const newest = await store.range<Project>(view, index, { offset: 0, limit: mostNew, reverse: true })
      return newest.filter(({ document }) => document.position > sortable(position)).length
    },
  }
}
