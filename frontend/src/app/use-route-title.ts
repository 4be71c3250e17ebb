import { useEffect } from 'react'
import { useMatches } from '../shared/navigation/router.ts'
import { usePageTitleStore } from '../shared/navigation/page-title.ts'

/** The `handle` of a route. `area` follows the title, also that of a thing. */
export type RouteHandle = { title: string; area?: string }

const isHandle = (handle: unknown): handle is RouteHandle =>
  typeof handle === 'object' && handle !== null && 'title' in handle

/** Sets the document title to what the screen shows, or else to that of the current route, e.g. "Leaderboard · Thirty". */
export function useRouteTitle(): void {
  const handle = useMatches()
    .map((match) => match.handle)
    .findLast(isHandle)
  const title = usePageTitleStore((store) => store.title) ?? handle?.title
  const area = handle?.area
  useEffect(() => {
    document.title = [title, area, 'Thirty'].filter((part) => part !== undefined).join(' · ')
  }, [title, area])
}
