// The data of a chart as a collapsed table. The first cell is the row header.

import { t } from '../i18n/t.ts'
import css from './view-as-table.module.css'

type ViewAsTableProps = {
  /** The caption of the table, such as the summary of the chart. */
  caption: string
  head: readonly string[]
  rows: readonly (readonly (string | number)[])[]
}

export const ViewAsTable = ({ caption, head, rows }: ViewAsTableProps) => (
  <details className={css.details}>
    <summary className={css.summary}>{t('charts.viewAsTable')}</summary>
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must be reachable by keyboard */}
    <div className={css.scroll} tabIndex={0}>
      <table className={css.table}>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {head.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...cells], rowIndex) => (
            <tr key={rowIndex}>
              <th scope="row">{name}</th>
              {cells.map((cell, cellIndex) => (
                <td key={cellIndex}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </details>
)
