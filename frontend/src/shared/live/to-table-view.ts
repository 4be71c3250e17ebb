// Turns what `useLiveData` returns into the props of a `DataTable`.

import { requestMessage } from '../http/request-failed.ts'
import type { TableView } from '../ui/table/data-table.tsx'
import type { Paging } from '../ui/table/table-rows.tsx'
import type { LiveView } from './live-types.ts'

type TableTexts = {
  /** The title of the failed state. */
  failed: string
  /** What the failed state says besides; default: the message of the failed request. */
  detail?: (error: unknown) => string | undefined
}

/** Returns a view for a `DataTable`. */
export function toTableView<Data, Row>(
  view: LiveView<Data>,
  rowsOf: (data: Data) => readonly Row[],
  { failed, detail = requestMessage }: TableTexts,
): TableView<Row> {
  switch (view.state) {
    case 'loading':
      return { state: 'loading' }
    case 'failed':
      return { state: 'failed', title: failed, detail: detail(view.error), onRetry: view.reload }
    case 'empty':
    case 'ready':
      return { state: 'ready', rows: rowsOf(view.data) }
  }
}

/** Returns the pages of a `DataTable`, of which the URL has the last one. */
export const toPaging = (
  {
    data,
    moreState,
    loadMore,
  }: Pick<LiveView<{ nextCursor?: string | null }>, 'data' | 'moreState' | 'loadMore'>,
  page: number,
  changeQuery: (change: { page: number }) => void,
): Paging => ({
  page,
  onPage: (next) => changeQuery({ page: next }),
  hasMore: data?.nextCursor != null,
  moreState,
  onMore: loadMore,
})
