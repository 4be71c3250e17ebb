import { useEffect, useState } from 'react'

/**
 * Returns the query of the link that opened a screen, such as one with a token, and removes it from the address, so that neither the
 * address bar nor the history keeps it. That is done once the screen is shown: React may render a screen, drop it and render it again.
 */
export function useLinkQuery(path: string): URLSearchParams {
  const [query] = useState(() => new URLSearchParams(window.location.search))
  useEffect(() => window.history.replaceState(window.history.state, '', path), [path])
  return query
}
