import { tracesOf } from './personal-data.ts'

const password = 'Correct-horse-7'

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

export type Send = (
  method: string,
  path: string,
  body?: object | FormData,
  token?: string,
) => Promise<{ status: number; json: unknown }>

/** Sends a request, and throws if it is refused. */
const done = async (send: Send, ...request: Parameters<Send>): Promise<unknown> => {
  const { status, json } = await send(...request)
  if (status >= 300) throw new Error(`${request[0]} ${request[1]}: ${status} ${JSON.stringify(json)}`)
  return json
}

const onePixelPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

function imageForm(field: string): FormData {
  const form = new FormData()
  form.set(field, new Blob([onePixelPng], { type: 'image/png' }), 'zelda_q.png')
  return form
}

/** Submits a project with a screenshot. Returns its id and the name of the screenshot's file. */
export async function submitProject(
  send: Send,
  token: string,
  day = 3,
): Promise<{ id: string; screenshot: string }> {
  const form = imageForm('projectImage')
  // As the schemas of the responses have it, which other specs check; so below.
  const { imageUrl } = (await done(send, 'POST', '/api/uploads/project-image', form, token)) as {
    imageUrl: string
  }
  const fields = {
    projectName: 'Wind map',
    description: 'Shows the wind of the day.',
    languages: 'TypeScript',
    liveLink: 'https://wind.example/',
    repoLink: 'https://code.example/wind',
    day,
    imageUrl,
  }
  const { project } = (await done(send, 'POST', '/api/projects', fields, token)) as {
    project: { _id: string }
  }
  return { id: project._id, screenshot: imageUrl.slice(imageUrl.lastIndexOf('/') + 1) }
}

/**
 * Signs up a person who then leaves traces wherever the product keeps data: two usernames, a profile, two profile images,
 * failed logins, an email, a project, a draft of another one, and a comment on and a rating of another project.
 */
export async function personWithTraces(send: Send, { othersProject }: { othersProject: string }) {
  const signUp = { fullName: name, username: firstUsername, email, password }
  const { user } = (await done(send, 'POST', '/api/auth/signup', signUp)) as {
    user: { _id: string; token: string }
  }
  const { token } = user
  await done(send, 'PUT', '/api/auth/profile', { username, ...profile }, token)
  for (const _ of [1, 2])
    await done(send, 'POST', '/api/uploads/profile-image', imageForm('profileImage'), token)
  await send('POST', '/api/auth/login', { emailOrUsername: misspelled, password })
  await send('POST', '/api/auth/login', { emailOrUsername: username, password: 'Wrong-horse-7' })
  await done(send, 'POST', '/api/auth/forgot-password', { email })
  const { screenshot } = await submitProject(send, token)
  await done(send, 'POST', `/api/projects/${othersProject}/comments`, { text: 'Well done' }, token)
  const criteria = { functionality: 4, design: 4, innovation: 4, codeQuality: 4, completeness: 4 }
  await done(send, 'POST', '/api/ratings/submit', { projectId: othersProject, criteria }, token)
  const texts = { liveLink: '', repoLink: '', description: profile.bio, languages: '', frameworks: '' }
  const draft = { version: 'version-1', replaces: [], writtenAgoMs: 0 }
  for (const projectName of ['Map of Quixote', 'Atlas of Quixote'])
    await done(send, 'PUT', '/api/drafts/9', { ...draft, content: { ...texts, projectName } }, token)
  return {
    id: user._id,
    token,
    /** Name of the file of the screenshot, which stays with the project. */
    screenshot,
    deleteAccount: () => done(send, 'DELETE', '/api/auth/account', { password }, token),
  }
}
