import { demoAdmins, demoPassword, demoParticipant } from '../../command-api/demo/content.ts'
import { startProduct } from '../server/product.ts'
import type { StoredEntries } from './measure-page.ts'

/**
 * The product with its demo data. `session` holds the browser's entries of a signed-in participant, `adminSession` the entries of an admin.
 */
export type DemoProduct = AsyncDisposable & {
  address: string
  session: StoredEntries
  adminSession: StoredEntries
  projectPath: string
}

/** Starts the product with its demo data in an empty folder. `projectPath` is the page of another participant's project. */
export async function startDemoProduct(folder: string, port: number): Promise<DemoProduct> {
  const server = await startProduct(folder, port, ['--demo'])
  const { address } = server
  const user = await logIn(address, demoParticipant)
  const { token: adminToken, ...admin } = await logIn(address, demoAdmins[0].username)
  const { data } = await responseOf<{ data: { id: string; recentProjects: { _id: string }[] }[] }>(
    `${address}/api/leaderboard/leaderboard`,
    { headers: { authorization: `Bearer ${user.token}` } },
  )
  const project = data.find(({ id }) => id !== user._id)?.recentProjects[0]
  if (project === undefined) throw new Error('The demo has no project of another participant.')
  return {
    address,
    session: { token: user.token, isAuthenticated: 'true' },
    adminSession: { adminToken, adminUser: JSON.stringify(admin), isAdminAuthenticated: 'true' },
    projectPath: `/project/${project._id}`,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

async function logIn(address: string, username: string): Promise<{ token: string; _id: string }> {
  const { user } = await responseOf<{ user: { token: string; _id: string } }>(`${address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ emailOrUsername: username, password: demoPassword }),
  })
  return user
}

async function responseOf<Body>(url: string, init: RequestInit): Promise<Body> {
  const response = await fetch(url, init)
  if (!response.ok) throw new Error(`${url} answered ${response.status}.`)
  // Safe: the API answers as its endpoint definitions say.
  return (await response.json()) as Body
}
