import { copyFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { thumbnailOf } from '@thirty/contracts/rules/images.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { findInFiles, tracesOf } from './testing/personal-data.ts'
import { personWithTraces, submitProject, traces, type Send } from './testing/person-with-traces.ts'
import { password, startTestProduct, type TestProduct } from './testing/product.ts'

// The tests start a whole product with embedded stores.
vi.setConfig({ testTimeout: 60_000 })

const startProduct = async (folder?: string): Promise<TestProduct> => {
  const product = await startTestProduct({}, folder)
  onTestFinished(() => product.close())
  return product
}

/** Sends requests to a product. */
const sendTo =
  ({ address }: TestProduct): Send =>
  async (method, path, body, token) => {
    const isForm = body instanceof FormData
    const response = await fetch(`${address}${path}`, {
      method,
      headers: {
        ...(body && !isForm && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    })
    return { status: response.status, json: await response.json() }
  }

test('after the deletion of an account, no file of the installation holds a trace of the person', async () => {
  const product = await startProduct()
  const { folder } = product
  const send = sendTo(product)
  const other = await submitProject(send, (await product.participant()).token)
  const person = await personWithTraces(send, { othersProject: other.id })
  await expect.poll(() => findInFiles(join(folder, 'outbox'), traces)).not.toEqual([])
  // Before the deletion the search finds the name, usernames, address and profile.
  expect((await findInFiles(folder, traces)).length).toBeGreaterThan(8)
  expect(await readdir(join(folder, 'media'))).toHaveLength(8)
  // A draft is part of the data that its author may export.
  expect(await findInFiles(folder, ['Atlas of Quixote'])).not.toEqual([])
  const { json } = await send('GET', '/api/auth/export', undefined, person.token)
  expect(json).toMatchObject({
    drafts: [{ day: 9, versions: [{ content: { projectName: 'Atlas of Quixote' } }] }],
  })

  await person.deleteAccount()

  expect(await findInFiles(folder, traces)).toEqual([])
  const screenshots = [person.screenshot, other.screenshot]
  expect((await readdir(join(folder, 'media'))).sort()).toEqual(
    screenshots.flatMap((name) => [name, thumbnailOf(name)]).sort(),
  )
  // The email that is left went to the other user.
  expect(await readdir(join(folder, 'outbox'))).toHaveLength(1)
  // The id stays, and with it the standings.
  expect(await findInFiles(folder, [`deleted-${person.id}`])).not.toEqual([])
})

/** Copies the installation that release 0.1.0 left. Returns its folder. */
function previousRelease(): string {
  const fixture = join(import.meta.dirname, 'testing/release-0.1.0')
  const folder = mkdtempSync(join(tmpdir(), 'thirty-privacy-'))
  writeFileSync(join(folder, 'events.db'), gunzipSync(readFileSync(join(fixture, 'events.db.gz'))))
  copyFileSync(join(fixture, 'events.head'), join(folder, 'events.head'))
  return folder
}

test('an account of the previous release keeps its names, and no file holds them after its deletion', async () => {
  const product = await startProduct(previousRelease())
  const send = sendTo(product)
  const email = 'person_68@people.example'
  const logIn = await send('POST', '/api/auth/login', { emailOrUsername: email, password })
  const { token, username } = (logIn.json as { user: { token: string; username: string } }).user
  const signUp = (names: object) =>
    send('POST', '/api/auth/signup', { fullName: 'Somebody', password, ...names })
  expect((await signUp({ username, email: 'new@people.example' })).status).toBe(409)
  expect((await signUp({ username: 'new_name', email: email.toUpperCase() })).status).toBe(409)

  // The name that the person had before, too.
  const traces = tracesOf({ email, usernames: ['person_68', username], others: [] })
  for (const name of ['person_68', username])
    expect(await findInFiles(product.folder, [`username-${name}`])).not.toEqual([])
  expect((await send('DELETE', '/api/auth/account', { password }, token)).status).toBe(200)
  expect(await findInFiles(product.folder, traces)).toEqual([])
  expect((await signUp({ username, email })).status).toBe(201)
})
