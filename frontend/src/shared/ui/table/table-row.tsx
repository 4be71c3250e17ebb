// One row of a table or list. Memoized, because up to ten updates a second change only a few of a hundred rows.

import { memo, useId, type MouseEvent } from 'react'
import type { RowContext, RowDefinition, TableClasses } from './table-types.ts'
import { useRecentGain } from '../motion/use-recent-gain.ts'

type TableRowProps<Row, Sort extends string> = {
  row: Row
  definition: RowDefinition<Row, Sort>
  layout: 'table' | 'list'
  index: number
  isOpen: boolean
  /** A stable function. */
  onToggle: (id: string) => void
  measure: ((element: Element | null) => void) | undefined
  classes: TableClasses
}

const PlainRow = <Row, Sort extends string>({
  row,
  definition,
  layout,
  index,
  isOpen,
  onToggle,
  measure,
  classes,
}: TableRowProps<Row, Sort>) => {
  const id = definition.id(row)
  const gain = useRecentGain(definition.points?.(row) ?? 0)
  const detailsId = useId()
  const context: RowContext = { gain, isOpen, onToggle: () => onToggle(id), detailsId }
  const attributes = {
    ref: measure,
    'data-index': index,
    'data-flip-id': id,
    'data-moved': gain !== undefined || undefined,
    'data-open': isOpen || undefined,
    ...definition.attributes?.(row),
  }
  const details = isOpen && definition.details?.(row, detailsId)
  // For pointers only: the row has a button for the keyboard.
  const openByClick = (event: MouseEvent) => !isForControl(event) && onToggle(id)
  if (layout === 'list') {
    return (
      <li {...attributes} className={classes.item}>
        {definition.card(row, context)}
        {details}
      </li>
    )
  }
  return (
    // A group of rows, so that the open details move with the row.
    <tbody {...attributes} className={classes.row}>
      <tr className={classes.cells} onClick={definition.details && openByClick}>
        {definition.columns.map(({ id: columnId, cell, isRowHeader, className }) =>
          isRowHeader ? (
            <th key={columnId} scope="row" className={className}>
              {cell(row, context)}
            </th>
          ) : (
            <td key={columnId} className={className}>
              {cell(row, context)}
            </td>
          ),
        )}
      </tr>
      {details && (
        <tr>
          <td colSpan={definition.columns.length} className={classes.details}>
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

export const TableRow = memo(PlainRow) as typeof PlainRow
