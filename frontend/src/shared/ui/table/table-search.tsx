// The search field of a table or list, which asks for a search when typing pauses.

import { useEffect, useEffectEvent, useState } from 'react'
import { SearchField } from '../forms/search-field.tsx'

/** Delay between the last key press and the search, in milliseconds. */
const debounceMs = 250

type TableSearchProps = {
  label: string
  /** The search in the URL. */
  search: string
  onSearch: (search: string) => void
}

export const TableSearch = ({ label, search, onSearch }: TableSearchProps) => {
  const [typed, setTyped] = useState(search)
  const [submitted, setSubmitted] = useState(search)
  const [lastSearch, setLastSearch] = useState(search)
  if (search !== lastSearch) {
    setLastSearch(search)
    // The search in the URL changed otherwise (back button, Clear All) and replaces the typed text.
    if (search !== submitted) {
      setSubmitted(search)
      setTyped(search)
    }
  }
  // Not the function of the key press: the sort may have changed since.
  const submit = useEffectEvent((text: string) => {
    setSubmitted(text)
    onSearch(text)
  })
  const text = typed.trim()
  useEffect(() => {
    if (text === search) return
    const timer = setTimeout(() => submit(text), debounceMs)
    return () => clearTimeout(timer)
  }, [text, search])
  return <SearchField label={label} name="search" value={typed} onValueChange={setTyped} />
}
