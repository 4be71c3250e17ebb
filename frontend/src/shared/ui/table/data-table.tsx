// A table with sortable columns, pages, virtual rows, live changes and a narrow layout. The URL state is `useTableQuery`.

import {
  startTransition,
  useCallback,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { ComponentProps, ReactNode, Ref } from 'react'
import { Card } from '../display/card.tsx'
import { PendingChangesBar } from '../feedback/pending-changes-bar.tsx'
import { SkeletonRows } from '../feedback/skeleton.tsx'
import { ErrorState } from '../feedback/states.tsx'
import { useFreezeWhileInteracting } from '../motion/use-freeze-while-interacting.ts'
import { useRankFlip } from '../motion/use-rank-flip.ts'
import { countChangedRows, countOtherRows, inOrderOf, withNextPage } from './held-rows.ts'
import { lastRowOf, pageOf, type Paging } from './paging.ts'
import { TableFooter } from './table-footer.tsx'
import { TableHead } from './table-head.tsx'
import { TableRow } from './table-row.tsx'
import { ListSpace, TableSpace } from './table-spaces.tsx'
import type { RowDefinition, Sorting, TableClasses } from './table-types.ts'
import { useMinWidth } from '../use-wide-layout.ts'
import { usePrinting } from '../use-printing.ts'
import { useVirtualRows } from './use-virtual-rows.ts'
import defaults from './data-table.module.css'
import { inSentence } from '../../i18n/locale.ts'
import { t } from '../../i18n/t.ts'

export type TableView<Row> =
  | { state: 'loading' }
  | { state: 'failed'; title: string; detail?: string | undefined; onRetry: () => void }
  | { state: 'ready'; rows: readonly Row[] }

/** Reaches into the table, for a screen that points to one row. */
export type TableHandle = {
  element: () => HTMLElement | null
  /** Scrolls to a row of the loaded ones; shows further pages first if necessary. */
  showRow: (id: string) => void
}

type DataTableProps<Row, Sort extends string> = {
  /** The name of the table for screen readers. */
  label: string
  view: TableView<Row>
  /** A stable object. */
  definition: RowDefinition<Row, Sort>
  /** Shown while the list is loading; default: an outline of rows. */
  outline?: ReactNode
  /** Shown instead of the table without rows: nothing yet, or no matches. */
  empty: ReactNode
  sorting?: Sorting<Sort> | undefined
  paging?: Paging | undefined
  /** A text that differs for other filters. Held-back changes of one filter are not shown for another. */
  filterKey?: string
  /** What does not change while pointer or focus is inside: the rows (default), or only which there are and their order. */
  holds?: 'rows' | 'order'
  /** Counts the changes that are held back; default: `countChangedRows`. */
  countChanges?: ((frozen: readonly Row[], latest: readonly Row[]) => number) | false
  /** `auto`: a table from `tableFrom` px on, a list of cards below. */
  layout?: 'auto' | 'list'
  /** Rows that change their rank move to their new place. */
  animatesRanks?: boolean
  tableFrom?: number
  /** Estimated height of a closed card, in px. */
  cardHeight?: number
  /** Without its own frame, for a table inside a card. */
  frameless?: boolean
  classes?: TableClasses
  /** Attributes of the list in the `list` layout. */
  listProps?: Omit<ComponentProps<'ol'>, 'ref' | 'className' | 'children'>
  handle?: Ref<TableHandle>
  /** Called with the rows that are rendered, which are those in and near the window: from index `first` up to, but not including, `end`. */
  onVisibleRows?: (first: number, end: number) => void
}

export const DataTable = <Row, Sort extends string = string>({
  view,
  ...props
}: DataTableProps<Row, Sort>) => {
  const frame = (content: ReactNode) => (props.frameless ? content : <Card padding="none">{content}</Card>)
  switch (view.state) {
    case 'loading':
      return (
        <div className={props.frameless ? undefined : defaults.loading}>
          {props.outline ??
            frame(<SkeletonRows label={t('ui.loadingList', { list: inSentence(props.label) })} />)}
        </div>
      )
    case 'failed':
      return frame(
        <ErrorState title={view.title} retryLabel={t('common.retry')} onRetry={view.onRetry}>
          {view.detail}
        </ErrorState>,
      )
    case 'ready':
      // Another sort or filter mounts a new list: the frozen rows of the previous order must not stay.
      return view.rows.length === 0 ? (
        frame(props.empty)
      ) : (
        <Rows
          key={`${props.sorting?.sort} ${props.sorting?.order} ${props.filterKey}`}
          {...props}
          rows={view.rows}
        />
      )
  }
}

type RowsProps<Row, Sort extends string> = Omit<DataTableProps<Row, Sort>, 'view'> & { rows: readonly Row[] }

const Rows = <Row, Sort extends string>({
  label,
  rows: latest,
  definition,
  sorting,
  paging,
  holds = 'rows',
  countChanges = holds === 'order' ? countOtherRows(definition.id) : countChangedRows(definition.id),
  layout = 'auto',
  animatesRanks = false,
  tableFrom = 960,
  cardHeight = 69,
  frameless = false,
  classes = noClasses,
  listProps,
  handle,
  onVisibleRows,
}: RowsProps<Row, Sort>) => {
  const hasRoom = useMinWidth(tableFrom)
  const isTable = layout === 'auto' && hasRoom
  const [freezeRef, freeze] = useFreezeWhileInteracting({
    latest,
    countChanges: (frozen, current) =>
      countChanges === false ? 0 : countChanges(withNextPage(frozen, current, definition.id), current),
  })
  const { frozen } = freeze
  const isPrinting = usePrinting()
  const pageEnd = isPrinting ? latest.length : lastRowOf(paging)
  const isHeld = countChanges !== false
  // A list of ten thousand rows is rendered for every step that it is scrolled.
  const { rows, shown, order } = useMemo(() => {
    const held = withNextPage(frozen, latest, definition.id)
    const current = !isHeld ? latest : holds === 'order' ? inOrderOf(held, latest, definition.id) : held
    const visible = current.slice(0, pageEnd)
    return { rows: current, shown: visible, order: visible.map(definition.id) }
  }, [frozen, latest, definition, isHeld, holds, pageEnd])
  // The rows of the first view come first. The others follow in steps that do not block the page, each for as many rows as are there.
  const closedHeight = isTable ? tableRowHeight : cardHeight
  const firstViewCount = Math.ceil(heightOfFirstView / closedHeight)
  const [stepCount, setStepCount] = useState(firstViewCount)
  useEffect(() => {
    if (stepCount < shown.length) startTransition(() => setStepCount(Math.min(2 * stepCount, shown.length)))
  }, [stepCount, shown.length])
  const renderedCount = isPrinting ? shown.length : Math.min(shown.length, stepCount)
  const list = useVirtualRows(renderedCount, closedHeight)
  const { startIndex, endIndex } = list
  // Also after a change of the rows, which may have other content in the same place.
  useEffect(() => onVisibleRows?.(startIndex, endIndex), [onVisibleRows, startIndex, endIndex, latest])
  const heightAfter = list.heightAfter + (shown.length - renderedCount) * closedHeight
  const flip = useRankFlip<HTMLElement>({ order })
  const listElement = useRef<HTMLElement>(null)
  const { openId, toggle } = useSingleOpenRow()
  // The same object for every render, for the memoized rows.
  const rowClasses = useMemo(() => ({ ...defaultRowClasses, ...classes }), [classes])
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

  // A page of the URL, such as after the back button, can end after the rows that are loaded.
  const needsMore =
    paging?.hasMore === true && paging.page > 1 && paging.moreState === 'idle' && rows.length < pageEnd
  useEffect(() => {
    if (needsMore) paging?.onMore()
    // oxlint-disable-next-line react/exhaustive-deps -- `paging` is a new object on every render
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
        return paging.onPage(pageOf(index, paging))
      }
      const row = findRow(selector)
      if (row) row.scrollIntoView({ block: 'center', behavior: 'smooth' })
      else list.scrollToIndex(index)
    },
  }))

  const showMore = (currentPaging: Paging) => {
    // The button may disappear, so the focus moves to the first row that it shows.
    afterRender.current = () => {
      const row = findRow(`[data-index="${shown.length}"]`)
      if (row === null) return false
      const target = row.querySelector<HTMLElement>('a, button') ?? row
      target.focus({ preventScroll: true })
      return true
    }
    currentPaging.onPage(currentPaging.page + 1)
  }

  const items = shown
    .slice(list.startIndex, list.endIndex)
    .map((row, offset) => (
      <TableRow
        key={definition.id(row)}
        row={row}
        definition={definition}
        layout={isTable ? 'table' : 'list'}
        index={list.startIndex + offset}
        isOpen={openId === definition.id(row)}
        onToggle={toggle}
        measure={list.measure}
        classes={rowClasses}
      />
    ))
  const table = (
    <table ref={listRef} className={classes.table ?? defaults.table} aria-label={label}>
      <TableHead columns={definition.columns} sorting={sorting} className={classes.head ?? defaults.head} />
      <TableSpace height={list.heightBefore} columnCount={definition.columns.length} />
      {items}
      <TableSpace height={heightAfter} columnCount={definition.columns.length} />
    </table>
  )
  return (
    <div className={defaults.frame}>
      <div ref={countChanges === false ? undefined : freezeRef} className={defaults.freezeArea}>
        {countChanges !== false && freeze.pendingCount > 0 && (
          <div className={defaults.waiting}>
            <PendingChangesBar onPress={freeze.release}>
              {t('common.showChanges', { count: freeze.pendingCount })}
            </PendingChangesBar>
          </div>
        )}
        {isTable && !frameless && (
          <Card padding="none" className={defaults.card}>
            {table}
          </Card>
        )}
        {isTable && frameless && table}
        {!isTable && (
          <ol aria-label={label} {...listProps} ref={listRef} className={classes.list ?? defaults.list}>
            <ListSpace height={list.heightBefore} />
            {items}
            <ListSpace height={heightAfter} />
          </ol>
        )}
      </div>
      {paging && (
        <TableFooter
          paging={paging}
          shownCount={shown.length}
          hasMore={rows.length > shown.length || paging.hasMore}
          onMore={() => showMore(paging)}
          className={classes.foot}
        />
      )}
    </div>
  )
}

const noClasses: TableClasses = {}
const defaultRowClasses: TableClasses = {
  row: defaults.row,
  cells: defaults.cells,
  details: defaults.details,
  item: defaults.item,
}

/** About what a phone shows of a list below the heading of its screen, in px. */
const heightOfFirstView = 600
/** Estimated height of a closed row of the table, in px. */
const tableRowHeight = 61

function useSingleOpenRow() {
  const [openId, setOpenId] = useState<string>()
  const toggle = useCallback((id: string) => setOpenId((previous) => (previous === id ? undefined : id)), [])
  return { openId, toggle }
}
