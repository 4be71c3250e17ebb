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
