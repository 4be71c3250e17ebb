/** Follows the cursors of a list from its first page to its last. Returns all pages. Throws if they do not end. */
export async function allPages<Page extends { nextCursor?: string | null }>(
  ask: (from: { cursor?: string }) => Promise<Page>,
): Promise<Page[]> {
  const pages: Page[] = []
  let cursor: string | null | undefined
  do {
    const page = await ask(cursor ? { cursor } : {})
    if (pages.push(page) > 1_000) throw new Error('The pages have no end.')
    cursor = page.nextCursor
  } while (cursor)
  return pages
}
