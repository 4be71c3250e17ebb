import { useEffect } from 'react'
import { useMatches } from 'react-router-dom'

/** What a route says about itself. */
export type RouteHandle = { title: string }

const isHandle = (handle: unknown): handle is RouteHandle =>
  typeof handle === 'object' && handle !== null && 'title' in handle

/** Keeps the window's title with the route: "Leaderboard · Thirty". */
export function useRouteTitle(): void {
  const title = useMatches()
    .map((match) => match.handle)
    .findLast(isHandle)?.title
  useEffect(() => {
    document.title = title === undefined ? 'Thirty' : `${title} · Thirty`
  }, [title])
}
