import { projectId } from '@thirty/contracts/projects/project-id.ts'
import { admin, personId } from './people.ts'
import { weather } from './project-events.ts'
import { commandApp } from './test-app.ts'

const { image: _, ...content } = weather
/** The fields of a project, without its screenshot. */
export const projectFields = content

/** A participant with a token and an uploaded screenshot. */
export type Participant = { id: string; token: string; imageUrl: string }

export const day4ProjectId = ({ id: user }: Participant, run = 1) => projectId({ run, day: 4, user })

/** The command side, and the requests that specs of projects send. */
export async function projectsApp() {
  const app = await commandApp()
  const { call } = app.http
  const adminToken = app.tokenOf(admin, { isAdmin: true })
  let participantCount = 0
  return {
    ...app,
    adminToken,
    createParticipant: (): Participant => {
      participantCount += 1
      const id = personId(participantCount)
      return { id, token: app.tokenOf(id), imageUrl: app.imageUrlOf(id) }
    },
    submit: ({ token, imageUrl }: Participant, change: object = {}, key?: string) =>
      call('POST', '/api/projects', { ...projectFields, imageUrl, day: 4, ...change }, { token, key }),
    revise: ({ token, imageUrl }: Participant, id: string, change: object) =>
      call('PUT', `/api/projects/${id}`, { ...projectFields, imageUrl, ...change }, { token }),
    review: (id: string, body: unknown, token = adminToken) =>
      call('PUT', `/api/projects/${id}`, body, { token }),
    typesOf: (id: string) => app.typesOf(`project-${id}`),
  }
}
