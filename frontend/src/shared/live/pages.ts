// How live data loads a list that the server sends page by page.

/** The server refuses larger pages. */
const maxPageSize = 200

/** Returns how many rows a reload requests: as many as the user has opened. */
export const reloadLimit = (opened: readonly unknown[] | undefined, pageSize: number): number =>
  Math.min(maxPageSize, Math.max(pageSize, opened?.length ?? 0))

/** Appends a further page. Rows that moved between the requests are in the list already. */
export function appendRows<Row>(
  list: readonly Row[],
  page: readonly Row[],
  idOf: (row: Row) => string,
): Row[] {
  const known = new Set(list.map(idOf))
  return [...list, ...page.filter((row) => !known.has(idOf(row)))]
}

type Page<Name extends string> = Readonly<Record<Name, readonly object[]>> & { nextCursor: string | null }

type PagedList<Name extends string, Loaded extends Page<Name>, Key> = {
  pageSize: number
  fetchPage: (key: Key, query: { limit: number; cursor?: string }, signal: AbortSignal) => Promise<Loaded>
  idOf: (row: Loaded[Name][number]) => string
}

/** Returns how live data loads a list that the server sends page by page. `name` is that of its rows. */
export const pagesOf = <Name extends string, Loaded extends Page<Name>, Key>(
  name: Name,
  { pageSize, fetchPage, idOf }: PagedList<Name, Loaded, Key>,
) => ({
  load: (key: Key, signal: AbortSignal, current: Readonly<Record<Name, readonly object[]>> | undefined) =>
    fetchPage(key, { limit: reloadLimit(current?.[name], pageSize) }, signal),
  loadMore: async (key: Key, cursor: string, signal: AbortSignal) => {
    const page = await fetchPage(key, { limit: pageSize, cursor }, signal)
    return <Data extends Pick<Loaded, Name>>(data: Data): Data => ({
      ...data,
      [name]: appendRows<Loaded[Name][number]>(data[name], page[name], idOf),
      nextCursor: page.nextCursor,
    })
  },
})

type Rows<Row> = { rows: readonly Row[]; nextCursor: string | null }

/** Loads the first `count` rows in as many pages as it takes, or all rows if there are fewer. */
export async function loadRows<Row>(
  count: number,
  fetchPage: (limit: number, cursor: string | null) => Promise<Rows<Row>>,
): Promise<Rows<Row>> {
  const rows: Row[] = []
  let nextCursor: string | null = null
  do {
    // Sequential, because each page needs the cursor of the previous one.
    const page = await fetchPage(Math.min(maxPageSize, count - rows.length), nextCursor)
    rows.push(...page.rows)
    nextCursor = page.nextCursor
  } while (nextCursor !== null && rows.length < count)
  return { rows, nextCursor }
}
