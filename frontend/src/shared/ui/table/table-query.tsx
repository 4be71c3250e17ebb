// Sort, search, filters and page of a table or list in the query of the URL, and the search field that changes it when typing pauses.

import { useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from '../../navigation/router.ts'
import type { SortOrder } from '../controls/segments.tsx'
import { SearchField } from '../forms/search-field.tsx'

/** Sort, search, filters and page of a table. */
type TableQuery<Sort extends string, Filter extends string = never> = {
  sort: Sort
  order: SortOrder
  search: string
  /** From 1. */
  page: number
  /** An empty text is not a filter. */
  filters: Record<Filter, string>
}

/** The API refuses longer texts. */
const maxSearchLength = 120

/**
 * Returns what a table shows and a function that changes it. The URL contains it, so that it can be shared and restored with
 * the back button. Any change but that of the page leads to page 1.
 */
export function useTableQuery<Sort extends string, Filter extends string = never>(options: {
  /** The first one is the default. */
  sorts: readonly [Sort, ...Sort[]]
  /** The names of the filters, in the URL as well. */
  filters?: readonly Filter[]
}) {
  const { sorts, filters: filterNames = [] } = options
  const [parameters, setParameters] = useSearchParams()
  const page = Number(parameters.get('page'))
  // Safe because each name becomes a key.
  const filters = Object.fromEntries(filterNames.map((name) => [name, parameters.get(name) ?? ''])) as Record<
    Filter,
    string
  >
  const query: TableQuery<Sort, Filter> = {
    sort: sorts.find((sort) => sort === parameters.get('sort')) ?? sorts[0],
    order: parameters.get('order') === 'asc' ? 'asc' : 'desc',
    search: (parameters.get('search') ?? '').slice(0, maxSearchLength),
    page: Number.isInteger(page) && page > 1 ? page : 1,
    filters,
  }

  const changeQuery = (change: Partial<TableQuery<Sort, Filter>>) => {
    const next = { ...query, page: 1, ...change }
    const isDefaultSort = next.sort === sorts[0] && next.order === 'desc'
    // Other parameters, such as a selected row, stay.
    setParameters(
      withParameters(parameters, {
        sort: isDefaultSort ? '' : next.sort,
        order: isDefaultSort ? '' : next.order,
        search: next.search.trim() === '' ? '' : next.search,
        page: next.page === 1 ? '' : String(next.page),
        ...next.filters,
      }),
      // The back button leaves the table instead of going through each typed text and page.
      { replace: change.search !== undefined || change.page !== undefined, preventScrollReset: true },
    )
  }
  return [query, changeQuery] as const
}

/** Returns the parameters with other values; an empty text removes one. */
export function withParameters(
  parameters: URLSearchParams,
  values: Readonly<Record<string, string>>,
): URLSearchParams {
  const next = new URLSearchParams(parameters)
  for (const [name, value] of Object.entries(values)) {
    if (value === '') next.delete(name)
    else next.set(name, value)
  }
  return next
}

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
