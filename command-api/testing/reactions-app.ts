import { totalDays } from '@thirty/contracts/rules/challenge-day.ts'
import { projectId } from '@thirty/contracts/rules/streams/project-id.ts'
import { createTestContext, serveEndpoints } from './test-app.ts'
import { reactionHandlers } from '@thirty/command-api/reactions/endpoints.ts'

/** Id of somebody, told apart by a number. */
export const personId = (number: number) => `0198c0de-0000-7000-8000-${number.toString().padStart(12, '0')}`
export const [ana, ben, admin] = [personId(1), personId(2), personId(3)] as const

type ReactionRequestOptions = { key?: string; isAdmin?: boolean }

/** The routes of reactions behind a socket, and the calls that specs make. Projects are Ana's, each of another day. */
export async function reactionsApp(options: { areLimitsOn?: boolean } = {}) {
  const app = await createTestContext(options)
  const http = await serveEndpoints(app, reactionHandlers(app))
  let day = 0
  const ask =
    (method: string, suffix: string) =>
    (by: string, id: string, { key, isAdmin = false }: ReactionRequestOptions = {}, body?: unknown) => {
      const token = app.tokenOf(by, { isAdmin })
      return http.call(method, `/api/projects/${id}/${suffix}`, body, { token, ...(key && { key }) })
    }

  const happened = (type: string, run: number) => ({
    id: crypto.randomUUID(),
    type,
    version: 1,
    at: new Date(app.time.now).toISOString(),
    data: type === 'ProjectSubmitted' ? content : { by: admin },
    metadata: { correlation: 'spec', run },
  })

  return {
    ...app,
    http,
    like: ask('PUT', 'like'),
    unlike: ask('DELETE', 'like'),
    view: ask('POST', 'view'),
    comment: (by: string, id: string, text: unknown, call: ReactionRequestOptions = {}) =>
      ask('POST', 'comments')(by, id, call, { text }),
    remove: (by: string, id: string, comment: string, call: ReactionRequestOptions = {}) =>
      ask('DELETE', `comments/${comment}`)(by, id, call),
    /** What happened to a new project, in the words of the catalogue. Answers its id. */
    project: async (...then: string[]): Promise<string> => {
      day += 1
      if (day > totalDays)
        throw new Error('This spec needs more days than there are: let tests share a project.')
      const id = projectId({ run: 1, day, user: ana })
      const events = ['ProjectSubmitted', ...then].map((type) => happened(type, 1))
      await app.log.append(`project-${id}`, events, 'none')
      return id
    },
    happens: (id: string, type: string) =>
      app.log.append(`project-${id}`, [happened(type, 1)], 'any').then(() => undefined),
    eventsIn: (id: string) => app.eventsOf(`project-${id}`),
    close: async () => {
      await http.close()
      await app.close()
    },
  }
}

const content = { projectName: 'Weather', description: 'Of the next hour', languages: 'CSS', image: 'x' }
