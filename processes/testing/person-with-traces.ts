import { tracesOf } from './personal-data.ts'
import { password, type Person, type TestProduct } from './product.ts'
import { multipartForm, onePixelPng, stars } from './scenario.ts'

const name = 'Zelda Quixote'
const email = 'zelda@quixote.example'
const [firstUsername, username] = ['zelda_q', 'windmill_7']
const profile = { bio: 'Tilts at windmills', location: 'La Mancha', website: 'https://rocinante.example/' }
/** What the person tries to log in with by mistake. */
const misspelled = 'zelda@quixote.exampel'

/** Everything by which the person could be recognised. */
export const traces = tracesOf({
  email,
  usernames: [firstUsername, username, misspelled],
  others: [name, 'quixote', ...Object.values(profile)],
})

/** Uploads an image whose file is named after the person. */
async function upload(product: TestProduct, token: string, path: string, field: string): Promise<string> {
  const form = multipartForm(field, onePixelPng, 'zelda_q.png')
  const { status, json, text } = await product.ask({ method: 'POST', path, token, ...form })
  if (status >= 300) throw new Error(`${path}: ${status} ${text}`)
  // The schema of the response defines this type, for a project.
  return (json as { imageUrl?: string }).imageUrl ?? ''
}

/** Submits a project with a screenshot. Returns its id and the name of the screenshot's file. */
export async function submitProject(product: TestProduct, { token }: Pick<Person, 'token'>, day = 3) {
  const imageUrl = await upload(product, token, '/api/uploads/project-image', 'projectImage')
  const { project } = await product.send<{ project: { _id: string } }>({ token }, 'POST /api/projects', {
    projectName: 'Wind map',
    description: 'Shows the wind of the day.',
    languages: 'TypeScript',
    liveLink: 'https://wind.example/',
    repoLink: 'https://code.example/wind',
    day,
    imageUrl,
  })
  return { id: project._id, screenshot: imageUrl.slice(imageUrl.lastIndexOf('/') + 1) }
}

/**
 * Signs up a person who then leaves traces wherever the product keeps data: two usernames, a profile, two profile images,
 * failed logins, an email, a project, a draft of another one, and a comment on and a rating of another project. `next` returns the
 * process for the next request.
 */
export async function personWithTraces(next: () => TestProduct, othersProject: string) {
  const signUp = { fullName: name, username: firstUsername, email, password }
  type SignedIn = { user: { _id: string; token: string } }
  const { user } = await next().send<SignedIn>(undefined, 'POST /api/auth/signup', signUp)
  const send = (endpoint: string, body: object) => next().send(user, endpoint, body)
  await send('PUT /api/auth/profile', { username, ...profile })
  for (const _ of [1, 2]) await upload(next(), user.token, '/api/uploads/profile-image', 'profileImage')
  for (const body of [
    { emailOrUsername: misspelled, password },
    { emailOrUsername: username, password: 'Wrong-horse-7' },
  ])
    await next().ask({ method: 'POST', path: '/api/auth/login', body })
  await next().send(undefined, 'POST /api/auth/forgot-password', { email })
  const { screenshot } = await submitProject(next(), user)
  await send(`POST /api/projects/${othersProject}/comments`, { text: 'Well done' })
  await send('POST /api/ratings/submit', { projectId: othersProject, criteria: stars(4) })
  const texts = { liveLink: '', repoLink: '', description: profile.bio, languages: '', frameworks: '' }
  const draft = { version: 'version-1', replaces: [], writtenAgoMs: 0 }
  for (const projectName of ['Map of Quixote', 'Atlas of Quixote'])
    await send('PUT /api/drafts/9', { ...draft, content: { ...texts, projectName } })
  return {
    id: user._id,
    token: user.token,
    /** Name of the file of the screenshot, which stays with the project. */
    screenshot,
    deleteAccount: () => send('DELETE /api/auth/account', { password }),
  }
}
