import { projectId } from '@thirty/contracts/rules/project-id.ts'
import { pictureNames } from '../picture-name.ts'
import { pictureRegister } from '../picture-register.ts'
import { parts, served } from '../spec-app.ts'
import { admin, weather } from './fixtures.ts'
import { projectEndpoints } from './endpoints.ts'

const { image: _, ...content } = weather
/** What a project says, but for its screenshot. */
export const words = content

/** Somebody with a token and an upload. */
export type Participant = { id: string; token: string; imageUrl: string }

export const day4Of = ({ id: user }: Participant, run = 1) => projectId({ run, day: 4, user })

/** The routes of projects behind a socket, and the calls that specs make. */
export async function projects() {
  const app = await parts()
  const names = pictureNames('a secret of this installation')
  const http = await served(
    app,
    projectEndpoints({
      ...app,
      pictureNames: names,
      pictures: pictureRegister({ ...app, pictureNames: names }),
    }),
  )
  const adminToken = app.tokenOf(admin, { isAdmin: true })
  let people = 0
  return {
    ...app,
    http,
    names,
    adminToken,
    participant: (): Participant => {
      people += 1
      const id = `0198c0de-0000-7000-8000-${people.toString().padStart(12, '0')}`
      return { id, token: app.tokenOf(id), imageUrl: `/uploads/${names.nameFor(id)}` }
    },
    submit: ({ token, imageUrl }: Participant, change: object = {}, key?: string) =>
      http.call(
        'POST',
        '/api/projects',
        { ...words, imageUrl, day: 4, ...change },
        { token, ...(key !== undefined && { key }) },
      ),
    review: (id: string, body: unknown, token = adminToken) =>
      http.call('PUT', `/api/projects/${id}`, body, { token }),
    typesOf: async (id: string) => (await app.eventsOf(`project-${id}`)).map(({ type }) => type),
    close: async () => {
      await http.close()
      await app.close()
    },
  }
}
