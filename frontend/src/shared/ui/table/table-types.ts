// The types with which a screen describes rows and columns of a `DataTable`.

import type { ReactNode } from 'react'
import type { SortOrder } from '../controls/sort-group.tsx'

/** What a cell or card may need besides its row. */
export type RowContext = {
  /** The points that the row has just gained, for two seconds. */
  gain: number | undefined
  /** Whether the details of the row are open. */
  isOpen: boolean
  onToggle: () => void
  /** The id of the details, for `aria-controls`. */
  detailsId: string
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
  columns: readonly Column<Row, Sort>[]
  card: (row: Row, context: RowContext) => ReactNode
  details?: (row: Row, detailsId: string) => ReactNode
  /** Data attributes of the row, for its style. */
  attributes?: (row: Row) => Readonly<Record<`data-${string}`, string | boolean | undefined>>
  /** The number whose increase highlights the row. */
  points?: (row: Row) => number
}

export type Sorting<Sort extends string = string> = {
  sort: Sort
  order: SortOrder
  onSort: (sort: Sort, order: SortOrder) => void
}

/** Class names for a table whose look differs from the usual one. */
export type TableClasses = Partial<
  Record<'table' | 'head' | 'row' | 'cells' | 'details' | 'list' | 'item' | 'foot', string | undefined>
>
