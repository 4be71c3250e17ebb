import { useLocation } from './router.ts'

/** Returns the path that was requested before a login was needed for it; links and guards keep it in the state of the history. */
export const requestedPath = (state: unknown): string | undefined =>
  typeof state === 'object' && state !== null && 'from' in state && typeof state.from === 'string'
    ? state.from
    : undefined

/** Returns where a login leads back to: the link that was opened, which may show another screen to visitors, or this screen. */
export function useLinkedPath(): string {
  const { state, pathname, search } = useLocation()
  return requestedPath(state) ?? pathname + search
}
