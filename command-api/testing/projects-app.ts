import { projectId } from '@thirty/contracts/projects/project-id.ts'
import { admin, personId } from './people.ts'
import { projectFields } from './project-events.ts'
import { commandApp, type TestResponse } from './test-app.ts'

/** A participant with a token, an uploaded screenshot, and the id that a project for day 4 of run 1 has. */
export type Participant = { id: string; token: string; imageUrl: string; project: string }

/** Returns the position that the response to a command names. */
export const positionIn = ({ body }: TestResponse): string => String(body['position'])

/** The command side, and the requests that specs of projects send. */
export async function projectsApp() {
  const app = await commandApp()
  const { call } = app.http
  const adminToken = app.tokenOf(admin, { isAdmin: true })
  let participantCount = 0
  const createParticipant = (): Participant => {
    participantCount += 1
    const id = personId(participantCount)
    const project = projectId({ run: 1, day: 4, user: id })
    return { id, token: app.tokenOf(id), imageUrl: app.imageUrlOf(id), project }
  }
  const submit = ({ token, imageUrl }: Participant, change: object = {}, key?: string) =>
    call('POST', '/api/projects', { ...projectFields, imageUrl, day: 4, ...change }, { token, key })
  return {
    ...app,
    adminToken,
    createParticipant,
    submit,
    /** Submits a project of a new participant. `version` is the one that an admin sees then. */
    submitted: async () => {
      const owner = createParticipant()
      return { owner, id: owner.project, version: positionIn(await submit(owner)) }
    },
    revise: ({ token, imageUrl, project }: Participant) =>
      call(
        'PUT',
        `/api/projects/${project}`,
        { ...projectFields, imageUrl, projectName: 'Better' },
        { token },
      ),
    withdraw: ({ token, project }: Participant) =>
      call('DELETE', `/api/projects/${project}`, undefined, { token }),
    review: (id: string, body: unknown, token = adminToken) =>
      call('PUT', `/api/projects/${id}`, body, { token }),
    reviewMany: (body: object, key?: string) =>
      call('POST', '/api/admin/reviews', body, { token: adminToken, key }),
    typesOf: (id: string) => app.typesOf(`project-${id}`),
    lastEventOf: (id: string) => app.lastEventOf(`project-${id}`),
  }
}
