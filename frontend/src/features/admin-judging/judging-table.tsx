// The table of the screen of judging, and how its cells show stars. On phones each row looks like a card whose cells have the header before
// them, and stays a row of a table for screen readers.

import type { ReactNode } from 'react'
import { formatNumber } from '../../shared/i18n/t.ts'
import css from './judging-table.module.css'

export type JudgingColumn<Row> = {
  header: string
  cell?: (row: Row) => ReactNode
  /** A cell with a number, which is at the end of its column. */
  figure?: (row: Row) => ReactNode
}

type JudgingTableProps<Row> = {
  caption: string
  /** The first column is the header of each row: a name, in the direction of its script. */
  columns: readonly JudgingColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
}

export const JudgingTable = <Row,>({ caption, columns, rows, rowKey }: JudgingTableProps<Row>) => (
  <table className={css.table}>
    <caption className={css.caption}>{caption}</caption>
    <thead className={css.head}>
      <tr>
        {columns.map(({ header, figure }) => (
          <th key={header} scope="col" data-number={figure && true}>
            {header}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={rowKey(row)}>
          {columns.map(({ header, figure, cell = figure }, index) =>
            index === 0 ? (
              <th key={header} scope="row">
                <bdi>{cell?.(row)}</bdi>
              </th>
            ) : (
              <td key={header} data-number={figure && true}>
                <span className={css.label} aria-hidden="true">
                  {header}
                </span>
                <span>{cell?.(row)}</span>
              </td>
            ),
          )}
        </tr>
      ))}
    </tbody>
  </table>
)

const twoDecimals = { minimumFractionDigits: 2, maximumFractionDigits: 2 }

/** Returns a number of stars with two decimals: "3.25". */
export const formatStars = (stars: number): string => formatNumber(stars, twoDecimals)

/** Returns a difference of stars with its sign: "+0.40". */
export const formatDifference = (stars: number): string =>
  formatNumber(stars, { ...twoDecimals, signDisplay: 'exceptZero' })
