// Sorts and searches the leaderboard.

import { TableSearch } from '../../../shared/ui/table/table-search.tsx'
import { SortGroup } from '../../../shared/ui/controls/sort-group.tsx'
import { useWideLayout } from '../../../shared/ui/use-wide-layout.ts'
import type { BoardFilter } from '../../../shared/leaderboard/board.ts'
import { boardSorts } from '@thirty/contracts/leaderboard/board-sorts.ts'
import { shortSortLabels, sortLabels } from '../../../shared/leaderboard/sort-labels.ts'
import { t } from '../../../shared/i18n/t.ts'
import css from './board-toolbar.module.css'

type BoardToolbarProps = { filter: BoardFilter; onChange: (change: Partial<BoardFilter>) => void }

export const BoardToolbar = ({ filter, onChange }: BoardToolbarProps) => {
  const wide = useWideLayout()
  return (
    <div className={css.tools}>
      <SortGroup
        label={t('common.sort')}
        value={filter.sort}
        order={filter.order}
        options={boardSorts.map((value) => ({
          value,
          label: (wide ? sortLabels : shortSortLabels)[value],
        }))}
        onChange={(sort, order) => onChange({ sort, order })}
      />
      <div className={css.search}>
        <TableSearch
          label={t('common.findParticipant')}
          search={filter.search}
          onSearch={(search) => onChange({ search })}
        />
      </div>
    </div>
  )
}
