import { projectId } from '@thirty/contracts/projects/project-id.ts'
import { imageNames } from '@thirty/command-api/images/image-names.ts'
import { imageRegistry } from '@thirty/command-api/images/image-registry.ts'
import { servedApp } from './test-app.ts'
import { admin, personId } from './people.ts'
import { weather } from './project-events.ts'
import { projectHandlers } from '@thirty/command-api/projects/endpoints.ts'

const { image: _, ...content } = weather
/** The fields of a project, without its screenshot. */
export const projectFields = content

/** A participant with a token and an uploaded screenshot. */
export type Participant = { id: string; token: string; imageUrl: string }

export const day4ProjectId = ({ id: user }: Participant, run = 1) => projectId({ run, day: 4, user })

/** Serves the endpoints of projects over HTTP, and returns the requests that specs send. */
export async function projectsApp() {
  const names = imageNames('a secret of this installation')
  const app = await servedApp((context) => {
    const deps = { ...context, imageNames: names }
    return projectHandlers({ ...deps, images: imageRegistry(deps) })
  })
  const { http } = app
  const adminToken = app.tokenOf(admin, { isAdmin: true })
  let participantCount = 0
  return {
    ...app,
    names,
    adminToken,
    createParticipant: (): Participant => {
      participantCount += 1
      const id = personId(participantCount)
      return { id, token: app.tokenOf(id), imageUrl: `/uploads/${names.nameFor(id)}` }
    },
    submit: ({ token, imageUrl }: Participant, change: object = {}, key?: string) =>
      http.call('POST', '/api/projects', { ...projectFields, imageUrl, day: 4, ...change }, { token, key }),
    review: (id: string, body: unknown, token = adminToken) =>
      http.call('PUT', `/api/projects/${id}`, body, { token }),
    typesOf: async (id: string) => (await app.eventsOf(`project-${id}`)).map(({ type }) => type),
  }
}
