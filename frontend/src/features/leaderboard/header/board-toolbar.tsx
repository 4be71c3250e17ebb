import { useEffect, useEffectEvent, useState } from 'react'
import { SearchField } from '../../../shared/ui/forms/search-field.tsx'
import { SortGroup } from '../../../shared/ui/controls/sort-group.tsx'
import { useWideLayout } from '../../../shared/ui/use-wide-layout.ts'
import type { BoardFilter } from '../../../shared/leaderboard/board.ts'
import { boardSorts, shortSortLabels, sortLabels } from '../../../shared/leaderboard/sort-labels.ts'
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
          label: (wide ? sortLabels : shortSortLabels)[value],
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
  const [known, setKnown] = useState(search)
  // The search in the URL changed otherwise (back button, Clear All) and replaces the typed text.
  if (search !== known) {
    setKnown(search)
    setTyped(search)
  }
  // Not the function of the key press: the sort may have changed since.
  const submit = useEffectEvent((text: string) => {
    setKnown(text)
    onSearch(text)
  })
  const text = typed.trim()
  useEffect(() => {
    if (text === known) return
    const timer = setTimeout(() => submit(text), debounceMs)
    return () => clearTimeout(timer)
  }, [text, known])
  return <SearchField label="Find a participant" name="search" value={typed} onValueChange={setTyped} />
}
