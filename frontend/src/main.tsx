import './shared/styles/index.css'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { loadScreens } from './app/load-screens.ts'
import { routes } from './app/routes.tsx'
import { startApp } from './app/start-app.ts'
import { isStartedByVisitor } from './shared/session/session.ts'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element with the id "root".')
startApp()
void start(root)

async function start(container: HTMLElement) {
  // Prerendered pages show what visitors see, which is also what signed-in users see of the landing page.
  const { prerendered } = container.dataset
  const canHydrate =
    (prerendered === '/' || (prerendered !== undefined && isStartedByVisitor)) &&
    (await loadScreens(routes, location).then(
      () => true,
      () => false,
    ))
  const app = (
    <StrictMode>
      <RouterProvider router={createBrowserRouter(routes)} />
    </StrictMode>
  )
  if (canHydrate) hydrateRoot(container, app)
  else createRoot(container).render(app)
  delete document.documentElement.dataset.signedIn
}
