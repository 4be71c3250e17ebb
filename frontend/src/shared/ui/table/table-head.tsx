// The column headers. A column sorts ascending first; pressing the active one again reverses the order.

import { ArrowDown, ArrowUp } from 'lucide-react'
import { VisuallyHidden } from '../visually-hidden.tsx'
import type { Column, Sorting } from './table-types.ts'

type TableHeadProps<Row, Sort extends string> = {
  columns: readonly Column<Row, Sort>[]
  sorting?: Sorting<Sort> | undefined
  className?: string | undefined
}

export const TableHead = <Row, Sort extends string>({
  columns,
  sorting,
  className,
}: TableHeadProps<Row, Sort>) => (
  <thead className={className}>
    <tr>
      {columns.map(({ id, header, headerHidden, sort }) =>
        sorting && sort !== undefined ? (
          <SortableHead key={id} header={header} sort={sort} sorting={sorting} />
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
      <button type="button" onClick={() => sorting.onSort(sort, isAscending ? 'desc' : 'asc')}>
        <span>{header}</span>
        {isActive && <Arrow aria-hidden="true" size={14} />}
      </button>
    </th>
  )
}
