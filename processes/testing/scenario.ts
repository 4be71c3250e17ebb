import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { imageNames } from '@thirty/command-api/images/image-names.ts'
import { secrets, type Person, type TestProduct } from './product.ts'

/** Who may ask, as section 3 of the threats has them, and three who come with a token that is worth nothing. */
export const roles = {
  V: 'a visitor',
  U: 'a participant, about what is their own',
  X: 'a participant, about what is somebody else’s',
  I: 'an inactive participant',
  A: 'an admin',
  broken: 'somebody with a broken token',
  expired: 'somebody with an expired token',
  older: 'somebody with a token of an older session',
} as const
export type Role = keyof typeof roles

/** Who and what a request is made about. `owner` is a participant, and `sender` too when they ask about their own. */
export type ScenarioContext = {
  product: TestProduct
  owner: Person
  sender: Person | undefined
  admin: Person
}

/** The parts of a request that its call leaves open. */
export type ScenarioRequest = {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  headers?: Record<string, string>
}

/** A request that is answered with success when it comes from who may make it. */
export type RequestScenario = {
  /** Tells two uses of one call apart. */
  label?: string
  /** It changes the challenge for everybody, and so has a product to itself. */
  needsOwnProduct?: true
  request?: (scene: ScenarioContext) => ScenarioRequest | Promise<ScenarioRequest>
  /** Statuses that do not follow from `may`, because only the thing itself knows them. */
  statusOverrides?: Partial<Record<Role, number>>
}

/** A form with one file. */
export const multipartForm = (field: string, content: Uint8Array) => {
  const boundary = 'a-boundary-of-a-spec'
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n`
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  }
}

/** One white pixel. */
export const onePixelPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg==',
  'base64',
)

const names = imageNames(secrets.JWT_SECRET)

export const projectFields = ({ id }: Pick<Person, 'id'>) => ({
  projectName: 'Tomato clock',
  liveLink: 'https://tomato.example.dev/',
  repoLink: 'https://code.example.dev/tomato',
  description: 'Counts down twenty-five minutes.',
  languages: 'TypeScript',
  imageUrl: `/uploads/${names.nameFor(id)}`,
})

/** Sends what has to be so beforehand. Throws when it is refused. */
async function done(product: TestProduct, by: Person, method: string, path: string, body?: unknown) {
  const { status, text, json } = await product.ask({ method, path, body, token: by.token })
  if (status >= 300) throw new Error(`${method} ${path} was refused: ${status} ${text}`)
  return json
}

/** Hands in a project; answers its id. */
export async function submitProject(product: TestProduct, owner: Person, day = 1): Promise<string> {
  const answer = await done(product, owner, 'POST', '/api/projects', { ...projectFields(owner), day })
  // As the schema of the answer says.
  return (answer as { project: { _id: string } }).project._id
}

const idIn = (answer: unknown, name: string): string => {
  // As the schema of the answer says, which is checked where the call itself is asked.
  const made = (answer as Record<string, { _id?: string; id?: string }>)[name]
  return made?.id ?? made?._id ?? ''
}

/** Says something about a project; answers the id of the comment. */
export const postComment = async (product: TestProduct, by: Person, projectId: string): Promise<string> =>
  idIn(await done(product, by, 'POST', `/api/projects/${projectId}/comments`, { text: 'Neat.' }), 'comment')

/** Starts a discussion; answers its id. */
export const openDiscussion = async (product: TestProduct, by: Person): Promise<string> =>
  idIn(
    await done(product, by, 'POST', '/api/community/discussions', { title: 'Clocks', text: 'Which?' }),
    'discussion',
  )

/** Replies to a discussion; answers the id of the reply. */
export const postReply = async (product: TestProduct, by: Person, discussionId: string): Promise<string> =>
  idIn(
    await done(product, by, 'POST', `/api/community/discussions/${discussionId}/replies`, { text: 'Any.' }),
    'reply',
  )

/** The token of a link that sets a new password, from the letter that brings it. */
export async function requestResetToken({ ask, folder }: TestProduct, { email }: Person): Promise<string> {
  await ask({ method: 'POST', path: '/api/auth/forgot-password', body: { email } })
  const outbox = join(folder, 'outbox')
  for (let tries = 0; tries < 200; tries += 1) {
    const files = await readdir(outbox).catch(() => [])
    const letters = await Promise.all(
      files.filter(isLetter).map((file) => readFile(join(outbox, file), 'utf8')),
    )
    const mine = letters.findLast((letter) => letter.includes(email))
    const token =
      mine && /reset-password\?token=([\w-]+)/.exec(mine.replaceAll('=\r\n', '').replaceAll('=3D', '='))?.[1]
    if (token !== undefined) return token
    await pause(25)
  }
  throw new Error('No letter came that sets a new password.')
}

const isLetter = (name: string): boolean => name.endsWith('.eml')
