import css from './view-as-table.module.css'

type ViewAsTableProps = {
  /** The caption; the chart's own summary serves. */
  caption: string
  head: readonly string[]
  rows: readonly (readonly (string | number)[])[]
}

/** The data of a chart as a collapsed table. The first cell is the row header. */
export const ViewAsTable = ({ caption, head, rows }: ViewAsTableProps) => (
  <details className={css.details}>
    <summary className={css.summary}>View as table</summary>
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must be reachable by keyboard */}
    <div className={css.scroll} tabIndex={0}>
      <table className={css.table}>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {head.map((word) => (
              <th key={word} scope="col">
                {word}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...cells], row) => (
            <tr key={row}>
              <th scope="row">{name}</th>
              {cells.map((cell, at) => (
                <td key={at}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </details>
)
