import defaults from './data-table.module.css'

type TableSpaceProps = { height: number; columnCount: number }

/** Stands for rows of a table that are not rendered; `height` in px. */
export const TableSpace = ({ height, columnCount }: TableSpaceProps) =>
  height > 0 && (
    <tbody aria-hidden="true">
      <tr>
        <th colSpan={columnCount} className={defaults.spacer} style={{ height }}>
          {null}
        </th>
      </tr>
    </tbody>
  )

/** Stands for entries of a list that are not rendered; `height` in px. */
export const ListSpace = ({ height }: { height: number }) =>
  height > 0 && <li aria-hidden="true" className={defaults.spacer} style={{ height }} />
