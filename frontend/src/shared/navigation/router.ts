// How links and screens reach each other: the path of every screen, the page that a login leads back to, the title of the browser tab, and
// the parts of React Router that the browser uses. The routes are in `app/routes.tsx`.

import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { create } from 'zustand'
import { adminScreens, screens, type Screens } from './screens.ts'

// All import them from here, because the package ends with its next major version, and the move is then one line.
export {
  Link,
  MemoryRouter,
  Navigate,
  Outlet,
  Route,
  RouterProvider,
  Routes,
  ScrollRestoration,
  StaticRouterProvider,
  createBrowserRouter,
  createMemoryRouter,
  createStaticHandler,
  createStaticRouter,
  matchRoutes,
  useBlocker,
  useLocation,
  useMatch,
  useMatches,
  useNavigate,
  useParams,
  useRouteError,
  useSearchParams,
  type Location,
  type RouteObject,
} from 'react-router-dom'

type Values<Path extends string> = Path extends `${string}:${string}/${infer Rest}`
  ? [value: string, ...Values<Rest>]
  : Path extends `${string}:${string}`
    ? [value: string]
    : []

/** The path of a screen, or the function that makes it from the values of its parameters. */
type PathTo<Path extends string> = Path extends `${string}:${string}`
  ? (...values: Values<Path>) => string
  : Path

type PathsTo<Table extends Screens> = {
  readonly [Id in keyof Table]: PathTo<Table[Id]['path']>
}

function pathsTo<const Table extends Screens>(table: Table): PathsTo<Table> {
  const paths = Object.entries(table).map(([id, { path }]) => [id, path.includes(':') ? filled(path) : path])
  // Safe: `PathTo` says the same about each path.
  return Object.fromEntries(paths) as PathsTo<Table>
}

const filled =
  (path: string) =>
  (...values: readonly string[]): string => {
    const rest = values.values()
    return path.replaceAll(/:\w+/g, () => encodeURIComponent(rest.next().value ?? ''))
  }

/** Every path of the frontend. All links use these, so a renamed screen changes in one place. */
export const paths = {
  ...pathsTo(screens),
  section: (name: 'features' | 'about' | 'rules' | 'faq') => `/#${name}`,
  /** The target of "Sign up" links: the login screen with the sign-up form. */
  signUpOnLogInPage: '/login?signup=true',
  /** Opens the form with this day selected. */
  submitProjectForDay: (day: number) => `/SubmitProject?day=${day}`,
  /** Opens the form with the project of this day, to revise it. */
  reviseProject: (day: number) => `/SubmitProject?revise=${day}`,
  /** The leaderboard at the end of each day. */
  leaderboardOfDay: (day: number) => `/leaderboard?at=day:${day}`,
  replayOfDay: (day: number) => `/leaderboard/replay?day=${day}`,
  /** The brief and the tasks of one day. */
  briefOfDay: (day: number) => `/daily-challenge?day=${day}`,
  communityTab: (tab: 'discussions' | 'members') => `/community?tab=${tab}`,
  discussion: (id: string) => `/community?${new URLSearchParams({ tab: 'discussions', discussion: id })}`,
  admin: {
    ...pathsTo(adminScreens),
    home: '/admin',
    /** The submissions of one participant. */
    participantSubmissions: (userId: string) => `/admin/submissions?${new URLSearchParams({ user: userId })}`,
    /** The backups with one of them highlighted. */
    backup: (id: string) => `/admin/version?${new URLSearchParams({ backup: id })}`,
  },
} as const

/**
 * Returns a text in the state of the history, where links and guards leave it for the next screen. No address can set it, and it is neither
 * logged nor kept.
 */
export function textIn(state: unknown, name: string): string | undefined {
  const { [name]: text } = Object(state) as Record<string, unknown>
  return typeof text === 'string' ? text : undefined
}

/** Returns the path that was requested before a login was needed for it. */
export const requestedPath = (state: unknown): string | undefined => textIn(state, 'from')

/** Returns where a login leads back to: the link that was opened, which may show another screen to visitors, or this screen. */
export function useLinkedPath(): string {
  const { from } = useFromHere()
  return requestedPath(useLocation().state) ?? from
}

/** Returns the history state of a link, from which the next screen can lead back to this one. */
export function useFromHere(): { from: string } {
  const { pathname, search } = useLocation()
  return { from: pathname + search }
}

/** What the screen calls itself beyond the title of its route. */
export const usePageTitleStore = create<{ title: string | undefined }>(() => ({ title: undefined }))

/** Names the browser tab after the thing that the screen shows. While undefined, the tab has the title of the route. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    if (title === undefined) return undefined
    usePageTitleStore.setState({ title })
    return () => usePageTitleStore.setState({ title: undefined })
  }, [title])
}
