// Starts the product in the browser: takes over the prerendered page, or renders another one.

import './shared/styles/index.css'
import { startTransition, StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import {
  createBrowserRouter,
  RouterProvider,
  matchRoutes,
  type RouteObject,
} from './shared/navigation/router.ts'
import { routes } from './app/routes.tsx'
import { followTranslators } from './app/translated-page.ts'
import { startApp } from './app/start-app.ts'
import { useSession } from './shared/session/session.ts'

/** Text is large from 150 % of the usual size on. */
const largeRem = 24

/**
 * Marks the page with `data-large-text` while the text size of the browser is large. Media queries know the width of the window
 * only, so that layouts for wide windows need the mark to give large text room.
 */
function followTextSize(): void {
  const rem = document.createElement('span')
  rem.setAttribute('aria-hidden', 'true')
  Object.assign(rem.style, { position: 'absolute', width: '1rem', visibility: 'hidden' })
  document.body.append(rem)
  new ResizeObserver(() =>
    document.documentElement.toggleAttribute('data-large-text', rem.offsetWidth >= largeRem),
  ).observe(rem)
}

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element with the id "root".')
followTranslators()
followTextSize()
startApp()
void start(root)

async function start(container: HTMLElement) {
  const canHydrate =
    isForReader(container.dataset.prerendered) &&
    (await loadScreens(routes, location).then(
      () => true,
      () => false,
    ))
  const app = (
    <StrictMode>
      <RouterProvider router={createBrowserRouter(routes)} />
    </StrictMode>
  )
  // As a transition, React works in short steps between which the page answers; otherwise in one, long on a slow phone.
  if (canHydrate) startTransition(() => void hydrateRoot(container, app))
  else {
    // The style sheet may hide what was prerendered, but not what takes its place. No transition: nothing is painted in between.
    delete container.dataset.prerendered
    createRoot(container).render(app)
  }
}

/** Whether the prerendered page shows what this reader sees first. */
function isForReader(audience: string | undefined): boolean {
  // A page that was reached from another one may lead back there, which the prerendered page does not know.
  if (hasNavigationState()) return false
  const { session } = useSession.getInitialState()
  if (audience === 'visitors') return session.kind === 'visitor'
  if (session.kind === 'checking') {
    if (audience === 'participants') return session.area === 'user'
    if (audience === 'admins') return session.area === 'admin' && !session.isPending && mayDoAll()
  }
  return audience === 'everyone'
}

/**
 * Whether the admin may do everything, as far as this browser knows. The prerendered page is made for owners; for other roles the first
 * rendering shows less, and requests less.
 */
function mayDoAll(): boolean {
  const { session } = useSession.getState()
  return session.kind !== 'checking' || session.role === undefined || session.role === 'owner'
}

/** Whether the router stored a state with this entry of the history, which a reload keeps. */
function hasNavigationState(): boolean {
  const entry: unknown = history.state
  return typeof entry === 'object' && entry !== null && 'usr' in entry && entry.usr != null
}

/**
 * Loads the screens of an address, so that the first rendering shows them at once instead of a loader. A prerendered page
 * can only be hydrated by the same content. Rejects when a file cannot be loaded; the router then tries again.
 */
async function loadScreens(routes: RouteObject[], address: Pick<Location, 'pathname'>): Promise<void> {
  const matches = matchRoutes(routes, address) ?? []
  await Promise.all(matches.map(({ route }) => loadScreen(route)))
}

async function loadScreen(route: RouteObject): Promise<void> {
  if (typeof route.lazy !== 'function') return
  Object.assign(route, await route.lazy(), { lazy: undefined })
}
