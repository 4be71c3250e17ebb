// Renders a page as its first reader sees it before any data has arrived, and finds which data it asks for. Used by the build.

import { StrictMode } from 'react'
import { prerenderToNodeStream } from 'react-dom/static'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from './shared/navigation/router.ts'
import { adminScreens, screens } from './shared/navigation/screens.ts'
import { routes } from './app/routes.tsx'
import { shownLoads } from './shared/live/live-data.ts'

/** From these, the build makes its list of pages. */
export { adminScreens, screens }

// Once for all pages: a route's screen is loaded only once.
const handler = createStaticHandler(routes)

/** A page, and the addresses of the requests that its screen sends at once. */
export type RenderedPage = { html: string; requests: readonly string[] }

export async function renderPage(path: string): Promise<RenderedPage> {
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
  return { html, requests: await requestsOf(shownLoads.splice(0)) }
}

/** Starts the loads of the data that a page has shown, with a network that only notes what they ask for. */
async function requestsOf(loads: typeof shownLoads): Promise<readonly string[]> {
  const requests = new Set<string>()
  const { fetch } = globalThis
  globalThis.fetch = async (url) => {
    if (typeof url === 'string') requests.add(url)
    throw new Error('The build loads no data.')
  }
  await Promise.allSettled(loads.map((load) => load(AbortSignal.abort())))
  globalThis.fetch = fetch
  return [...requests]
}
