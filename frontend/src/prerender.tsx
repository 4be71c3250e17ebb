// Renders a page as a visitor sees it before any data has arrived. Used by the build.

import { StrictMode } from 'react'
import { prerenderToNodeStream } from 'react-dom/static'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from './shared/navigation/router.ts'
import { adminScreens, screens } from './shared/navigation/screens.ts'
import { routes } from './app/routes.tsx'

/** From these, the build makes its list of pages. */
export { adminScreens, screens }

// Once for all pages: a route's screen is loaded only once.
const handler = createStaticHandler(routes)

export async function renderPage(path: string): Promise<string> {
  const context = await handler.query(new Request(new URL(path, 'http://localhost')))
  if (context instanceof Response) throw new Error(`The page ${path} redirects.`)
  if (context.errors) throw new Error(`The page ${path} failed.`, { cause: Object.values(context.errors)[0] })
  const router = createStaticRouter(handler.dataRoutes, context)
  const { prelude } = await prerenderToNodeStream(
    <StrictMode>
      <StaticRouterProvider router={router} context={context} hydrate={false} />
    </StrictMode>,
  )
  let html = ''
  for await (const chunk of prelude) html += String(chunk)
  return html
}
