import { boardSorts } from '@thirty/contracts/rules/board-sorts.ts'
import { useEffect, useRef, useState } from 'react'
import { SearchField } from '../../../shared/ui/forms/search-field.tsx'
import { SortGroup } from '../../../shared/ui/controls/sort-group.tsx'
import { useWideLayout } from '../../../shared/ui/use-wide-layout.ts'
import type { BoardFilter } from '../api.ts'
import { sortLabels } from '../board-filter.ts'
import css from './board-toolbar.module.css'

type BoardToolbarProps = { filter: BoardFilter; onChange: (change: Partial<BoardFilter>) => void }

export const BoardToolbar = ({ filter, onChange }: BoardToolbarProps) => {
  const wide = useWideLayout()
  return (
    <div className={css.tools}>
      <SortGroup
        label="Sort"
        value={filter.sort}
        order={filter.order}
        options={boardSorts.map((value) => ({
          value,
          label: value === 'totalPoints' && !wide ? 'Points' : sortLabels[value],
        }))}
        onChange={(sort, order) => onChange({ sort, order })}
      />
      <div className={css.search}>
        <BoardSearch search={filter.search} onSearch={(search) => onChange({ search })} />
      </div>
    </div>
  )
}

/** Delay between the last key press and the change of the URL, in milliseconds. */
const debounceMs = 250

const BoardSearch = ({ search, onSearch }: { search: string; onSearch: (search: string) => void }) => {
  const [typed, setTyped] = useState(search)
  const [lastSearch, setLastSearch] = useState(search)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // The search in the URL changed otherwise (back button, Clear All) and replaces the typed text.
  if (search !== lastSearch) {
    setLastSearch(search)
    if (typed.trim() !== search) setTyped(search)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  const changeText = (text: string) => {
    setTyped(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => onSearch(text.trim()), debounceMs)
  }
  return <SearchField label="Find a participant" name="search" value={typed} onValueChange={changeText} />
}
