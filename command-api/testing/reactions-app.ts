import { servedApp } from './test-app.ts'
import { reactionHandlers } from '@thirty/command-api/reactions/endpoints.ts'
import type { Sender } from '@thirty/command-api/testing/test-app.ts'

type ReactionRequestOptions = Omit<Sender, 'by'>

/**
 * Serves the endpoints of reactions over HTTP, and returns the requests that specs send. All projects are Ana's, each of
 * another day.
 */
export async function reactionsApp(options: { areLimitsOn?: boolean } = {}) {
  const app = await servedApp(reactionHandlers, options)
  const send =
    (method: string, suffix: string) =>
    (by: string, id: string, options: ReactionRequestOptions = {}, body?: unknown) =>
      app.send(method, `/api/projects/${id}/${suffix}`, body, { by, ...options })

  return {
    ...app,
    like: send('PUT', 'like'),
    unlike: send('DELETE', 'like'),
    view: send('POST', 'view'),
    comment: (by: string, id: string, text: unknown, options: ReactionRequestOptions = {}) =>
      send('POST', 'comments')(by, id, options, { text }),
    remove: (by: string, id: string, comment: string, options: ReactionRequestOptions = {}) =>
      send('DELETE', `comments/${comment}`)(by, id, options),
    eventsIn: (id: string) => app.eventsOf(`project-${id}`),
  }
}
