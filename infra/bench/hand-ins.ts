import type { SubmitProjectRequest } from '@thirty/contracts/api/projects.ts'
import { participantId } from './community.ts'
import type { Request } from './load.ts'
import { pictureOf, signedIn } from './product.ts'

/** A valid hand-in of a participant for a day. `headers` are those of the participant, if they are known already. */
export function handIn(number: number, day: number, headers = jsonOf(number)): Request {
  const body = JSON.stringify(projectFor(participantId(number), day))
  return { method: 'POST', path: '/api/projects', headers, body }
}

/** Headers of a participant who sends JSON. */
export const jsonOf = (number: number) => ({
  ...signedIn(participantId(number)),
  'content-type': 'application/json',
})

const projectFor = (user: string, day: number): SubmitProjectRequest => ({
  projectName: `Day ${day}: a small thing that works`,
  description: 'Keeps a list of what was promised to whom, and reminds one gently before it is too late.',
  languages: 'TypeScript, CSS',
  frameworks: 'React',
  liveLink: `https://day-${day}.example/`,
  repoLink: `https://code.example/day-${day}`,
  imageUrl: pictureOf(user),
  day,
})
