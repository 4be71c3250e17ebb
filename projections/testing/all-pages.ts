/** Follows the cursors of a list from its first page to its last. Returns all pages. */
export async function allPages<Page extends { nextCursor?: string | null }>(
  ask: (from: { cursor?: string }) => Promise<Page>,
): Promise<Page[]> {
  const pages: Page[] = []
  let cursor: string | null | undefined
  do {
    const page = await ask(cursor ? { cursor } : {})
    pages.push(page)
    cursor = page.nextCursor
  } while (cursor)
  return pages
}
