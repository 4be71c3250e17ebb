import css from './view-as-table.module.css'

type ViewAsTableProps = {
  /** What the table is about; the picture's own sentence serves. */
  caption: string
  head: readonly string[]
  rows: readonly (readonly (string | number)[])[]
}

/** The data of a picture as rows and columns, hidden until asked for. The first cell names its row. */
export const ViewAsTable = ({ caption, head, rows }: ViewAsTableProps) => (
  <details className={css.details}>
    <summary className={css.summary}>View as table</summary>
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by key */}
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
