import { useEffect } from 'react'
import { useMatches } from 'react-router-dom'

/** The `handle` of a route. */
export type RouteHandle = { title: string }

const isHandle = (handle: unknown): handle is RouteHandle =>
  typeof handle === 'object' && handle !== null && 'title' in handle

/** Sets the document title to that of the current route, e.g. "Leaderboard · Thirty". */
export function useRouteTitle(): void {
  const title = useMatches()
    .map((match) => match.handle)
    .findLast(isHandle)?.title
  useEffect(() => {
    document.title = title === undefined ? 'Thirty' : `${title} · Thirty`
  }, [title])
}
