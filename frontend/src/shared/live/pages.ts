// How live data loads a list that the server sends page by page.

/** The server refuses larger pages. */
const maxPageSize = 200

/** Appends a further page. Rows that moved between the requests are in the list already. */
function appendRows<Row>(list: readonly Row[], page: readonly Row[], idOf: (row: Row) => string): Row[] {
  const known = new Set(list.map(idOf))
  return [...list, ...page.filter((row) => !known.has(idOf(row)))]
}

type Page<Name extends string> = Readonly<Record<Name, readonly object[]>> & { nextCursor: string | null }

type PagedList<Name extends string, Loaded extends Page<Name>, Key> = {
  pageSize: number
  /** How many rows the first load has at least, if there are that many: a page of a search may have fewer than requested. Default: 1. */
  minRows?: number
  fetchPage: (key: Key, query: { limit: number; cursor?: string }, signal: AbortSignal) => Promise<Loaded>
  idOf: (row: Loaded[Name][number]) => string
}

/**
 * Returns how live data loads a list that the server sends page by page: a reload asks for as many rows as the user has opened.
 * `name` is that of its rows.
 */
export const pagesOf = <Name extends string, Loaded extends Page<Name>, Key>(
  name: Name,
  { pageSize, minRows = 1, fetchPage, idOf }: PagedList<Name, Loaded, Key>,
) => {
  const append = <Data extends Pick<Loaded, Name>>(data: Data, page: Loaded): Data => ({
    ...data,
    [name]: appendRows<Loaded[Name][number]>(data[name], page[name], idOf),
    nextCursor: page.nextCursor,
  })
  /** Requests up to `limit` rows, and further pages until there are `missing` ones. */
  const loadRows = async (
    key: Key,
    { limit, missing, cursor }: { limit: number; missing: number; cursor?: string },
    signal: AbortSignal,
  ): Promise<Loaded> => {
    const query = { limit: Math.min(maxPageSize, limit), ...(cursor !== undefined && { cursor }) }
    const page = await fetchPage(key, query, signal)
    const count = page[name].length
    if (page.nextCursor === null || count >= missing) return page
    const next = { limit: limit - count, missing: missing - count, cursor: page.nextCursor }
    return append(page, await loadRows(key, next, signal))
  }
  return {
    load: (key: Key, signal: AbortSignal, current: Readonly<Record<Name, readonly object[]>> | undefined) => {
      const opened = current?.[name].length ?? 0
      return loadRows(key, { limit: Math.max(pageSize, opened), missing: Math.max(minRows, opened) }, signal)
    },
    loadMore: async (key: Key, cursor: string, signal: AbortSignal) => {
      const page = await loadRows(key, { limit: pageSize, missing: 1, cursor }, signal)
      return <Data extends Pick<Loaded, Name>>(data: Data): Data => append(data, page)
    },
  }
}
