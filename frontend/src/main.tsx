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
  const canHydrate = isForReader(container.dataset.prerendered) && (await loadScreens())
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
  // A page that was reached from another one may lead back there, which the prerendered page does not know. The router keeps that in the
  // history, also over a reload.
  const entry: unknown = history.state
  if (typeof entry === 'object' && entry !== null && 'usr' in entry && entry.usr != null) return false
  if (audience === 'everyone') return true
  // Another tab may have changed the session since before-paint.js noted the reader.
  const { session } = useSession.getState()
  if (session.kind !== 'checking') return audience === 'visitors'
  if (session.area === 'user') return audience === 'participants'
  // The page is made for owners; for other roles the first rendering shows less, and requests less.
  return audience === 'admins' && !session.isPending && (session.role ?? 'owner') === 'owner'
}

/**
 * Loads the screens of this address, so that the first rendering shows them at once instead of a loader. A prerendered page
 * can only be hydrated by the same content. Returns false when a file cannot be loaded; the router then tries again.
 */
async function loadScreens(): Promise<boolean> {
  const load = async ({ route }: { route: RouteObject }) => {
    if (typeof route.lazy === 'function') Object.assign(route, await route.lazy(), { lazy: undefined })
  }
  return Promise.all((matchRoutes(routes, location) ?? []).map(load)).then(
    () => true,
    () => false,
  )
}
