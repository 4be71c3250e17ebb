import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { AdminRole } from '@thirty/contracts/rules/admin-roles.ts'
import { totalDays } from '@thirty/contracts/rules/challenge-day.ts'
import { imageNames } from '@thirty/command-api/images/image-names.ts'
import { password, secrets, type Person, type TestProduct } from './product.ts'

/** The roles of the access matrix (access.int.spec.ts), and three senders with worthless tokens. */
export const roles = {
  V: 'a visitor',
  U: 'a participant, with their own data',
  X: 'a participant, with the data of another',
  I: 'an inactive participant',
  A: 'an admin with the role owner',
  OR: 'an admin with the role organizer',
  RE: 'an admin with the role reviewer',
  VI: 'an admin with the role viewer',
  P: 'a pending participant, with their own data',
  PA: 'a pending admin',
  O: 'an operator',
  broken: 'a sender with a broken token',
  expired: 'a sender with an expired token',
  older: 'a sender with a token of a revoked session',
} as const
export type Role = keyof typeof roles

/** The senders who are active admins, with their roles. */
export const adminRoleOf = {
  A: 'owner',
  OR: 'organiser',
  RE: 'reviewer',
  VI: 'viewer',
} as const satisfies Partial<Record<Role, AdminRole>>
export type AdminSender = keyof typeof adminRoleOf
export const isAdminSender = (role: Role): role is AdminSender => Object.hasOwn(adminRoleOf, role)

/**
 * The people of a request. `owner` is the participant whose data it reads or changes, and is also the `sender` if they
 * request their own data. A visitor has no `sender`. A scenario reads `owner` only if its request is about that participant: the
 * access tests share one between the requests that are about nobody.
 */
export type ScenarioContext = {
  product: TestProduct
  owner: Person
  sender: Person | undefined
  admin: Person
}

/** The variable parts of a request to an endpoint. */
export type ScenarioRequest = {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  headers?: Record<string, string>
}

/** A request that succeeds for every role that has access. */
export type RequestScenario = {
  /** Distinguishes the scenarios of one endpoint. */
  label?: string
  /** Whether it changes the challenge of all participants, and therefore needs a product of its own. */
  needsOwnProduct?: true
  /** Whether the request names its sender. Otherwise all roles that are refused send the same request. */
  namesSender?: true
  request?: (context: ScenarioContext) => ScenarioRequest | Promise<ScenarioRequest>
  /** Statuses that do not follow from `access`, because they depend on the data. That of `A` is also that of the other admins. */
  statusOverrides?: Partial<Record<Role, number>>
}

/** Returns headers and body of a form with one file. */
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

/** Sends a command that prepares a scenario. Throws if it is refused. */
async function send(product: TestProduct, by: Person, method: string, path: string, body?: unknown) {
  const { status, text, json } = await product.ask({ method, path, body, token: by.token })
  if (status >= 300) throw new Error(`${method} ${path} was refused: ${status} ${text}`)
  return json
}

/** Submits a project and returns its id. */
export async function submitProject(product: TestProduct, owner: Person, day = 1): Promise<string> {
  const response = await send(product, owner, 'POST', '/api/projects', { ...projectFields(owner), day })
  // The schema of the response defines this type.
  return (response as { project: { _id: string } }).project._id
}

/** Submits a project for each of the thirty days and returns the code of the certificate. */
export async function certificateOf(product: TestProduct, owner: Person): Promise<string> {
  for (let day = 1; day <= totalDays; day += 1) await submitProject(product, owner, day)
  const response = await send(product, owner, 'GET', '/api/certificates/mine')
  // The schema of the response defines this type.
  return (response as { certificate: { code: string } }).certificate.code
}

/** Freezes the leaderboard, and waits until it is frozen. Does nothing while it is frozen. */
export async function freeze(product: TestProduct, admin: Person): Promise<string> {
  const day = () => send(product, admin, 'GET', '/api/challenge/current-day')
  // The schemas of the responses define these types.
  const known = (await day()) as { frozenAt: string | null }
  const { frozenAt } = (
    known.frozenAt === null ? await send(product, admin, 'POST', '/api/admin/challenge/freeze', {}) : known
  ) as { frozenAt: string }
  while (Date.parse(frozenAt) > Date.now()) await pause(25)
  return frozenAt
}

const createdId = (response: unknown, name: string): string => {
  // The schema of the response defines this type; the specs of the endpoints check it.
  const created = (response as Record<string, { _id?: string; id?: string }>)[name]
  return created?.id ?? created?._id ?? ''
}

/** Creates a backup of the current run and returns its id. */
export async function createBackup(product: TestProduct, admin: Person): Promise<string> {
  const response = await send(product, admin, 'POST', '/api/admin/backups', { name: 'Halfway' })
  // The schema of the response defines this type.
  return (response as { backupId: string }).backupId
}

/** Invites a viewer, and returns the id of the invitation and the token of its link. Old ones are revoked, as there is a limit. */
export async function createInvitation(
  product: TestProduct,
  owner: Person,
): Promise<{ id: string; token: string }> {
  const list = await send(product, owner, 'GET', '/api/admin/invitations')
  // The schemas of the responses define these types.
  const { invitations } = list as { invitations: { id: string; state: string }[] }
  for (const { id } of invitations.filter(({ state }) => state === 'open').slice(20))
    await send(product, owner, 'DELETE', `/api/admin/invitations/${id}`)
  const response = await send(product, owner, 'POST', '/api/admin/invitations', { role: 'viewer', days: 7 })
  const { invitation } = response as { invitation: { id: string; link: string } }
  return { id: invitation.id, token: new URL(invitation.link).searchParams.get('token') ?? '' }
}

/** The settings of a webhook whose receiver does not exist. */
export const webhookSettings = { address: 'https://hooks.example/', types: ['project.submitted'] }

/** Deletes all webhooks, of which an installation has at most 20. */
export async function deleteWebhooks(product: TestProduct, admin: Person): Promise<void> {
  const response = await send(product, admin, 'GET', '/api/admin/webhooks')
  // The schema of the response defines this type.
  for (const { id } of (response as { webhooks: { id: string }[] }).webhooks)
    await send(product, admin, 'DELETE', `/api/admin/webhooks/${id}`)
}

/** Creates a webhook in place of all others and returns its id. */
export async function createWebhook(product: TestProduct, admin: Person): Promise<string> {
  await deleteWebhooks(product, admin)
  const response = await send(product, admin, 'POST', '/api/admin/webhooks', webhookSettings)
  // The schema of the response defines this type.
  return (response as { webhook: string }).webhook
}

/** Sends a test event and returns the id of its delivery. */
export async function sendTestEvent(product: TestProduct, admin: Person, webhook: string): Promise<string> {
  const response = await send(product, admin, 'POST', `/api/admin/webhooks/${webhook}/ping`)
  // The schema of the response defines this type.
  return (response as { delivery: string }).delivery
}

/** Comments on a project and returns the id of the comment. */
export const postComment = async (product: TestProduct, by: Person, projectId: string): Promise<string> =>
  createdId(
    await send(product, by, 'POST', `/api/projects/${projectId}/comments`, { text: 'Neat.' }),
    'comment',
  )

/** Opens a discussion and returns its id. */
export const openDiscussion = async (product: TestProduct, by: Person): Promise<string> =>
  createdId(
    await send(product, by, 'POST', '/api/community/discussions', { title: 'Clocks', text: 'Which?' }),
    'discussion',
  )

/** Replies to a discussion and returns the id of the reply. */
export const postReply = async (product: TestProduct, by: Person, discussionId: string): Promise<string> =>
  createdId(
    await send(product, by, 'POST', `/api/community/discussions/${discussionId}/replies`, { text: 'Any.' }),
    'reply',
  )

/** Requests a password reset and returns the token of the link in the mail. */
export async function requestResetToken(product: TestProduct, { email }: Person): Promise<string> {
  await product.ask({ method: 'POST', path: '/api/auth/forgot-password', body: { email } })
  return mailedToken(product, email, 'reset-password')
}

/** Returns the token of the link in the email that a new user receives. */
export const confirmationToken = (product: TestProduct, { email }: Person): Promise<string> =>
  mailedToken(product, email, 'confirm-email')

/** The emails of each product by the names of their files, which begin with the time. Many people share the outbox. */
const readMails = new WeakMap<TestProduct, Map<string, string>>()

/** Returns the token of the newest link to a page in the emails to an address. */
async function mailedToken(product: TestProduct, email: string, page: string): Promise<string> {
  const outbox = join(product.folder, 'outbox')
  const link = new RegExp(`/${page}\\?token=([\\w.-]+)`)
  const mails = readMails.get(product) ?? new Map<string, string>()
  readMails.set(product, mails)
  for (let tries = 0; tries < 200; tries += 1) {
    for (const name of await readdir(outbox).catch(() => [])) {
      if (!isMail(name) || mails.has(name)) continue
      const text = await readFile(join(outbox, name), 'utf8')
      mails.set(name, text.replaceAll('=\r\n', '').replaceAll('=3D', '='))
    }
    const token = [...mails]
      .filter(([, text]) => text.includes(email) && link.test(text))
      .toSorted(([left], [right]) => (left < right ? 1 : -1))
      .flatMap(([, text]) => link.exec(text)?.[1] ?? [])[0]
    if (token !== undefined) return token
    await pause(25)
  }
  throw new Error(`No email with a link to ${page} arrived.`)
}

/** Starts an operation of an operator and returns its id when it has ended. */
export async function finishedOperation(product: TestProduct): Promise<string> {
  const ask = (method: string, path: string, body?: unknown) =>
    product.ask({ method, path, body, token: product.operatorToken() })
  for (let tries = 0; tries < 200; tries += 1) {
    const { status, json } = await ask('POST', '/api/operations/runs', { kind: 'check' })
    if (status === 201) return waitForOperation(product, operationIn(json).id)
    await pause(25)
  }
  throw new Error('Another operation never ended.')
}

/** Resolves to the id of an operation when it has ended. */
async function waitForOperation(product: TestProduct, id: string): Promise<string> {
  for (let tries = 0; tries < 400; tries += 1) {
    const token = product.operatorToken()
    const { json } = await product.ask({ method: 'GET', path: `/api/operations/runs/${id}`, token })
    if (operationIn(json).state !== 'running') return id
    await pause(25)
  }
  throw new Error('The operation never ended.')
}

// The schema of the response defines this type; the specs of operations check it.
const operationIn = (json: unknown) => (json as { operation: { id: string; state: string } }).operation

const isMail = (name: string): boolean => name.endsWith('.eml')

/** Opens another session of a person and returns its id; `undefined` if the person cannot log in. */
export async function logInElsewhere(product: TestProduct, { email }: Person): Promise<string | undefined> {
  const body = { emailOrUsername: email, password }
  const login = await product.ask({ method: 'POST', path: '/api/auth/login', body })
  if (login.status !== 200) return undefined
  // The schemas of the responses define these types.
  const { token } = (login.json as { user: { token: string } }).user
  const { json } = await product.ask({ method: 'GET', path: '/api/auth/sessions', token })
  return (json as { sessions: { id: string }[] }).sessions[0]?.id
}
