import './shared/styles/index.css'
import { startTransition, StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { loadScreens } from './app/load-screens.ts'
import { routes } from './app/routes.tsx'
import { followTranslators } from './app/translated-page.ts'
import { startApp } from './app/start-app.ts'
import { followTextSize } from './shared/preferences/large-text.ts'
import { useSession } from './shared/session/session.ts'

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
