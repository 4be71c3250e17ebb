import { demoPassword, demoParticipant } from '../../../command-api/demo/people.ts'
import { startProduct } from '../server/product.ts'
import type { StoredEntries } from './measure-page.ts'

/** The product with its demo data. `session` holds the browser's entries of a signed-in participant. */
export type DemoProduct = AsyncDisposable & { address: string; session: StoredEntries; projectPath: string }

/** Starts the product with its demo data in an empty folder. `projectPath` is the page of another participant's project. */
export async function startDemoProduct(folder: string, port: number): Promise<DemoProduct> {
  const server = await startProduct(folder, port, ['--demo'])
  const { address } = server
  const { user } = await responseOf<{ user: { token: string; _id: string } }>(`${address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ emailOrUsername: demoParticipant, password: demoPassword }),
  })
  const { data } = await responseOf<{ data: { id: string; recentProjects: { _id: string }[] }[] }>(
    `${address}/api/leaderboard/leaderboard`,
    { headers: { authorization: `Bearer ${user.token}` } },
  )
  const project = data.find(({ id }) => id !== user._id)?.recentProjects[0]
  if (project === undefined) throw new Error('The demo has no project of another participant.')
  return {
    address,
    session: { token: user.token, isAuthenticated: 'true' },
    projectPath: `/project/${project._id}`,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

async function responseOf<Body>(url: string, init: RequestInit): Promise<Body> {
  const response = await fetch(url, init)
  if (!response.ok) throw new Error(`${url} answered ${response.status}.`)
  // Safe: the API answers as its endpoint definitions say.
  return (await response.json()) as Body
}
