// A table with sortable columns, pages, virtual rows, live changes and a narrow layout. The URL state is `useTableQuery`.

import { useCallback, useEffect, useEffectEvent, useImperativeHandle, useMemo, useRef, useState } from 'react'
import type { ComponentProps, KeyboardEventHandler, ReactNode, Ref } from 'react'
import { Card } from '../display/surfaces.tsx'
import { PendingChangesBar } from '../feedback/live-indicator.tsx'
import { EmptyState, NoMatches, SkeletonRows } from '../feedback/states.tsx'
import { ErrorState } from '../feedback/error-state.tsx'
import { useRankFlip } from '../motion/use-rank-flip.ts'
import { useHeldRows, usePrinting, useVirtualRows, type CountChanges } from './shown-rows.ts'
import {
  lastRowOf,
  pageOf,
  TableFooter,
  type Paging,
  SkippedRows,
  TableHead,
  TableRow,
  type RowDefinition,
  type Sorting,
  type TableClasses,
} from './table-rows.tsx'
import { useTablePage } from './table-query.tsx'
import { useMinWidth } from '../use-wide-layout.tsx'
import defaults from './data-table.module.css'
import { requestMessage } from '../../http/request-failed.ts'
import { inSentence } from '../../i18n/locale.ts'
import { t } from '../../i18n/t.ts'
import type { LiveView } from '../../live/live-types.ts'
import { nextCursorOf } from '../../live/updates.ts'

/** The live data that has the rows. */
type TableView = Pick<
  LiveView<unknown>,
  'state' | 'data' | 'message' | 'error' | 'reload' | 'moreState' | 'loadMore'
>

/** Reaches into the table, for a screen that points to one row. */
export type TableHandle = {
  element: () => HTMLElement | null
  /** Scrolls to a row of the loaded ones; shows further pages first if necessary. */
  showRow: (id: string) => void
}

type DataTableProps<Row, Sort extends string> = {
  /** The name of the table for screen readers. */
  label: string
  /** Undefined while there are none to show, because they are loading or could not be loaded. */
  rows: readonly Row[] | undefined
  /** Says which of both, and loads more rows. Not needed if the rows are always there, without further ones. */
  view?: TableView
  /** The title of the failed state. */
  failed?: string
  /** The text of a failure about which the server says nothing; default: that of the request. */
  advice?: string
  /** A stable object. */
  definition: RowDefinition<Row, Sort>
  /** Shown while the list is loading; default: an outline of rows. */
  outline?: ReactNode
  /** Shown instead of the table if no row matches the search and the filters. */
  noMatch?: ComponentProps<typeof NoMatches> | false
  /** Shown instead of the table without rows otherwise. */
  empty?: ComponentProps<typeof EmptyState>
  sorting?: Sorting<Sort> | undefined
  /** Shows the rows page by page; the URL has the last page. Without it, all rows are shown. */
  paging?: Paging | undefined
  /** A text that differs for other filters. Held-back changes of one filter are not shown for another. */
  filterKey?: string
  /** What does not change while pointer or focus is inside: the rows (default), or only which there are and their order. */
  holds?: 'rows' | 'order' | 'nothing'
  /** Counts the changes that are held back otherwise than by comparing the rows. */
  countChanges?: CountChanges<Row>
  /** Rows that change their rank move to their new place. */
  animatesRanks?: boolean
  /** The width of the window from which on rows are a table, in px, if they have columns. */
  tableFrom?: number
  /** Estimated height of a closed card, in px. */
  cardHeight?: number
  /** Without its own frame, for a table inside a card. */
  frameless?: boolean
  classes?: TableClasses
  /** Receives the keys that are pressed in a list of cards. */
  onKeyDown?: KeyboardEventHandler
  handle?: Ref<TableHandle>
  /** Called with the rows that are rendered, which are those in and near the window: from index `first` up to, but not including, `end`. */
  onVisibleRows?: (first: number, end: number) => void
}

export const DataTable = <Row, Sort extends string = string>(props: DataTableProps<Row, Sort>) => {
  const { rows, view, noMatch, empty, frameless } = props
  const frame = (content: ReactNode) => (frameless ? content : <Card padding="none">{content}</Card>)
  if (rows !== undefined)
    // Another sort or filter mounts a new list: the frozen rows of the previous order must not stay.
    return rows.length === 0 ? (
      frame(noMatch ? <NoMatches {...noMatch} /> : empty && <EmptyState {...empty} />)
    ) : (
      <Rows
        key={`${props.sorting?.sort} ${props.sorting?.order} ${props.filterKey}`}
        {...props}
        latest={rows}
      />
    )
  if (view?.state === 'failed')
    return frame(
      <ErrorState title={props.failed ?? ''} retryLabel={t('common.retry')} onRetry={view.reload}>
        {view.message || (props.advice ?? requestMessage(view.error))}
      </ErrorState>,
    )
  return (
    <div className={frameless ? undefined : defaults.loading}>
      {props.outline ??
        frame(<SkeletonRows label={t('ui.loadingList', { list: inSentence(props.label) })} />)}
    </div>
  )
}

type RowsProps<Row, Sort extends string> = DataTableProps<Row, Sort> & { latest: readonly Row[] }

const Rows = <Row, Sort extends string>({
  label,
  latest,
  view,
  definition,
  sorting,
  paging,
  holds = 'rows',
  countChanges,
  animatesRanks = false,
  tableFrom = 960,
  cardHeight = 69,
  frameless = false,
  classes,
  onKeyDown,
  handle,
  onVisibleRows,
}: RowsProps<Row, Sort>) => {
  const hasRoom = useMinWidth(tableFrom)
  const columns = hasRoom ? definition.columns : undefined
  const holdsNothing = holds === 'nothing'
  const held = useHeldRows(latest, definition.id, holdsNothing ? 'rows' : holds, countChanges)
  const { rows } = held
  const isPrinting = usePrinting()
  const [page, goToPage] = useTablePage()
  const pageEnd = isPrinting ? latest.length : lastRowOf(page, paging)
  // A list of ten thousand rows is rendered for every step that it is scrolled.
  const { shown, order } = useMemo(() => {
    const visible = rows.slice(0, pageEnd)
    return { shown: visible, order: visible.map(definition.id) }
  }, [rows, definition, pageEnd])
  const list = useVirtualRows(shown.length, columns ? tableRowHeight : cardHeight)
  const { startIndex, endIndex } = list
  // Also after a change of the rows, which may have other content in the same place.
  const reportVisibleRows = useEffectEvent(() => onVisibleRows?.(startIndex, endIndex))
  useEffect(() => reportVisibleRows(), [startIndex, endIndex, latest])
  const flip = useRankFlip<HTMLElement>({ order })
  const listElement = useRef<HTMLElement>(null)
  const [openId, setOpenId] = useState<string>()
  // The same function and object for every render, for the memoized rows.
  const toggle = useCallback((id: string) => setOpenId((previous) => (previous === id ? undefined : id)), [])
  const look = useMemo(() => ({ ...defaults, ...classes }), [classes])
  const { containerRef } = list
  const listRef = useCallback(
    (element: HTMLElement | null) => {
      listElement.current = element
      if (animatesRanks) flip.current = element
      containerRef(element)
    },
    // oxlint-disable-next-line react/exhaustive-deps -- `flip` is stable as long as the list is mounted
    [animatesRanks, containerRef],
  )

  const hasNextPage = paging !== undefined && nextCursorOf(view?.data) !== undefined
  // A page of the URL, such as after the back button, can end after the rows that are loaded.
  const needsMore = hasNextPage && page > 1 && view?.moreState === 'idle' && rows.length < pageEnd
  useEffect(() => {
    if (needsMore) view?.loadMore()
    // oxlint-disable-next-line react/exhaustive-deps -- `view` is a new object after every change
  }, [needsMore])

  // Runs once the row is rendered.
  const afterRender = useRef<() => boolean>(undefined)
  useEffect(() => {
    if (afterRender.current?.()) afterRender.current = undefined
  })
  const findRow = (selector: string) => listElement.current?.querySelector<HTMLElement>(selector) ?? null

  useImperativeHandle(handle, () => ({
    element: () => listElement.current,
    showRow: (id) => {
      const index = rows.findIndex((row) => definition.id(row) === id)
      const selector = `[data-flip-id="${CSS.escape(id)}"]`
      if (index < 0) return
      if (index >= shown.length && paging) {
        afterRender.current = () => {
          const row = findRow(selector)
          row?.scrollIntoView({ block: 'center' })
          return row !== null
        }
        return goToPage(pageOf(index, paging))
      }
      const row = findRow(selector)
      if (row) row.scrollIntoView({ block: 'center', behavior: 'smooth' })
      else list.scrollToIndex(index)
    },
  }))

  const showMore = () => {
    // The button may disappear, so the focus moves to the first row that it shows.
    afterRender.current = () => {
      const row = findRow(`[data-index="${shown.length}"]`)
      if (row === null) return false
      const target = row.querySelector<HTMLElement>('a, button') ?? row
      target.focus({ preventScroll: true })
      return true
    }
    goToPage(page + 1)
  }

  const items = (
    <>
      <SkippedRows height={list.heightBefore} columnCount={columns?.length} />
      {shown.slice(startIndex, endIndex).map((row, offset) => (
        <TableRow
          key={definition.id(row)}
          {...{ row, definition, columns }}
          index={startIndex + offset}
          isOpen={openId === definition.id(row)}
          onToggle={toggle}
          measure={list.measure}
          classes={look}
        />
      ))}
      <SkippedRows height={list.heightAfter} columnCount={columns?.length} />
    </>
  )
  const table = columns && (
    <table ref={listRef} className={look.table} aria-label={label}>
      <TableHead columns={columns} sorting={sorting} className={look.head} />
      {items}
    </table>
  )
  const cards = (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys act on the card that has the focus
    <ol ref={listRef} className={look.list} aria-label={label} onKeyDown={onKeyDown}>
      {items}
    </ol>
  )
  return (
    <div className={defaults.frame}>
      <div ref={holdsNothing ? undefined : held.ref} className={defaults.freezeArea}>
        {held.pendingCount > 0 && (
          <div className={defaults.waiting}>
            <PendingChangesBar onPress={held.release}>
              {t('common.showChanges', { count: held.pendingCount })}
            </PendingChangesBar>
          </div>
        )}
        {table && !frameless ? (
          <Card padding="none" className={defaults.card}>
            {table}
          </Card>
        ) : (
          (table ?? cards)
        )}
      </div>
      {paging && (
        <TableFooter
          paging={paging}
          shownCount={shown.length}
          moreState={view?.moreState ?? 'idle'}
          onRetry={() => view?.loadMore()}
          onMore={rows.length > shown.length || hasNextPage ? showMore : undefined}
          className={look.foot}
        />
      )}
    </div>
  )
}

/** Estimated height of a closed row of the table, in px. */
const tableRowHeight = 61
