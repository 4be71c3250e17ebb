// Sort, search, filters and page of a table or list in the query of the URL, and the search field that changes it when typing pauses.

import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useSearchParams } from '../../navigation/router.ts'
import type { SortOrder } from '../controls/segments.tsx'
import { SearchField } from '../forms/search-field.tsx'

/** Sort and search of a table, and its filters by name. An empty text is not a filter. */
type TableQuery<Sort extends string, Filter extends string> = {
  sort: Sort
  order: SortOrder
  search: string
} & Record<Filter, string>

/** The API refuses longer texts. */
const maxSearchLength = 120

const searchIn = (parameters: URLSearchParams): string =>
  (parameters.get('search') ?? '').slice(0, maxSearchLength)

/**
 * Returns what a table shows, a function that changes it, whether search or filters leave rows out, and a function that ends that. The URL
 * contains it, so that it can be shared and restored with the back button. Any change leads to page 1.
 */
export function useTableQuery<Sort extends string, Filter extends string = never>({
  // Safe: the sort of a list with one order is not read.
  sorts = ['' as Sort],
  filters: filterNames = [],
}: {
  /** The first one is the default. Only for a list with several orders. */
  sorts?: readonly [Sort, ...Sort[]]
  /** The names of the filters, in the URL as well. */
  filters?: readonly Filter[]
} = {}) {
  const [parameters, changeParameters] = useChangedParameters()
  const filtersOf = (valueOf: (name: Filter) => string) =>
    // Safe because each name becomes a key.
    Object.fromEntries(filterNames.map((name) => [name, valueOf(name)])) as Record<Filter, string>
  const queryIn = (from: URLSearchParams): TableQuery<Sort, Filter> => ({
    sort: sorts.find((sort) => sort === from.get('sort')) ?? sorts[0],
    order: from.get('order') === 'asc' ? 'asc' : 'desc',
    search: searchIn(from),
    ...filtersOf((name) => from.get(name) ?? ''),
  })
  const query = queryIn(parameters)

  const changeQuery = (change: Partial<TableQuery<Sort, Filter>>) =>
    changeParameters(
      (newest) => {
        const next = { ...queryIn(newest), ...change }
        const isDefaultSort = next.sort === sorts[0] && next.order === 'desc'
        // Other parameters, such as a selected row, stay.
        return { ...next, ...(isDefaultSort && { sort: '', order: '' }), page: '' }
      },
      // The back button leaves the table instead of going through each typed text.
      { replace: change.search !== undefined, preventScrollReset: true },
    )
  const isFiltered = query.search !== '' || filterNames.some((name) => query[name] !== '')
  // Safe: these are the search and all filters.
  const clear = () => changeQuery({ search: '', ...filtersOf(() => '') } as Partial<typeof query>)
  return [query, changeQuery, { isFiltered, clear }] as const
}

/** Returns the page of a table in the URL, from 1, and a function that shows another one, which the back button skips. */
export function useTablePage() {
  const [parameters, changeParameters] = useChangedParameters()
  const page = Number(parameters.get('page'))
  const goTo = (next: number) =>
    changeParameters({ page: String(next) }, { replace: true, preventScrollReset: true })
  return [Number.isInteger(page) && page > 1 ? page : 1, goTo] as const
}

/** Values of parameters of the URL by name. An empty text removes one. */
type ParameterValues = Readonly<Record<string, string>>

/** The newest change of the parameters, and the location that was rendered when it began. */
let unrendered: { from: unknown; parameters: URLSearchParams } | undefined

/**
 * Returns the parameters of the URL and a function that changes some of them, or what a function makes of the newest ones. It starts from the
 * newest ones, because another change may have begun that is not rendered yet.
 */
export function useChangedParameters() {
  const location = useLocation()
  const [rendered, setParameters] = useSearchParams()
  const change = (
    values: ParameterValues | ((newest: URLSearchParams) => ParameterValues),
    options?: Parameters<typeof setParameters>[1],
  ) => {
    const newest = unrendered?.from === location ? unrendered.parameters : rendered
    const parameters = withParameters(newest, typeof values === 'function' ? values(newest) : values)
    unrendered = { from: location, parameters }
    setParameters(parameters, options)
  }
  return [rendered, change] as const
}

/** Returns the parameters with other values. */
export function withParameters(parameters: URLSearchParams, values: ParameterValues): URLSearchParams {
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
  /** The filters that a new search ends. */
  ends?: readonly string[]
}

/** The search of a table. When typing pauses, the URL has it. */
export const TableSearch = ({ label, ends = [] }: TableSearchProps) => {
  const [parameters, changeParameters] = useChangedParameters()
  const search = searchIn(parameters)
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
    const ended = Object.fromEntries(ends.map((name) => [name, '']))
    const values = { ...ended, search: text, page: '' }
    changeParameters(values, { replace: true, preventScrollReset: true })
  })
  const text = typed.trim()
  useEffect(() => {
    if (text === search) return
    const timer = setTimeout(() => submit(text), debounceMs)
    return () => clearTimeout(timer)
  }, [text, search])
  return <SearchField label={label} name="search" value={typed} onValueChange={setTyped} />
}
