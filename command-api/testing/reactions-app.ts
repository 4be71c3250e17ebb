import { totalDays } from '@thirty/contracts/rules/challenge-day.ts'
import { projectId } from '@thirty/contracts/rules/streams/project-id.ts'
import { admin, ana } from './people.ts'
import { servedApp } from './test-app.ts'
import { reactionHandlers } from '@thirty/command-api/reactions/endpoints.ts'

type ReactionRequestOptions = { key?: string; isAdmin?: boolean }

/**
 * Serves the endpoints of reactions over HTTP, and returns the requests that specs send. All projects are Ana's, each of
 * another day.
 */
export async function reactionsApp(options: { areLimitsOn?: boolean } = {}) {
  const app = await servedApp(reactionHandlers, options)
  let day = 0
  const send =
    (method: string, suffix: string) =>
    (by: string, id: string, { key, isAdmin = false }: ReactionRequestOptions = {}, body?: unknown) => {
      const token = app.tokenOf(by, { isAdmin })
      return app.http.call(method, `/api/projects/${id}/${suffix}`, body, { token, ...(key && { key }) })
    }

  return {
    ...app,
    like: send('PUT', 'like'),
    unlike: send('DELETE', 'like'),
    view: send('POST', 'view'),
    comment: (by: string, id: string, text: unknown, options: ReactionRequestOptions = {}) =>
      send('POST', 'comments')(by, id, options, { text }),
    remove: (by: string, id: string, comment: string, options: ReactionRequestOptions = {}) =>
      send('DELETE', `comments/${comment}`)(by, id, options),
    /** Creates a project with these event types after its submission. Returns its id. */
    createProject: async (...types: string[]): Promise<string> => {
      day += 1
      if (day > totalDays)
        throw new Error(
          'This spec needs more projects than a challenge has days: share projects between tests.',
        )
      const id = projectId({ run: 1, day, user: ana })
      const events = [
        app.newEvent('ProjectSubmitted', content, 1),
        ...types.map((type) => app.newEvent(type, { by: admin }, 1)),
      ]
      await app.log.append(`project-${id}`, events, 'none')
      return id
    },
    eventsIn: (id: string) => app.eventsOf(`project-${id}`),
  }
}

const content = { projectName: 'Weather', description: 'Of the next hour', languages: 'CSS', image: 'x' }
