import type { ReactNode } from 'react'
import css from './judging-table.module.css'

export type JudgingColumn<Row> = {
  header: string
  /** Numbers are at the end of their column. */
  isNumber?: boolean
  cell: (row: Row) => ReactNode
}

type JudgingTableProps<Row> = {
  caption: string
  /** The first column is the header of each row. */
  columns: readonly [JudgingColumn<Row>, ...JudgingColumn<Row>[]]
  rows: readonly Row[]
  rowKey: (row: Row) => string
}

/**
 * A table for screen readers on every screen: on phones each row looks like a card whose cells have the header before them. The roles
 * are explicit, because browsers drop those of a table whose style makes it something else.
 */
export const JudgingTable = <Row,>({ caption, columns, rows, rowKey }: JudgingTableProps<Row>) => (
  <table className={css.table} role="table">
    <caption className={css.caption}>{caption}</caption>
    <thead role="rowgroup">
      <tr role="row">
        {columns.map(({ header, isNumber }) => (
          <th key={header} scope="col" role="columnheader" data-number={isNumber || undefined}>
            {header}
          </th>
        ))}
      </tr>
    </thead>
    <tbody role="rowgroup">
      {rows.map((row) => (
        <tr key={rowKey(row)} role="row">
          {columns.map(({ header, isNumber, cell }, index) =>
            index === 0 ? (
              <th key={header} scope="row" role="rowheader">
                {cell(row)}
              </th>
            ) : (
              <td key={header} role="cell" data-number={isNumber || undefined}>
                <span className={css.label} aria-hidden="true">
                  {header}
                </span>
                <span>{cell(row)}</span>
              </td>
            ),
          )}
        </tr>
      ))}
    </tbody>
  </table>
)
