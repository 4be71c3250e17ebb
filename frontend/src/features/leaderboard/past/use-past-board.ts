import type { BoardResponse } from '@thirty/contracts/api/challenge/leaderboard.ts'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { request } from '../../../shared/http/http.ts'
import { queryClient } from '../../../shared/http/query-client.ts'
import {
  appendPage,
  boardFromResponse,
  defaultFilter,
  isDefaultFilter,
  selectTopThree,
} from '../../../shared/leaderboard/board.ts'
import type { Board, BoardFilter } from '../../../shared/leaderboard/board.ts'

const pageSize = 100
const podiumSize = 3

type Moment = { day: number; run: number }

export type PastBoardState = {
  /** The standings of the last day that has been loaded; undefined before the first one. */
  board: Board | undefined
  /** Whether `board` is still that of another day or filter. */
  isPrevious: boolean
  error: Error | null
  retry: () => void
  hasMore: boolean
  moreState: 'idle' | 'loading' | 'failed'
  loadMore: () => void
}

/**
 * Loads the standings at the end of a day, page by page. A day that has ended does not change, so each is loaded once. `run` is the run
 * of the challenge: after a reset or restore, the days have other standings.
 */
export function usePastBoard(moment: Moment, filter: BoardFilter): PastBoardState {
  const { day, run } = moment
  const query = useInfiniteQuery(
    {
      queryKey: ['past-standings', run, day, filter],
      queryFn: ({ signal, pageParam }) =>
        fetchPage(day, filter, { signal, limit: pageSize, cursor: pageParam }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page: BoardResponse) => page.nextCursor ?? undefined,
      staleTime: Infinity,
      placeholderData: keepPreviousData,
    },
    queryClient,
  )
  const beginsWithPodium = isDefaultFilter(filter)
  const podium = useQuery(
    {
      queryKey: ['past-podium', run, day],
      queryFn: ({ signal }) => fetchPage(day, defaultFilter, { signal, limit: podiumSize }),
      staleTime: Infinity,
      placeholderData: keepPreviousData,
      enabled: !beginsWithPodium,
    },
    queryClient,
  )
  const [first, ...others] = query.data?.pages ?? []
  const topRows = beginsWithPodium ? first : podium.data
  return {
    board:
      first === undefined || topRows === undefined
        ? undefined
        : others.reduce(appendPage, boardFromResponse(first, selectTopThree(topRows.data))),
    isPrevious: query.isPlaceholderData || podium.isPlaceholderData,
    // A failed next page leaves the others on screen.
    error: query.isFetchNextPageError ? podium.error : (query.error ?? podium.error),
    retry: () => {
      void query.refetch()
      if (podium.isError) void podium.refetch()
    },
    hasMore: query.hasNextPage,
    moreState: query.isFetchingNextPage ? 'loading' : query.isFetchNextPageError ? 'failed' : 'idle',
    loadMore: () => void query.fetchNextPage(),
  }
}

type Page = { signal: AbortSignal; limit: number; cursor?: string | undefined }

const fetchPage = (
  day: number,
  { sort, order, search }: BoardFilter,
  { signal, limit, cursor }: Page,
): Promise<BoardResponse> =>
  request('GET', '/api/leaderboard/leaderboard', {
    query: {
      at: `day:${day}`,
      sort,
      order,
      limit,
      ...(search !== '' && { search }),
      ...(cursor !== undefined && { cursor }),
    },
    signal,
  })
