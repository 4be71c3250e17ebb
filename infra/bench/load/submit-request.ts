import type { SubmitProjectRequest } from '@thirty/contracts/api/projects/projects.ts'
import { participantId } from './seed-community.ts'
import type { LoadRequest } from './http-load.ts'
import { screenshotUrl, authorizationHeaders } from '../server/product.ts'

/** A valid hand-in of a participant for a day. `headers` are those of the participant, if they are known already. */
export function submitRequest(number: number, day: number, headers = jsonHeadersFor(number)): LoadRequest {
  const body = JSON.stringify(projectFor(participantId(number), day))
  return { method: 'POST', path: '/api/projects', headers, body }
}

/** Headers of a participant who sends JSON. */
export const jsonHeadersFor = (number: number) => ({
  ...authorizationHeaders(participantId(number)),
  'content-type': 'application/json',
})

const projectFor = (user: string, day: number): SubmitProjectRequest => ({
  projectName: `Day ${day}: a small thing that works`,
  description: 'Keeps a list of what was promised to whom, and reminds one gently before it is too late.',
  languages: 'TypeScript, CSS',
  frameworks: 'React',
  liveLink: `https://day-${day}.example/`,
  repoLink: `https://code.example/day-${day}`,
  imageUrl: screenshotUrl(user),
  day,
})
