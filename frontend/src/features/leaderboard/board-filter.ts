// The filter and the page of the leaderboard in the URL.

import type { BoardFilter } from '../../shared/leaderboard/board.ts'
import { boardSorts } from '@thirty/contracts/leaderboard/board-sorts.ts'
import { useTableQuery } from '../../shared/ui/table/use-table-query.ts'

export type BoardQuery = {
  filter: BoardFilter
  /** Changes the filter. A change of anything else leads back to the top of the list. */
  onFilter: (change: Partial<BoardFilter>) => void
  page: number
  onPage: (page: number) => void
}

export function useBoardQuery(): BoardQuery {
  const [{ sort, order, search, page, filters }, changeQuery] = useTableQuery({
    sorts: boardSorts,
    filters: ['around'],
  })
  const around = filters.around === 'me' ? 'me' : 'top'
  return {
    filter: { sort, order, search, around },
    onFilter: ({ around: nextAround = 'top', ...change }) =>
      changeQuery({ ...change, filters: { around: nextAround === 'me' ? 'me' : '' } }),
    page,
    onPage: (next) => changeQuery({ page: next }),
  }
}
