import type { BoardSort } from '@thirty/contracts/api/challenge/leaderboard.ts'
import { useSearchParams } from 'react-router-dom'
import type { BoardFilter } from '../../shared/leaderboard/board.ts'
import { boardSorts } from '../../shared/leaderboard/sort-labels.ts'

const isSort = (text: string | null): text is BoardSort => boardSorts.some((sort) => sort === text)

/** Reads the filter from the query of the URL. */
function parseFilter(query: URLSearchParams): BoardFilter {
  const sort = query.get('sort')
  return {
    sort: isSort(sort) ? sort : 'totalPoints',
    order: query.get('order') === 'asc' ? 'asc' : 'desc',
    search: (query.get('search') ?? '').slice(0, 120),
    around: query.get('around') === 'me' ? 'me' : 'top',
  }
}

function filterToQuery({ sort, order, search, around }: BoardFilter): URLSearchParams {
  const query = new URLSearchParams()
  if (sort !== 'totalPoints' || order !== 'desc') {
    query.set('sort', sort)
    query.set('order', order)
  }
  if (search.trim() !== '') query.set('search', search)
  if (around === 'me') query.set('around', 'me')
  return query
}

/**
 * Returns the filter and a function that changes it. The URL contains the filter, so that it can be shared and restored
 * with the back button.
 */
export function useBoardFilter(): [BoardFilter, (change: Partial<BoardFilter>) => void] {
  const [query, setQuery] = useSearchParams()
  const filter = parseFilter(query)
  const changeFilter = (change: Partial<BoardFilter>) =>
    setQuery(filterToQuery({ ...filter, around: 'top', ...change }), {
      replace: change.search !== undefined,
      preventScrollReset: true,
    })
  return [filter, changeFilter]
}
