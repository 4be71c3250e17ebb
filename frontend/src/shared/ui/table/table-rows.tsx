// The columns, rows and pages of a `DataTable`: how a screen describes them, and the header, the rows, the space of rows that are not
// rendered, and the line below the rows that offers the next page.

import { memo, useId, type ComponentProps, type MouseEvent, type ReactNode } from 'react'
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { LiveView } from '../../live/live-types.ts'
import type { SortOrder } from '../controls/segments.tsx'
import { useRecentGain } from '../motion/use-recent-gain.ts'
import { VisuallyHidden } from '../visually-hidden.tsx'
import { classNames } from '../class-names.ts'
import { Button } from '../controls/button.tsx'
import { t } from '../../i18n/t.ts'
import defaults from './data-table.module.css'

/** What a cell or card may need besides its row. */
export type RowContext = {
  /** The points that the row has just gained, for two seconds. */
  gain: number | undefined
  /** The props of the button that opens and closes the details of the row. */
  toggle: ComponentProps<'button'>
}

export type Column<Row, Sort extends string = string> = {
  id: string
  header: string
  headerHidden?: boolean
  /** The key by which the header sorts. */
  sort?: Sort
  /** Makes the cells row headers. Exactly one column of a table. */
  isRowHeader?: boolean
  className?: string | undefined
  cell: (row: Row, context: RowContext) => ReactNode
}

/** How one row looks: as cells, as a card on narrow screens, and its details. Create it once, so that rows are not rendered again. */
export type RowDefinition<Row, Sort extends string = string> = {
  id: (row: Row) => string
  /** Without columns, rows are cards at every width. */
  columns?: readonly Column<Row, Sort>[]
  card: (row: Row, context: RowContext) => ReactNode
  details?: (row: Row) => ReactNode
  /** Data attributes of the row, for its style. */
  attributes?: (row: Row) => Readonly<Record<`data-${string}`, string | boolean | undefined>>
  /** The number whose increase highlights the row. */
  points?: (row: Row) => number
}

export type Sorting<Sort extends string = string> = {
  sort: Sort
  order: SortOrder
  onSort: (change: { sort: Sort; order: SortOrder }) => void
}

/** Class names for a table whose look differs from the usual one. */
export type TableClasses = Partial<
  Record<'table' | 'head' | 'row' | 'cells' | 'details' | 'list' | 'item' | 'foot', string | undefined>
>

type TableHeadProps<Row, Sort extends string> = {
  columns: readonly Column<Row, Sort>[]
  sorting: Sorting<Sort> | undefined
  className: string | undefined
}

/** The column headers. A column sorts ascending first; pressing the active one again reverses the order. */
export const TableHead = <Row, Sort extends string>(props: TableHeadProps<Row, Sort>) => (
  <thead className={props.className}>
    <tr>
      {props.columns.map(({ id, header, headerHidden, sort }) =>
        props.sorting && sort !== undefined ? (
          <SortableHead key={id} header={header} sort={sort} sorting={props.sorting} />
        ) : (
          <th key={id} scope="col">
            {headerHidden ? <VisuallyHidden>{header}</VisuallyHidden> : header}
          </th>
        ),
      )}
    </tr>
  </thead>
)

type SortableHeadProps<Sort extends string> = { header: string; sort: Sort; sorting: Sorting<Sort> }

const SortableHead = <Sort extends string>({ header, sort, sorting }: SortableHeadProps<Sort>) => {
  const isActive = sorting.sort === sort
  const isAscending = isActive && sorting.order === 'asc'
  const Arrow = isAscending ? ArrowUp : ArrowDown
  return (
    <th scope="col" aria-sort={isActive ? (isAscending ? 'ascending' : 'descending') : undefined}>
      <button type="button" onClick={() => sorting.onSort({ sort, order: isAscending ? 'desc' : 'asc' })}>
        <span>{header}</span>
        {isActive && <Arrow aria-hidden="true" size={14} />}
      </button>
    </th>
  )
}

type TableRowProps<Row, Sort extends string> = {
  row: Row
  definition: RowDefinition<Row, Sort>
  /** Undefined for a card. */
  columns: readonly Column<Row, Sort>[] | undefined
  index: number
  isOpen: boolean
  /** A stable function. */
  onToggle: (id: string) => void
  measure: ((element: Element | null) => void) | undefined
  classes: TableClasses
}

const PlainRow = <Row, Sort extends string>(props: TableRowProps<Row, Sort>) => {
  const { row, definition, columns, isOpen, onToggle, classes } = props
  const id = definition.id(row)
  const gain = useRecentGain(definition.points?.(row) ?? 0)
  const detailsId = useId()
  const toggle = {
    type: 'button',
    'aria-expanded': isOpen,
    'aria-controls': isOpen ? detailsId : undefined,
    onClick: () => onToggle(id),
  } as const
  const context: RowContext = { gain, toggle }
  const attributes = {
    ref: props.measure,
    'data-index': props.index,
    'data-flip-id': id,
    'data-moved': gain !== undefined || undefined,
    'data-open': isOpen || undefined,
    ...definition.attributes?.(row),
  }
  const details = isOpen && definition.details && <div id={detailsId}>{definition.details(row)}</div>
  if (!columns)
    return (
      <li {...attributes} className={classes.item}>
        {definition.card(row, context)}
        {details}
      </li>
    )
  // For pointers only: the row has a button for the keyboard.
  const openByClick = (event: MouseEvent) => !isForControl(event) && onToggle(id)
  return (
    // A group of rows, so that the open details move with the row.
    <tbody {...attributes} className={classes.row}>
      <tr className={classes.cells} onClick={definition.details && openByClick}>
        {columns.map(({ id: columnId, cell, isRowHeader, className }) => {
          const Cell = isRowHeader ? 'th' : 'td'
          return (
            <Cell key={columnId} {...(isRowHeader && { scope: 'row' })} className={className}>
              {cell(row, context)}
            </Cell>
          )
        })}
      </tr>
      {details && (
        <tr>
          <td colSpan={columns.length} className={classes.details}>
            {details}
          </td>
        </tr>
      )}
    </tbody>
  )
}

/** Whether a click pressed a control of the row or ended the selection of its text. */
const isForControl = ({ target }: MouseEvent): boolean =>
  (target instanceof Element && target.closest('a, button, input, label') !== null) ||
  getSelection()?.isCollapsed === false

/** One row of a table or list. Memoized, because up to ten updates a second change only a few of a hundred rows. */
export const TableRow = memo(PlainRow) as typeof PlainRow

/** Stands for rows that are not rendered, of a table of so many columns or of a list; `height` in px. */
export const SkippedRows = ({ height, columnCount }: { height: number; columnCount: number | undefined }) => {
  if (height <= 0) return null
  const style = { height }
  if (columnCount === undefined) return <li aria-hidden="true" className={defaults.spacer} style={style} />
  return (
    <tbody aria-hidden="true">
      <tr>
        <th colSpan={columnCount} className={defaults.spacer} style={style}>
          {null}
        </th>
      </tr>
    </tbody>
  )
}

export type Paging = {
  /** The number of rows on page 1, and how many each further page adds. */
  firstPageSize?: number
  pageSize?: number
  /** Says how many rows are shown. */
  summary?: (shownCount: number) => ReactNode
  /** An action beside the summary. */
  action?: ReactNode
}

const firstPage = 22
const nextPages = 100

/** Returns the number of rows up to the end of a page; all without pages. */
export const lastRowOf = (page: number, paging: Paging | undefined): number => {
  if (paging === undefined) return Infinity
  const { firstPageSize = firstPage, pageSize = nextPages } = paging
  return firstPageSize + (page - 1) * pageSize
}

/** Returns the page that ends after a row. */
export const pageOf = (index: number, { firstPageSize = firstPage, pageSize = nextPages }: Paging): number =>
  1 + Math.max(0, Math.ceil((index + 1 - firstPageSize) / pageSize))

type TableFooterProps = {
  paging: Paging
  shownCount: number
  moreState: LiveView<unknown>['moreState']
  /** Loads the next page again. */
  onRetry: () => void
  /** Shows the next page; undefined without further rows. */
  onMore: (() => void) | undefined
  className: string | undefined
}

/** Says how many rows are shown, and offers the next page. */
export const TableFooter = ({ paging, shownCount, moreState, ...props }: TableFooterProps) => {
  const hasFailed = moreState === 'failed'
  return (
    <div className={classNames(defaults.foot, props.className)}>
      <p>{paging.summary?.(shownCount)}</p>
      {paging.action}
      {hasFailed && <p role="alert">{t('ui.moreNotLoaded')}</p>}
      {props.onMore && (
        <Button
          busy={moreState === 'loading'}
          busyText={t('ui.loading')}
          onClick={hasFailed ? props.onRetry : props.onMore}
        >
          {hasFailed ? t('common.tryAgain') : t('common.showMore')}
        </Button>
      )}
    </div>
  )
}
