import { readFile } from 'node:fs/promises'
import type { SignedInResponse } from '@thirty/contracts/accounts/api.ts'
import type { SubmitProjectResponse, UploadResponse } from '@thirty/contracts/projects/api.ts'
import { perCriterion } from '@thirty/contracts/judging/ratings.ts'
import { emailOf, password, screenshotFile, usernameOf } from './page-actions.ts'
import type { Product } from './product.ts'

/** The target of a request: a product, or one process of a cluster. */
type Target = Pick<Product, 'url' | 'adminKey'>

/** A signed-in user, as in the response. */
export type SignedInUser = SignedInResponse['user']

async function call<Body>(url: string, init: RequestInit & { token?: string }): Promise<Body> {
  const { token, ...rest } = init
  const headers = new Headers(rest.headers)
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
  const response = await fetch(url, { ...rest, headers })
  if (!response.ok) throw new Error(`${url} responded with ${response.status}: ${await response.text()}`)
  // The contract defines this type; if the product breaks it, the test fails at the first missing field.
  return (await response.json()) as Body
}

const json = (method: string, body: object, token?: string) => ({
  method,
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
  ...(token !== undefined && { token }),
})

/** Signs up a participant without the screens. */
export async function createParticipant({ url }: Target, name: string): Promise<SignedInUser> {
  const request = { fullName: name, username: usernameOf(name), email: emailOf(name), password }
  return (await call<SignedInResponse>(`${url}/api/auth/signup`, json('POST', request))).user
}

/** Signs up an admin without the screens. */
export async function createAdmin({ url, adminKey }: Target, name: string): Promise<SignedInUser> {
  const request = { fullName: name, username: usernameOf(name), email: emailOf(name), password, adminKey }
  return (await call<SignedInResponse>(`${url}/api/auth/admin-signup`, json('POST', request))).user
}

/** Submits a project with a screenshot and returns its id. */
export async function createProject(
  { url }: Target,
  { token }: SignedInUser,
  project: {
    projectName: string
    day: number
    description?: string
    languages?: string
    frameworks?: string
  },
): Promise<string> {
  const form = new FormData()
  form.set('projectImage', new Blob([await readFile(screenshotFile)], { type: 'image/png' }), 'tomato.png')
  const { imageUrl } = await call<UploadResponse>(`${url}/api/uploads/project-image`, {
    method: 'POST',
    body: form,
    token,
  })
  const request = {
    liveLink: 'https://pulse.example.dev',
    repoLink: 'https://git.example/pulse',
    description: 'Live polls that move while you watch.',
    languages: 'TypeScript, CSS',
    ...project,
    imageUrl,
  }
  const response = await call<SubmitProjectResponse>(`${url}/api/projects`, json('POST', request, token))
  return response.project._id
}

export const reviewProject = (
  { url }: Target,
  { token }: SignedInUser,
  id: string,
  review: { status: 'approved' } | { status: 'rejected'; reason?: string },
): Promise<unknown> => call(`${url}/api/projects/${id}`, json('PUT', review, token))

/** Saves a reason of rejections for all admins. */
export const saveReason = (
  { url }: Target,
  { token }: SignedInUser,
  reason: { title: string; text: string },
): Promise<unknown> =>
  call(`${url}/api/admin/saved-texts`, json('POST', { kind: 'rejection', ...reason }, token))

/** Rates a project with the same stars for all criteria. */
export function rateProject(
  { url }: Target,
  { token }: SignedInUser,
  projectId: string,
  stars: number,
  feedback = 'Reads well, runs well.',
) {
  const request = { projectId, criteria: perCriterion(() => stars), feedback }
  return call<unknown>(`${url}/api/ratings/submit`, json('POST', request, token))
}

export const startChallenge = (
  { url }: Target,
  { token }: SignedInUser,
  { startsAt }: { startsAt?: Date } = {},
): Promise<unknown> =>
  call(`${url}/api/admin/challenge/start`, json('POST', { startsAt: startsAt?.toISOString() }, token))

/** Backs up the challenge as it is now and returns the id of the backup. */
export async function createBackup({ url }: Target, { token }: SignedInUser, name: string): Promise<string> {
  const response = await call<{ backupId: string }>(`${url}/api/admin/backups`, json('POST', { name }, token))
  return response.backupId
}

export const likeProject = ({ url }: Target, { token }: SignedInUser, projectId: string): Promise<unknown> =>
  call(`${url}/api/projects/${projectId}/like`, { method: 'PUT', token })

/** Starts a discussion and returns its id. */
export async function createDiscussion(
  { url }: Target,
  { token }: SignedInUser,
  title: string,
): Promise<string> {
  const request = { title, text: 'My board works by hand, but every automated check fails.' }
  const response = await call<{ discussion: { id: string } }>(
    `${url}/api/community/discussions`,
    json('POST', request, token),
  )
  return response.discussion.id
}

export const createReply = (
  { url }: Target,
  { token }: SignedInUser,
  discussionId: string,
  text: string,
): Promise<unknown> =>
  call(`${url}/api/community/discussions/${discussionId}/replies`, json('POST', { text }, token))

/** Creates three projects of one participant. The newest, "Third", is at the top of the list. */
export async function createThreeProjects(product: Product) {
  const maya = await createParticipant(product, 'Maya Lindgren')
  const first = await createProject(product, maya, { projectName: 'First', day: 1 })
  const second = await createProject(product, maya, { projectName: 'Second', day: 2 })
  const third = await createProject(product, maya, { projectName: 'Third', day: 3 })
  return { first, second, third }
}
